"""Two numbers whose arms stand elsewhere in their quote, in the same order. Pure.

"Longer with A than with B (8.8 versus 3.7 months)"; "60% with A and 53% with B, for a median of
16.5 and 9.2 months".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from agents.checking.support.reading.labelled_numbers import LabelledNumber
from agents.checking.support.reading.words import endpoints_as_one, stems_of

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
    r" (?P<arm>[^,;.()\d]{3,80}?)(?= and \d|,| versus|\.|;| \(| in | at | among |$)"
)
_END = re.compile(
    r" ?(?:%|months?|weeks?|years?|days?)?(?:[.;)]|, respectively|$| \((?:hazard|odds|p\b)"
    r"| in (?!the )[a-z])"
)

Pair = tuple[tuple[LabelledNumber, str], tuple[LabelledNumber, str]]


def pairs_with_arms(figures: Sequence[LabelledNumber], text: str) -> Iterator[Pair]:
    """Each pair of numbers of one unit, with the words on the arm of either."""
    for one, other in _bare_pairs(figures, text):
        arms = _compared_arms(text, one.place) or _arms_of_label(text, one, other)
        if arms:
            yield (one, arms[0]), (other, arms[1])


def with_arms(figures: Sequence[LabelledNumber], text: str) -> tuple[LabelledNumber, ...]:
    """The numbers; those of a pair without arms have the arms of the pair before."""
    found: dict[int, LabelledNumber] = {}
    for one, other in _bare_pairs(figures, text):
        if arms := _arms_of_label(text, one, other):
            for figure, arm in ((one, arms[0]), (other, arms[1])):
                own = stems_of(endpoints_as_one(arm))
                # What stands behind the second number is on both.
                label, near = own | figure.label | other.label, own | figure.near | other.near
                found[figure.place] = replace(figure, arm=own, label=label, near=near)
    return tuple(found.get(figure.place, figure) for figure in figures)


def _bare_pairs(
    figures: Sequence[LabelledNumber], text: str
) -> Iterator[tuple[LabelledNumber, LabelledNumber]]:
    own = sorted((f for f in figures if not f.is_bound), key=lambda each: each.place)
    for one, other in pairwise(own):
        same = one.unit == other.unit and one.place < other.place
        if same and _BETWEEN.fullmatch(text, one.place, other.place):
            yield one, other


def _compared_arms(text: str, place: int) -> tuple[str, str] | None:
    """The arms before a bracket that begins with the pair."""
    opened = text.rfind("(", 0, place)
    if opened < 0 or ")" in text[opened:place]:
        return None
    start = max((found.end() for found in _START.finditer(text, 0, opened)), default=0)
    found = list(_COMPARATOR.finditer(text, start, opened))
    if len(found) != 1:
        return None
    return text[start : found[0].start()], text[found[0].end() : opened]


def _arms_of_label(text: str, one: LabelledNumber, other: LabelledNumber) -> tuple[str, str] | None:
    """The arms of the pair before, where nothing stands behind this one."""
    behind = text[other.place + len(other.value) :]
    arms = [found["arm"] for found in _ARM.finditer(text, 0, one.place)]
    return (arms[-2], arms[-1]) if len(arms) >= 2 and _END.match(behind) else None
