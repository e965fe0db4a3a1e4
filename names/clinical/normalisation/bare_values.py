"""Values that stand bare in a list of them: "Plt 150M" is a count, the "M" of "CrCl 71, M, 82 kg" a
man, "77, F, 70 kg" a woman of 77, the second of "QTcF 515 baseline 430" the one of before, the 2 of
"neuropathy 2" a grade."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.tables.phrases import find_phrases

_MILLIONS = re.compile(
    r"\b(?i:plts?|platelets?|thrombocytes?)\s?[:=]?\s?\d{2,3}(?P<unit>M)(?![\w/])"
)
"""Millions per millilitre, as nobody writes out: 10^9/L."""
_SEX = re.compile(r"(?P<before>[^,;.\n]{2,25})[,;]\s(?P<sex>[MF])(?=[,;]\s?[^,;.\n]{0,12}\d)")
_AGE = re.compile(r"\s?(?P<age>[2-9]\d)")
_BEGINS = re.compile(r"(?:^|[.;:(\n])$")
"""Before an age that opens a list of values."""
_OF_TNM = re.compile(r"(?:^|[\s(])[cpy]{0,2}[TN][0-4x]|\b[MF]\d")
_MEASURED = re.compile(
    r"(?i)\b(?:CrCl|CLcr|e?GFR|creat\w{0,9}|cr|age|wt|weight|height|ht|BSA|ECOG|PS|stage|Hb|plts?"
    r"|ANC|LVEF|EF)\b|\d\s?(?:kg|cm|y|yo|years?|mL/min)\b"
)
_UNIT = r"(?:\s?(?:%|ms(?:ec)?|m[lL]/min|[mµu]?g/d?[lL]|[mµu]?mol/[lL]|U/[lL]|[x×]\s?ULN))?"
_BASELINE = re.compile(
    rf"(?i)(?<![\d.,/-])\d{{1,4}}(?:\.\d{{1,2}})?{_UNIT}\s(?P<told>"
    r"(?:(?:from|vs\.?|at)\s(?:a\s)?)?(?P<own>baseline\s?(?:(?:of|was|is)\s|[:=]\s?)?"
    rf"\d{{1,4}}(?:\.\d{{1,2}})?{_UNIT}))(?!\s?(?:now|today|[\d/-]|\.\d|->|→)|\w)"
)
"""A value with the one of before, which nothing parts: in brackets it is read as that."""
_SEXES = {"M": "male", "F": "female"}


_GRADE = re.compile(
    r"\s(?P<grade>[1-4])(?=\s?(?:[,;)\n]|\.(?!\d)|$)|\s(?:on|after|since|with|and|despite|now)\s(?!\d))"
)
_EVENTS = "clinical/toxicities.tsv"
_OF_ANOTHER_SCALE = frozenset(("proteinuria", "pyrexia", "adverse reaction", "haemorrhage"))
"""Events behind which a digit may be of a dipstick, a day, or a count."""
MOST_STOOLS = 3
"""Up to it the digit behind a diarrhoea is a grade; more may be stools. Chosen by hand."""


_ITEM = re.compile(r"(?:^|\s)\(?(?P<number>[1-3])[.)]\s?(?=[^.)]{0,60}$)")
"""Before an event: the number of its item in a list."""
_BEFORE_EVENT = 70
"""Characters before an event in which the number of its item stands: about an item. By hand."""


def _is_number_of_item(text: str, start: int, grade: re.Match[str]) -> bool:
    """Whether a digit begins the next item of a numbered list: "1) neuropathy 2) rash"."""
    before = text[max(0, start - _BEFORE_EVENT) : start]
    item = _ITEM.search(before)
    counted = item is not None and int(item["number"]) == int(grade["grade"]) - 1
    closes = text[grade.end() : grade.end() + 1] == ")" and before.count("(") <= before.count(")")
    return counted or closes


def _bare_grades(text: str) -> Iterator[Change]:
    for event in find_phrases(text, _EVENTS):
        match = _GRADE.match(text, event.end)
        if match is None or event.name in _OF_ANOTHER_SCALE:
            continue
        if event.name.endswith("?") and text[event.start : event.end].lower() != "hepatitis":
            continue  # the digit is what was measured
        if _is_number_of_item(text, event.start, match):
            continue
        if event.name != "diarrhoea" or int(match["grade"]) <= MOST_STOOLS:
            yield match.start("grade"), match.start("grade"), "grade "


def bare_values(text: str) -> Iterator[Change]:
    """The units and words that stand for bare letters and digits."""
    yield from _bare_grades(text)
    for match in _MILLIONS.finditer(text):
        yield (*match.span("unit"), " 10^9/L")
    for match in _BASELINE.finditer(text):
        yield (*match.span("told"), f"({match['own']})")
    for match in _SEX.finditer(text):
        sex, age = _SEXES[match["sex"]], _AGE.fullmatch(match["before"])
        if age and _BEGINS.search(text[max(0, match.start() - 1) : match.start()]):
            start = match.start() + age.start("age")
            yield start, match.end("sex"), f"{age['age']}-year-old {sex}"
        elif _MEASURED.search(match["before"]) and not _OF_TNM.search(match["before"]):
            yield (*match.span("sex"), sex)
