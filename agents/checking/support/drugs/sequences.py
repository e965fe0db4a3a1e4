"""Two treatments one after the other, told in the other order. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.support.reading.cited_sentence import CitedSentence
from names.recognise import recognise_passage

_THEN = re.compile(r",? (?:followed by|and then|then|switched to|before)(?= )")
_END = re.compile(r"[,;:.](?= |$)|\b(?:to|over|than|against|versus|in|for|is|was|are|were|has)\b")
REACH = 60
"""Characters on either side in which the drugs stand. Chosen by hand: two names and "plus"."""


def problem_with_sequence(claim: CitedSentence) -> str:
    """Whether it gives first what its quotes give second, and the other way round."""
    said = set(_sequences(claim.sentence.words))
    told = {pair for quote in claim.quotes() for pair in _sequences(quote.words)}
    for first, second in sorted(said - told, key=str):
        if first != second and (second, first) in told:
            return "It turns an order of treatments of the cited quotes round."
    return ""


def _sequences(text: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    for found in _THEN.finditer(text):
        before = text[max(0, found.start() - REACH) : found.start()]
        before = _END.split(before)[-1]
        behind = _END.split(text[found.end() : found.end() + REACH], maxsplit=1)[0]
        pair = recognise_passage(before).names("drug"), recognise_passage(behind).names("drug")
        if all(pair):
            yield pair
