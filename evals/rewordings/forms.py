"""Questions in other forms of the same names and values. Each function returns the question in one
other way, or None where it would be the same. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from names.amino_acids import ONE_LETTER

_THREE_LETTERS = {one: three for three, one in ONE_LETTER.items()}
_AGED = re.compile(r"\b(?P<age>\d\d) ?(?:y/?o ?)?(?P<sex>[FM])\b")
_RECEPTORS = r"\b(?P<name>HER2|HR|ER|PR)"
_POSITIVE = re.compile(rf"{_RECEPTORS}(?:\+|[- ]positive\b| pos\b)")
_NEGATIVE = re.compile(rf"{_RECEPTORS}(?:-(?!\w)|[- ]negative\b| neg\b)")
_CHANGE = re.compile(
    r"(?<![\w.(])(?P<was>[ARNDCEQGHILKMFPSTWYV])(?P<place>\d{2,4})"
    r"(?P<now>[ARNDCEQGHILKMFPSTWYV])(?![\w*])"
)
_CLEARANCE = re.compile(r"\bCrCl (?:of )?(?P<value>\d+)(?: ?mL/min)?")
_VALUE = re.compile(
    r"\b(?P<name>CrCl|eGFR|LVEF|EF|QTcF?|ECOG(?: PS)?|PS|Child-Pugh(?: class)?|ANC|Hb|INR|TMB|CPS"
    r"|bilirubin|platelets|creatinine|HbA1c) (?:of )?(?=(?:\d|[ABC]\b|[ABC]\d))"
)
_LINES = (
    (re.compile(r"(?i)\b(?:1L|first[- ]line|frontline|1st[- ]line)\b"), "1L", "1st line"),
    (re.compile(r"(?i)\b(?:2L|second[- ]line|2nd[- ]line)\b"), "2L", "2nd-line"),
    (re.compile(r"(?i)\b(?:3L|third[- ]line|3rd[- ]line)\b"), "3L", "3rd line"),
)
LONG_FORMS = {
    "NSCLC": "non-small cell lung cancer", "CRC": "colorectal cancer",
    "mCRC": "metastatic colorectal cancer", "TNBC": "triple-negative breast cancer",
    "mTNBC": "metastatic triple-negative breast cancer", "mBC": "metastatic breast cancer",
    "MBC": "metastatic breast cancer", "HCC": "hepatocellular carcinoma",
    "CML": "chronic myeloid leukaemia", "AML": "acute myeloid leukaemia",
    "GIST": "gastrointestinal stromal tumour", "RCC": "renal cell carcinoma",
    "mCRPC": "metastatic castration-resistant prostate cancer",
    "T-DXd": "trastuzumab deruxtecan", "T-DM1": "trastuzumab emtansine",
    "pembro": "pembrolizumab", "nivo": "nivolumab", "palbo": "palbociclib",
    "ribo": "ribociclib", "CrCl": "creatinine clearance", "PPI": "proton pump inhibitor",
    "mets": "metastases", "adj": "adjuvant", "neoadj": "neoadjuvant", "chemo": "chemotherapy",
    "gBRCA": "germline BRCA", "ILD": "interstitial lung disease", "bid": "twice daily",
    "wt": "wild type", "mut": "mutation", "neg": "negative", "pd on": "progressed on",
    "PD on": "progressed on", "s/p": "after", "G3": "grade 3", "G2": "grade 2", "w/": "with",
}  # fmt: skip
"""Short forms of the ward and what they stand for. By hand, from what clinicians write in tumor
boards; kept apart from the tables by which the product reads."""
_BOTH_WAYS = frozenset(LONG_FORMS) - {"MBC", "adj", "PD on", "s/p", "wt", "ribo", "w/"}
"""Short forms that are also put for the long ones; the others mean more than one thing."""
_SPELLED = (
    ("tumour", "tumor"), ("leukaemia", "leukemia"), ("diarrhoea", "diarrhea"),
    ("anaemia", "anemia"), ("metaboliser", "metabolizer"), ("oestrogen", "estrogen"),
)  # fmt: skip


def age_in_words(text: str) -> str | None:
    """``54F`` as ``54-year-old woman``."""
    return _replace(text, _AGED, lambda m: f"{m['age']}-year-old {_person(m['sex'])}")


def age_in_short(text: str) -> str | None:
    """``54F`` as ``54 y.o. lady``."""
    sexes = {"F": "lady", "M": "gentleman"}
    return _replace(text, _AGED, lambda m: f"{m['age']} y.o. {sexes[m['sex']]}")


def receptors_by_sign(text: str) -> str | None:
    """``HER2-positive`` as ``HER2+``."""
    return _other(text, _NEGATIVE.sub(r"\g<name>-", _POSITIVE.sub(r"\g<name>+", text)))


def receptors_in_words(text: str) -> str | None:
    """``HER2+`` as ``HER2-positive``."""
    told = _POSITIVE.sub(r"\g<name>-positive", text)
    return _other(text, _NEGATIVE.sub(r"\g<name>-negative", told))


def receptors_in_short(text: str) -> str | None:
    """``HER2+`` as ``HER2 pos``."""
    return _other(text, _NEGATIVE.sub(r"\g<name> neg", _POSITIVE.sub(r"\g<name> pos", text)))


def change_by_protein(text: str) -> str | None:
    """``V600E`` as ``p.V600E``."""
    return _replace(text, _CHANGE, lambda m: f"p.{m[0]}")


def change_in_three_letters(text: str) -> str | None:
    """``V600E`` as ``p.(Val600Glu)``."""
    return _replace(
        text, _CHANGE,
        lambda m: f"p.({_THREE_LETTERS[m['was']]}{m['place']}{_THREE_LETTERS[m['now']]})",
    )  # fmt: skip


def clearance_in_words(text: str) -> str | None:
    """``CrCl 40`` as ``creatinine clearance is 40 mL/min``."""
    return _replace(text, _CLEARANCE, lambda m: f"creatinine clearance is {m['value']} mL/min")


def values_as_put_right(text: str) -> str | None:
    """``CrCl 40`` as ``CrCl is actually 40``."""
    return _replace(text, _VALUE, lambda m: f"{m['name']} is actually ")


def values_as_changed(text: str) -> str | None:
    """``CrCl 40`` as ``CrCl has dropped to 40``."""
    return _replace(text, _VALUE, lambda m: f"{m['name']} has dropped to ")


def values_behind_a_dash(text: str) -> str | None:
    """``CrCl 40`` as ``CrCl - 40``."""
    return _replace(text, _VALUE, lambda m: f"{m['name']} - ")


def lines_by_number(text: str) -> str | None:
    """``first line`` as ``1L``."""
    told = text
    for pattern, number, _ in _LINES:
        told = pattern.sub(number, told)
    return _other(text, told)


def lines_by_ordinal(text: str) -> str | None:
    """``first line`` as ``1st line``."""
    told = text
    for pattern, _, ordinal in _LINES:
        told = pattern.sub(ordinal, told)
    return _other(text, told)


def names_in_full(text: str) -> str | None:
    """Short forms by what they stand for."""
    told = text
    for short, long in LONG_FORMS.items():
        told = re.sub(rf"(?<![\w/-]){re.escape(short)}(?![\w/-])", long, told)
    return _other(text, told)


def names_in_short(text: str) -> str | None:
    """Long forms by their short one, each by the first that stands for it."""
    told = text
    for short in sorted(_BOTH_WAYS, key=lambda each: -len(LONG_FORMS[each])):
        told = re.sub(rf"(?i)(?<![\w-]){re.escape(LONG_FORMS[short])}(?![\w-])", short, told)
    return _other(text, told)


def other_spelling(text: str) -> str | None:
    """British spelling as American, and the other way."""
    told = text
    for british, american in _SPELLED:
        old, new = (american, british) if american in told else (british, american)
        told = told.replace(old, new)
    return _other(text, told)


def joined_by_and(text: str) -> str | None:
    """``a + b`` as ``a and b``."""
    return _other(text, re.sub(r"(?<=[a-z]) \+ (?=[a-z])", " and ", text))


def failed_drugs(text: str) -> str | None:
    """``pd on`` as ``progressive disease under``."""
    return _other(
        text, re.sub(r"\b(?:pd|PD|progressed) on\b", "progressive disease under", text)
    )  # fmt: skip


def _person(sex: str) -> str:
    return {"F": "woman", "M": "man"}[sex]


def _replace(
    text: str, pattern: re.Pattern[str], told: Callable[[re.Match[str]], str]
) -> str | None:
    return _other(text, pattern.sub(told, text))


def _other(text: str, changed: str) -> str | None:
    return changed if changed != text else None
