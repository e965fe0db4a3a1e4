"""Two numbers whose arms stand elsewhere in their quote, in the same order. Pure.

"Longer with A than with B (8.8 versus 3.7 months)"; "60% with A and 53% with B, for a median of
16.5 and 9.2 months".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from agents.checking.support.reading.cited_sentence import CanonicalText
from agents.checking.support.reading.labelled_numbers import LabelledNumber

_BETWEEN = re.compile(
    r"[\d.,]{1,12}[ -]?(?:%|months?|weeks?|years?|days?|mg)?,? ?(?:versus|vs\.?|against|and"
    r"|compared"
    r" (?:with|to)) ?"
)
_COMPARATOR = re.compile(
    r"\b(?:compared (?:with|to)|than|versus|vs|against)\b(?: (?:with|in|the|of|for))*"
)
_START = re.compile(r"[;:](?= )|\.(?= )|, (?=and|but|while|whereas|in the|with)")
_ARM = re.compile(
    r"\d[\d.,]{0,11} ?(?:%|months?|weeks?|years?|days?)?(?: \([^()]*\))? (?:with|on|in|for|of)"
    r" (?P<arm>[^,;.()\d]{3,80}?)(?= and \d|,| versus|\.|;| \(|$)"
)
_END = re.compile(r" ?(?:%|months?|weeks?|years?|days?)?(?:[.;)]|, respectively|$)")

Pair = tuple[tuple[LabelledNumber, str], tuple[LabelledNumber, str]]


def pairs_with_arms(text: CanonicalText) -> Iterator[Pair]:
    """Each pair of numbers of one unit, with the words on the arm of either."""
    figures = sorted((f for f in text.figures if not f.is_bound), key=lambda each: each.place)
    for one, other in pairwise(figures):
        same = one.unit == other.unit and one.place < other.place
        if not same or not _BETWEEN.fullmatch(text.words, one.place, other.place):
            continue
        arms = _compared(text.words, one.place) or _labelled(text.words, one, other)
        if arms:
            yield (one, arms[0]), (other, arms[1])


def _compared(text: str, place: int) -> tuple[str, str] | None:
    """The arms before a bracket that begins with the pair."""
    opened = text.rfind("(", 0, place)
    if opened < 0 or ")" in text[opened:place]:
        return None
    start = max((found.end() for found in _START.finditer(text, 0, opened)), default=0)
    found = list(_COMPARATOR.finditer(text, start, opened))
    if len(found) != 1:
        return None
    return text[start : found[0].start()], text[found[0].end() : opened]


def _labelled(text: str, one: LabelledNumber, other: LabelledNumber) -> tuple[str, str] | None:
    """The arms of the pair before, where nothing stands behind this one."""
    behind = text[other.place + len(other.value) :]
    arms = [found["arm"] for found in _ARM.finditer(text, 0, one.place)]
    return (arms[-2], arms[-1]) if len(arms) >= 2 and _END.match(behind) else None
