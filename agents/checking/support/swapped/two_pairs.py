"""Two values set against each other, of two quotes that have a pair each. Pure."""

from __future__ import annotations

import re
from itertools import product

from agents.checking.support.reading.cited_sentence import CitedSentence

_PAIR = re.compile(
    r"(?<![\d.])(?P<a>\d+(?:\.\d+)?)(?P<u>%| months?)? ?"
    r"(?:(?:with|on|for|in|of|under) [^,;().\d]{3,70}? )?"
    r"(?:and|versus|vs|against|compared with|to) (?:only |just )?"
    r"(?P<b>\d+(?:\.\d+)?)(?P<v>%| months?)"
)


def problem_with_mixed_pair(claim: CitedSentence) -> str:
    """The first pair of values of which one stands in a pair of one quote, the other in that of
    another."""
    if len(claim.sources) < 2:
        return ""
    told = [_pairs(quote.words) for quote in claim.quotes()]
    everything = {pair for pairs in told for pair in pairs}
    values = [{value for pair in pairs for value in pair[:2]} for pairs in told]
    for a, b, unit in _pairs(claim.sentence.words):
        if (a, b, unit) in everything or (b, a, unit) in everything:
            continue
        if any({a, b} <= each for each in values):
            continue
        sides = product(range(len(told)), repeat=2)
        if any(i != j and a in values[i] and b in values[j] for i, j in sides):
            return f"{a} and {b} stand in different quotes, each beside another value."
    return ""


def _pairs(text: str) -> set[tuple[str, str, str]]:
    return {(m["a"], m["b"], m["v"].strip().removesuffix("s")) for m in _PAIR.finditer(text)}
