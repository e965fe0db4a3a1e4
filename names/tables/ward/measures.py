"""How laboratory and bedside values are named: one pattern a measure, for every reader of them."""

from __future__ import annotations

import re
from functools import cache

from names.patterns.forms import one_of
from names.tables.rows import read_rows, split_cell
from names.tables.wordings import CASE_MARK

METHOD = (
    r"(?:\s?[\[(](?:corr|corrected|corr\.|adj|adjusted|total|fasting|random|serum"
    r"|C-?G|CKD-?EPI|MDRD|EPI|(?:(?:estimated |calculated )?by )?Cockcroft[\s–-]{1,3}Gault"
    r"|CrCl|CL?cr|CLCr|CCr|eCrCl|eGFR|GFR|LVEF|EF|ANC|Hb|HbA1c|WBC|PLT|AST|ALT|BSA"
    r"|F|B|QTcF?|Fridericia|Bazett|Fredericia|echo|TTE|MUGA)[\])])?"
)
"""How it was measured or its other name, in brackets behind it: "eGFR (CKD-EPI) 45"."""
BEHIND = (
    r"(?=[^\w+]|$|(?=\d\d|\d[.,]\d)\d{1,6}(?:[.,]\d{1,3})?"
    r"(?:[\s),;:%/×x*kKmgG<>-]|[.](?:\s|$)|$))"
)
"""A name ends before what is no letter, or before its number ("CrCl30", "Hb7.9")."""
NOT_BEFORE = {
    "creatinine": r"(?!\.? ?(?:clearance|clear\b|cl\b|kinase|phospho))",
    "GFR": r"(?![^.;?]{1,25}/ ?1[.,]73)",
    "calcium": r"(?!\s?-?\s?(?:125|15\s?[-.]\s?3|19\s?[-.]\s?9|72\s?[-.]\s?4|27\s?[-.]\s?29|50)\b)",
}
"""What must not follow: another measure or a tumour marker begins with the same word."""
NOT_BEHIND = {
    "calcium": r"(?<!ised )(?<!ized )",
    "phosphate": r"(?<!alk )(?<!alk\. )(?<!alkaline )",
    "glucose": r"(?<!p\.)",
    "cholesterol": r"(?<!LDL )(?<!HDL )(?<!LDL-)(?<!HDL-)(?<!VLDL )(?<!ldl )(?<!hdl )",
    "GFR": r"(?<!est )(?<!est\. )(?<!stimated )",
    "haemoglobin": r"(?<!glycated )(?<!glycosylated )(?<!Glycated )",
}
"""What must not stand before."""
_TO_NUMBER = r"(?=\s?[:=]?\s?(?:(?:of|is|was|now|only) )?"
ALSO = {
    "calcium": r"(?<![\w.+/-])(?<!ised )(?<!ized )Ca(?=(?:\s?\([a-z]{3,9}\))?(?:\s?[:=]\s?\d|\s?"
    r"(?:(?:of|is|was|now|only|low|at) )?\d{1,2}(?:[.,]\d{1,2}(?!\d|\s?-?(?:cm|mm|m?g)\b(?!\s?/))"
    r"|\s?(?:mg\s?/|mmol|mEq))))",
    "creatinine": r"\b(?!CR\s?[1-4](?![\d.,]\d|\d|\s?(?:mg|[uµ]mol)))(?i:cr\.?)"
    r"(?=\s?[:=]?\s?(?:(?:of|is|was) )?\d)",
    "eGFR": r"(?:\bEGFR(?=\s?(?:of |is |: ?|= ?)?[<>]?\s?\d{1,3}\s?m[lL]\s?/\s?min)"
    r"|\bGFR(?=[^.;?]{1,25}/ ?1[.,]73))",
    "potassium": r"(?<![\w.+/-])(?<!\d )(?<!(?i:vit) )(?<!(?i:vitamin) )(?<!(?i:factor) )[Kk]"
    rf"{_TO_NUMBER}[1-9][.,]\d\b)",
    "magnesium": rf"(?<![\w.+/-])(?<!\d )Mg{_TO_NUMBER}[0-3][.,]\d{{1,2}}\b)",
    "sodium": rf"(?<![\w.+/-])(?<!\d )Na{_TO_NUMBER}1[0-7]\d\b)",
    "glucose": r"\bBM(?=\s?:?\s?\d{1,2}(?:[.,]\d)?\s?mmol)",
    "ALP": r"\bAP(?=\s?[:=]?\s?(?:(?:of|is) )?\d{1,4}(?:[.,]\d)?\s?(?:[x×*]|times|U/|I?U\s?/))",
    "AST": r"\bast(?=\s?[:=]?\s?(?:(?:of|is) )?\d)",
    "ALT": r"\balt(?=\s?[:=]?\s?(?:(?:of|is) )?\d)",
    "LVEF": r"\bLVF(?=\s?[:=]?\s?(?:(?:of|is) )?\d\d\s?%)",
    "platelets": r"\b[Pp]lat(?=\s?[:=]?\s?\d{2,3}(?:\s?k|,?000)?\b(?!\s?(?:%|mg|mo|cycles)))",
}
"""Forms that are a measure only before such a number."""


@cache
def measure_names() -> dict[str, tuple[str, ...]]:
    """Measure → its forms; one marked with :data:`CASE_MARK` counts in exactly its letters."""
    return {name: split_cell(cell) for name, cell, _ in read_rows("ward/measures.tsv")}


@cache
def forms_in_prose(name: str) -> re.Pattern[str]:
    """A pattern for the forms of a measure in the words of a source, whatever their case."""
    forms = {each.removeprefix(CASE_MARK).lower() for each in measure_names().get(name, ())}
    return re.compile(rf"(?i)(?<!\w)(?:{one_of(sorted(forms | {name.lower()}))})(?!\w)")


_NUMBER_BEHIND = re.compile(r"[^.;]{0,60}\d")


def tells_limit(text: str, name: str) -> bool:
    """Whether the words of a source have a number behind a measure."""
    named = forms_in_prose(name).finditer(text)
    return any(_NUMBER_BEHIND.match(text, each.end()) for each in named)


def measure_pattern(name: str) -> str:
    """A pattern for all forms of a measure, to be followed by its number."""
    forms = measure_names()[name]
    exact = [each.removeprefix(CASE_MARK) for each in forms if each.startswith(CASE_MARK)]
    any_case = [each.lower() for each in forms if not each.startswith(CASE_MARK)]
    ways = [f"(?i:{one_of(any_case)})"] if any_case else []
    ways += [one_of(exact)] if exact else []
    named = rf"(?<!\w){NOT_BEHIND.get(name, '')}(?:{'|'.join(ways)}){BEHIND}"
    whole = rf"(?:{named}|{ALSO[name]})" if name in ALSO else named
    return rf"{whole}{NOT_BEFORE.get(name, '')}{METHOD}"
