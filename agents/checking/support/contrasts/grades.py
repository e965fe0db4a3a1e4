"""A grade that only the question names, told with what the quotes say of another one. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL

_GRADE = re.compile(r"\bgrade (?P<grade>[1-5])\b")
_RANGE = re.compile(
    r"\bgrade [1-5] ?(?:/|-|to|and|or|,) ?(?:grade )?(?:[1-5]|more|higher|above|worse|less|lower"
    r"|below|better|greater)\b|[<>≤≥] ?(?:grade )?[1-5]|\b(?:any|each|every|all) grades?\b"
    r"|\b(?:at least|at most|above|below|beyond|from|up to|over|under) grade\b|\bgrade [<>≤≥]"
)
_COMPARES = re.compile(
    r"\b(?:than|only|below|above|before|but|although|though|while|until|from|once|would|unlike|yet"
    r"|differs?|different|instead|short|higher|lower|worse|milder)\b"
)


def problem_with_grade(claim: CitedSentence) -> str:
    """The first grade of a sentence whose quotes name other grades only, one by one."""
    text = claim.sentence.words
    quotes = " ".join(quote.words for quote in claim.quotes())
    said, told = (frozenset(m["grade"] for m in _GRADE.finditer(each)) for each in (text, quotes))
    if not said or not told or said & told or _RANGE.search(quotes) or _RANGE.search(text):
        return ""
    if DENIAL.search(text) or _COMPARES.search(text):
        return ""
    return f"“grade {min(said)}” does not stand in the cited quotes."
