"""Numbers of the patient held against the ranges of a sentence: clearance, CPS, Child-Pugh."""

from __future__ import annotations

import re
from functools import lru_cache

Range = tuple[float, float]
EVERYTHING = 1e9
MEASURES: dict[str, str] = {
    "clearance": r"(?:CrCl|CLcr|creatinine clearance|e?GFR|glomerular filtration rate)",
    "CPS": r"(?:CPS|combined positive score)",
    "TPS": r"(?:TPS|tumou?r proportion score)",
    "QTc": r"QTcF?",
}
VALUE = r"[^\d.;?]{0,24}?(\d+(?:\.\d+)?)"
# A number is read from its first digit, whole or not at all: else many digits would be read again
# from each of them.
BETWEEN = re.compile(r"(?<!\d)(\d++(?:\.\d++)?)\s?(?:-|–|to|and)\s?(\d+(?:\.\d+)?)")
BELOW = re.compile(
    r"(?:below|less than|under|fewer than|<|≤)\s?(\d+(?:\.\d+)?)"
    r"|(?<!\d)(\d++(?:\.\d++)?)[^\d,;)]{0,12}\bor (?:less|below|lower)"
)
ABOVE = re.compile(
    r"(?:above|more than|greater than|at least|over|>|≥)\s?(\d+(?:\.\d+)?)"
    r"|(?<!\d)(\d++(?:\.\d++)?)[^\d,;)]{0,12}\bor (?:more|above|higher)"
)
NEAR = 60
"""Characters after the measure's name within which its range stands."""
GRADES = {"mild": "A", "moderate": "B", "severe": "C"}
CHILD = re.compile(r"Child[- ]Pugh(?: class)? ([ABC])\b(?:(?:,| or| and| to|-)\s?([ABC])\b)?", re.I)
GRADED = re.compile(
    r"\b(mild|moderate|severe)\b(?=[^.;]{0,30}\b(?:renal|hepatic|liver|kidney)\b)", re.I
)
INSIDE, OUTSIDE = 1.15, 0.4


def measures_fit(text: str, question: str) -> float:
    """Whether the sentence is for the patient's number: more than 1 when it is, less than 1 when
    it is for others, 1 when either names none."""
    judged = [range_fit(text, name, value) for name, value in values(question)]
    judged.append(grade_fit(text, question))
    return min(judged, default=1.0) if min(judged, default=1.0) < 1.0 else max(judged, default=1.0)


@lru_cache(maxsize=500)
def values(question: str) -> tuple[tuple[str, float], ...]:
    """The measures that a question gives a number for."""
    found = []
    for name, wording in MEASURES.items():
        match = re.search(wording + VALUE, question, re.IGNORECASE)
        if match:
            found.append((name, float(match[1])))
    return tuple(found)


def range_fit(text: str, name: str, value: float) -> float:
    ranges = ranges_of(text, name)
    if not ranges:
        return 1.0
    return INSIDE if any(low <= value <= high for low, high in ranges) else OUTSIDE


def ranges_of(text: str, name: str) -> list[Range]:
    """The ranges of a measure that a sentence names."""
    found: list[Range] = []
    for match in re.finditer(rf"(?:^|\b){MEASURES[name]}\b", text, re.IGNORECASE):
        near = text[match.end() : match.end() + NEAR]
        found += [(float(a), float(b)) for a, b in BETWEEN.findall(near)]
        found += [(0.0, float(a or b) - 0.01 * ("below" in near)) for a, b in BELOW.findall(near)]
        found += [(float(a or b), EVERYTHING) for a, b in ABOVE.findall(near)]
    return found


def grade_fit(text: str, question: str) -> float:
    """Mild, moderate and severe impairment, and the classes of Child-Pugh."""
    asked, told = grades(question), grades(text)
    if not asked or not told:
        return 1.0
    return INSIDE if asked & told else OUTSIDE


@lru_cache(maxsize=20_000)
def grades(text: str) -> frozenset[str]:
    letters = {letter.upper() for pair in CHILD.findall(text) for letter in pair if letter}
    return frozenset(letters) or frozenset(GRADES[word.lower()] for word in GRADED.findall(text))
