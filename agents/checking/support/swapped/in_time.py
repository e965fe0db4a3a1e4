"""What comes before and what after: "A is avoided for a time after B" is not "B after A". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_words
from names.recognise import recognise_passage

_SIDE = re.compile(r"\b(?P<side>after|following|before|prior to|ahead of)\b")
_CUT = re.compile(r"[;:()]|\.(?= |$)|,(?!\d\d\d)|\b(?:while|whereas|but)\b")
_IT = re.compile(r" (?:it|them|this|that)\b")
_BEFORE_ANY = re.compile(
    r"\b(?:before|ahead of|prior to|without)(?: any| (?:a )?(?:first|previous|earlier))"
    r" (?P<what>[a-z0-9][a-z0-9 ]{3,60})"
)
_AFTER = re.compile(
    r"\b(?:after|following)(?: (?:at least|an?|one|two|three|or|more|earlier|prior|previous|\d))*"
    r" (?P<what>[a-z0-9][a-z0-9 ]{3,60})"
)
REACH = 60
"""Characters behind "after" in which stands what came before. Chosen by hand."""
REACH_BACK = 400
"""Characters ahead of "after" in which stands what came later: a long sentence. Chosen by hand."""


def problem_with_turned_order(claim: CitedSentence) -> str:
    """Whether it gives two drugs in the other order than its quotes, or before something what they
    give after it."""
    if DENIAL.search(claim.sentence.words):
        return ""
    told = [pair for quote in claim.quotes() for pair in _orders(quote.words)]
    for first, second in _orders(claim.sentence.words):
        if (second, first) in told and (first, second) not in told:
            return f"The cited quotes give {second} before {first}."
    return _problem_with_before_any(claim)


def _problem_with_before_any(claim: CitedSentence) -> str:
    quotes = [quote.words for quote in claim.quotes()]
    for found in _BEFORE_ANY.finditer(claim.sentence.words):
        what = telling_words(found["what"])
        after = [telling_words(m["what"]) for q in quotes for m in _AFTER.finditer(q)]
        if any(len(what & each) * 2 > len(what) for each in after) and not any(
            _BEFORE_ANY.search(q) for q in quotes
        ):
            return "The cited quotes give this after it."
    return ""


def _orders(text: str) -> Iterator[tuple[str, str]]:
    """Pairs of drugs, the earlier first, that one "after" or "before" puts in order."""
    whole = _BRACKETS.sub(" ", text)
    for found in _SIDE.finditer(whole):
        ahead = whole[max(0, found.start() - REACH_BACK) : found.start()]
        behind = _CUT.split(whole[found.end() : found.end() + REACH])[0]
        if _IT.match(behind):
            named = _drugs(ahead)
            own, other = named[-1:], named[:1]
        elif len(other := _drugs(behind)) == 1:
            own = _drugs(_CUT.split(ahead)[-1])
        else:
            continue
        if len(own) == len(other) == 1 and own != other:
            pair = other[0], own[0]
            yield pair if found["side"] in ("after", "following") else pair[::-1]


def _drugs(text: str) -> list[str]:
    """The drugs of a text, in order."""
    return list(dict.fromkeys(each.name for each in recognise_passage(text).of("drug")))


_BRACKETS = re.compile(r"\([^()]{0,80}\)")
