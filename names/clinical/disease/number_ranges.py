"""Ranges of numbers that decide on adjuvant treatment: the score of 21 genes and the number of
positive nodes. A rule is for a range, a patient has a number in it or not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.grammar.numerals import IN_WORDS, WORDS
from names.clinical.values import Condition, FoundValue
from names.patterns.filtered import FilteredPattern, filtered_pattern

SCORE, NODES = "recurrence score", "positive nodes"
_HIGHEST = 100
_NUMBER = (
    r"(?:(?P<low>\d{1,3}) to (?P<high>\d{1,3})|at least (?P<least>\d{1,3})|up to (?P<most>\d{1,3})"
    r"|(?P<exact>\d{1,3}))"
)
_NAMED = re.compile(rf"(?:(?P<score>{SCORE}) )?{_NUMBER}(?(score)| {NODES})")
"""How conditions are named: "recurrence score 11 to 25", "at least 4 positive nodes"."""


def number_range(name: str) -> tuple[str, int, int] | None:
    """What the name of a condition counts, and the lowest and highest number that it holds; None of
    another condition."""
    match = _NAMED.fullmatch(name)
    if match is None:
        return None
    low, high = match["low"] or match["least"], match["high"] or match["most"]
    if match["exact"]:
        low = high = match["exact"]
    return match["score"] or NODES, int(low or 0), int(high or _HIGHEST)


def lies_within(rule: str, here: str) -> bool | None:
    """Whether all numbers that one condition holds are numbers of the other; None where the two do
    not count the same."""
    wanted, held = number_range(rule), number_range(here)
    if not wanted or not held or wanted[0] != held[0]:
        return None
    return wanted[1] <= held[1] and held[2] <= wanted[2]


def lie_apart(rule: str, here: str) -> bool:
    """Whether two conditions count the same and have no number in common."""
    wanted, held = number_range(rule), number_range(here)
    if not wanted or not held or wanted[0] != held[0]:
        return False
    return held[2] < wanted[1] or wanted[2] < held[1]


_N = rf"\d{{1,2}}|{'|'.join(WORDS)}"
_RANGE = (
    rf"(?P<low>{_N}) ?(?:to|and|-|–) ?(?P<high>{_N})"
    rf"|(?:at least|≥|>=) ?(?P<least>{_N})|(?:above|over|more than|>) ?(?P<above>{_N})"
    rf"|(?:below|under|less than|fewer than|<) ?(?P<below>{_N})"
    rf"|(?:up to|at most|≤|<=) ?(?P<most>{_N})"
    rf"|(?P<from>{_N}),? or (?:greater|higher|more|above)"
    rf"|(?P<to>{_N}),? or (?:lower|less|below|fewer)"
)
_SCORE = filtered_pattern(
    r"(?i)\b(?:(?:recurrence|21-gene|Oncotype(?:[ -]?DX)?) (?:recurrence )?score|a score)"
    rf"(?: (?:of|between|was|from)|,)? ?\(?(?:{_RANGE})(?!\w)"
)
_OF_NODES = filtered_pattern(
    rf"(?i)(?<!\bor )(?<![\w/.])(?:{_RANGE}) (?:(?:positive|involved) (?:axillary )?"
    r"(?:lymph )?nodes|(?:axillary )?(?:lymph )?nodes (?:positive|involved))\b"
)
"""Not behind "or": one of several conditions of which any is enough."""
_OF_GENES = re.compile(r"(?i)\b(?:recurrence score|oncotype|21-gene)")


def read_number_ranges(text: str) -> tuple[FoundValue, ...]:
    """The ranges that a text names, as conditions: what a rule is for."""
    scores = _find_ranges(_SCORE, SCORE + " {}", text) if _OF_GENES.search(text) else ()
    return (*scores, *_find_ranges(_OF_NODES, "{} " + NODES, text))


def _find_ranges(pattern: FilteredPattern, name: str, text: str) -> Iterator[FoundValue]:
    for match in pattern.finditer(text):
        held = {k: int(IN_WORDS.get(v.lower(), v)) for k, v in match.groupdict().items() if v}
        if "low" in held:
            words = f"{held['low']} to {held['high']}"
        elif "above" in held:
            words = f"at least {held['above'] + 1}"
        elif "below" in held:
            words = f"up to {held['below'] - 1}"
        elif {"least", "from"} & held.keys():
            words = f"at least {held.get('least', held.get('from'))}"
        else:
            words = f"up to {held.get('most', held.get('to'))}"
        yield FoundValue(Condition(name=name.format(words)), *match.span())
