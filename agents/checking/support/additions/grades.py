"""Events of a grade told as events of any. Pure."""

from __future__ import annotations

import re
from itertools import pairwise

from agents.checking.support.reading.cited_sentence import CitedSentence

_GRADE = re.compile(r"\bgrade [2-5]\b|\b(?:severe|serious|life threatening|high grade)\b")
_GRADED = re.compile(r"\bgrades?\b|\b(?:severe|serious|life threatening|high grade|severity)\b")
_EVENTS = re.compile(
    r"\b(?:events?|effects?|toxicit\w+|reactions?|neutropenia|anaemia|anemia|thrombocytopenia"
    r"|diarrh\w+|nausea|vomiting|rash|stomatitis|mucositis|hyperglyc\w+|pneumonitis|fatigue|colitis"
    r"|hepatitis|hypertension|neuropathy|infections?|leukopenia|hypophosph\w+)\b"
)
_PARTS = re.compile(r"; |\.(?= |$)")


def problem_with_dropped_grade(claim: CitedSentence) -> str:
    """Whether it tells of events a share that each quote tells of those of a grade."""
    text = claim.sentence.words
    if _GRADED.search(text) or not _EVENTS.search(text):
        return ""
    for figure in claim.sentence.figures:
        if figure.unit != "%" or figure.is_bound:
            continue
        told = [
            bool(_GRADE.search(before))
            for quote in claim.quotes()
            for before in _before(
                quote.words,
                [f.place for f in quote.figures if f.value == figure.value and f.unit == "%"],
            )
        ]
        if told and all(told):
            return f"The cited quotes tell {figure.value}% of events of a grade."
    return ""


def _before(text: str, places: list[int]) -> list[str]:
    """What stands before each place in its part of a text."""
    cuts = [0, *(found.end() for found in _PARTS.finditer(text)), len(text) + 1]
    return [
        text[start:place]
        for place in places
        for start, end in pairwise(cuts)
        if start <= place < end
    ]
