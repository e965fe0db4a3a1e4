"""By how much something is changed, and what it is changed to: "at 25% of the dose" is not "reduced
by 25%", and "lowered by 3 mg" not "given at 3 mg". Pure.
"""

from __future__ import annotations

import re
from itertools import combinations

from agents.checking.support.reading.cited_sentence import CitedSentence

_NUMBER = r"(?P<value>\d{1,4}(?:\.\d{1,3})?)"
_ABOUT = r"(?:about |nearly |almost |around |roughly |some |a further |another |up to )?"
_UNIT = r"(?P<unit>mg(?:/m2|/kg)?|months?|weeks?|days?|years?)"
_BY_AMOUNT = re.compile(
    rf"\b(?:reduc\w+|lower\w*|rais\w+|increas\w+|decreas\w+|cut|prolong\w+|lengthen\w+|shorten\w+"
    rf"|fell|falls?|rises?|rose|drop\w*)(?: [a-z]+){{0,6}}? by {_ABOUT}{_NUMBER} {_UNIT}\b"
)
_MORE = re.compile(
    rf"(?<![\d.]){_NUMBER} ?(?:months?|weeks?|days?|years?|mg(?:/m2|/kg)?) (?:more|less|longer"
    r"|shorter|lower|higher|gain)\b"
)
_REST = re.compile(
    rf"(?<![\d.]){_NUMBER} ?% of (?:the |its |his |her )?(?:(?:usual|full|normal|standard|previous"
    r"|starting|initial|recommended|planned|original) ){0,2}(?:dose|exposure|value|level)\b"
    rf"|\bto {_ABOUT}(?P<end>\d{{1,3}}(?:\.\d{{1,3}})?) ?%(?! (?:more|less|higher|lower)\b)"
)
_BY_SHARE = re.compile(rf"\bby {_ABOUT}(?P<value>\d{{1,3}}(?:\.\d{{1,3}})?) ?%")
MOST_NUMBERS = 16
"""Numbers of a quote of which differences are made. Chosen by hand."""
HALF = 50.0
"""What is left of it is as much as what goes."""


def problem_with_amount(claim: CitedSentence) -> str:
    """Whether it takes what something is changed by for what it is changed to, or the reverse."""
    told = "\n".join(quote.words for quote in claim.quotes())
    return _problem_with_by(claim, told) or _problem_with_rest(claim, told)


def _problem_with_by(claim: CitedSentence, told: str) -> str:
    for found in _BY_AMOUNT.finditer(claim.sentence.words):
        value, unit = f"{float(found['value']):g}", found["unit"].rstrip("s")
        own = [f for quote in claim.quotes() for f in quote.figures if f.number == float(value)]
        same = [f for f in own if f.unit.rstrip("s") == unit and not f.is_bound]
        if not same or any(f.preposition == "by" for f in same):
            continue
        if not _is_told_as_more(value, told) and float(value) not in _differences(claim):
            return f"The cited quotes do not say “by {value} {unit}”."
    return ""


def _problem_with_rest(claim: CitedSentence, told: str) -> str:
    by = {float(m["value"]) for m in _BY_SHARE.finditer(told)}
    other = {float(m["value"] or m["end"]) for m in _REST.finditer(told)}
    for found in _REST.finditer(claim.sentence.words):
        value = float(found["value"] or found["end"])
        is_rest = value in other or value == HALF or 100 - value in by
        if value in by and not is_rest and not _tells_alone(claim, value):
            return f"The cited quotes say “by {value:g}%”, not what is left."
    return ""


def _is_told_as_more(value: str, told: str) -> bool:
    """Whether the quotes say "3 months longer"."""
    return any(float(found["value"]) == float(value) for found in _MORE.finditer(told))


def _differences(claim: CitedSentence) -> frozenset[float]:
    """The differences of any two numbers that the quotes and the thread give."""
    texts = [*claim.quotes(), claim.asked]
    numbers = [f.number for text in texts for f in text.figures if f.number is not None]
    return frozenset(round(abs(a - b), 3) for a, b in combinations(numbers[:MOST_NUMBERS], 2))


def _tells_alone(claim: CitedSentence, value: float) -> bool:
    """Whether a quote has the share without "by", too."""
    return any(
        f.number == value and f.unit == "%" and f.preposition != "by" and not f.is_bound
        for quote in claim.quotes()
        for f in quote.figures
    )
