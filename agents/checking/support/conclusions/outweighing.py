"""Whether one thing outweighs another: which of the two, and how firmly. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence

_OUTWEIGHS = re.compile(
    r"(?P<first>[^.;:]{0,80}?)\b"
    r"(?P<maybe>(?:may|might|could|can|do(?:es)? not|whether)\b[^.;:]{0,40})?"
    r"\boutweigh(?:s|ed|ing)?\b(?P<second>[^.;:]{0,60})"
)
_GOOD = re.compile(r"\b(?:benefit|advantage|gain|value|efficacy)\w*\b")
_HARM = re.compile(r"\b(?:risk|harm|toxicit|burden|disadvantage|adverse|side effect|danger)\w*\b")


def problem_with_weighing(claim: CitedSentence) -> str:
    """Whether it lets benefit outweigh harm, or the reverse, as no quote does."""
    said = _OUTWEIGHS.search(claim.sentence.words)
    if said is None:
        return ""
    told = [each for quote in claim.quotes() for each in _OUTWEIGHS.finditer(quote.words)]
    if not told:
        return "No cited quote says that it outweighs the other."
    if _side(said) and all(_side(each) not in ("", _side(said)) for each in told):
        return "It tells the other way round what outweighs the other."
    if all(each["maybe"] for each in told) and not said["maybe"]:
        return "The cited quotes are less firm on what outweighs the other."
    return ""


def _side(found: re.Match[str]) -> str:
    """Whether benefit or harm stands before it; empty where that is not told."""
    good, harm = (_last(pattern, found["first"]) for pattern in (_GOOD, _HARM))
    return "" if good == harm else "benefit" if good > harm else "harm"


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((each.start() for each in pattern.finditer(text)), default=-1)
