"""How two findings of one message stand to each other: of different times they are a course, and
no contradiction."""

from __future__ import annotations

import re

from names.clinical.grammar.two_times import Holds, later_of
from names.clinical.values import ClinicalValue, Marker, Measurement, OrganFunction, Population

REACH = 40
"""Characters around a finding in which its time is looked for. Chosen by hand: a clause."""
CLAUSE = re.compile(r"[;\n()]|,\s|\.\s|\b(?:but|then|and)\b")
YEAR = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}/(?P<short>\d{2})\b")
LATER = re.compile(
    r"(?i)\b(?:now|today|current(?:ly)?|re-?biops\w*|re-?bx|re-?test\w*|repeat\w*|recheck\w*"
    r"|latest|(?:at|on|after) (?:progression|relapse|recurrence|PD)|recurren\w+|relapse\w*"
    r"|new (?:biopsy|bx)|second (?:biopsy|bx|specimen)"
    r"|ctDNA|liquid biopsy)\b|->|→"
)
EARLIER = re.compile(
    r"(?i)\b(?:initial(?:ly)?|at (?:first )?diagnosis|original(?:ly)?|at baseline|before"
    r"|(?:at|on) (?:first )?dx|previous(?:ly)?|formerly|core (?:biopsy|bx)|diagnostic (?:biopsy|bx)"
    r"|first (?:biopsy|bx))\b"
)
BECAME = re.compile(
    r"(?i)[\s,]{1,2}(?:(?:and|then|has|later|now|which|it)\s){0,3}(?:became|become|turned(?:\s(?:into|to))?"
    r"|(?:converted|changed|switched|evolved|dropped)\s(?:to|into)|now(?:\sis)?)\s"
)
"""Between two findings of which the second took the place of the first."""
PRIMARY = re.compile(r"(?i)\bprimary\b")
"""Earlier than what came back. Beside a metastasis it is another place, not another time."""


Place = tuple[int, int]
"""Where a finding stands: start and end."""


def is_course(text: str, older: Place, newer: Place) -> bool:
    """Whether the message dates both findings, the first before the second: "ER+ primary 2019,
    liver bx 2024 ER neg". What stands in two reports without a time contradicts itself."""
    if older[1] <= newer[0] and BECAME.fullmatch(text, older[1], newer[0]):
        return True
    first, second = clause_at(text, older), clause_at(text, newer)
    years = _year(first), _year(second)
    if years[0] and years[1]:
        return years[0] < years[1]
    if older[0] > newer[0]:
        # "HER2- (previously HER2+)": what is told behind as of before.
        return bool(EARLIER.search(first) and not EARLIER.search(second))
    earlier = EARLIER.search(first) or PRIMARY.search(first)
    return bool(earlier and LATER.search(second))


_BEFORE = re.compile(r"[^,;.?!\n]{0,30}$")
_BEHIND = re.compile(r"(?:[^,;.?!\n(]|\.(?=\d)){0,30}(?:\([^()\n]{0,30}\))?")


def later_told(text: str, first: Place, second: Place) -> Holds | None:
    """Which of two values of one thing, each told with its name, is later by the times beside them:
    "platelets 110 on 14 May, platelets 40 on 1 May". None where one has no time."""
    return later_of(_beside(text, first), _beside(text, second))


def _beside(text: str, place: Place) -> str:
    before = _BEFORE.search(text, max(0, place[0] - 30), place[0])
    behind = _BEHIND.match(text, place[1])
    return f"{before.group() if before else ''} {behind.group() if behind else ''}"


def is_remeasured(value: ClinicalValue) -> bool:
    """Whether a value is measured again and again, so that its time tells which one holds."""
    match value:
        case Measurement() | OrganFunction():
            return True
        case Marker(value=number):
            return number is not None
        case Population(ecog_from=low):
            return low is not None
        case _:
            return False


def clause_at(text: str, place: Place) -> str:
    """The part of a message that a finding stands in, up to its neighbours."""
    start, end = max(0, place[0] - REACH), place[1] + REACH
    before = [match.end() for match in CLAUSE.finditer(text, start, place[0])]
    after = CLAUSE.search(text, place[1], end)
    return text[before[-1] if before else start : after.start() if after else end]


def _year(clause: str) -> int:
    match = YEAR.search(clause)
    if match is None:
        return 0
    return 2000 + int(match["short"]) if match["short"] else int(match.group())


MEASURES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = tuple(
    (re.compile(rf"(?i)\b(?:{words})\b"), frozenset(names))
    for words, names in (
        (r"(?:fasting |blood )?(?:glucose|sugars?)|HbA1c|A1c|glyc\w+", ("glucose", "HbA1c")),
        (r"creatinine|creat|CrCl|e?GFR|(?:renal|kidney) function|kidneys",
         ("creatinine", "creatinine clearance", "eGFR", "GFR")),
        (r"LFTs?|liver (?:enzymes|function|tests)|transaminases|ALT|AST", ("ALT", "AST")),
        (r"bilirubin|bili", ("bilirubin",)),
        (r"platelets?|plts?", ("platelets",)),
        (r"neutrophils?|ANC|neuts", ("neutrophils",)),
        (r"ha?emoglobin|Hb|Hgb", ("haemoglobin",)),
        (r"LVEF|EF|ejection fraction|echo", ("LVEF",)),
        (r"QTc\w?|QT", ("QTc", "QT")),
        (r"potassium", ("potassium",)),
    )
)  # fmt: skip
_CLEARANCE = re.compile(r"(?i)\b(?:CrCl|clearance|e?GFR)\b")


def measures_named(text: str) -> frozenset[str]:
    """The measures that a text names, wherever: a number in it is of them alone."""
    named = (names for pattern, names in MEASURES if pattern.search(text))
    found = frozenset().union(*named)
    return found - {"creatinine"} if _CLEARANCE.search(text) else found
