"""Numbers that a text lists beside what they are of: "A and B were 3 and 4, respectively". Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from agents.checking.support.reading.words import endpoints_as_one, is_neutral, stems_of

_RESPECTIVELY = re.compile(r"\brespectively\b")
_OF_EACH = re.compile(r"^[\d.,]*+[ %]*+(?:months?|weeks?|years?|days?|mg)?(?P<items>[^;]*)$")
_END = re.compile(r"\.(?= |$)|;|, and (?=the\b)|\brespectively\b")
_ITEMS = re.compile(r", and |, | and ")
_JOINS = re.compile(r"[^a-z]*(?:(?:%|months?|years?|weeks?|days?|and|mg)[^a-z]*){0,3}")
_MEASURES = stems_of("rate rates level levels median medians value values share shares")
_LIST = re.compile(
    r"(?<![a-z-])(?:[a-z-]{1,30}(?: [a-z-]{1,30}){0,2}, ){1,6}[a-z-]{1,30}(?: [a-z-]{1,30}){0,2},?"
    r" and [a-z-]{1,30}"
)
_TWO_GROUPS = re.compile(
    r"\b(?P<one>[a-z-]{2,20}) and (?P<other>[a-z-]{2,20}(?: [a-z-]{2,20})?)(?:"
    r" [a-z0-9-]{1,20}){0,2}"
    r" (?:groups?|patients|arms?) (?:was|were|had) (?:[a-z]+ ){0,2}$"
)
_VERSUS = re.compile(r"(?: ?(?:%|months?|weeks?|years?|days?))? ?(?:versus|vs\.?) ?")
GROUPS = 90
"""Characters before a pair in which its groups stand. Chosen by hand."""
PARALLEL = 3
"""Numbers and items from which a list without "respectively" is one. Chosen by hand."""
REACH = 400
"""Characters before "respectively" in which its list stands. Chosen by hand."""
ITEM_WORDS = 5
"""Words of an item beside a separator: "patients with elevated antigen levels". Chosen by hand."""


def listed_items(text: str, places: Sequence[int]) -> Mapping[int, frozenset[str]]:
    """For the places of numbers of one unit that "respectively" pairs with a list: the stems of
    its own item that no other item has."""
    found: dict[int, frozenset[str]] = {}
    for match in _RESPECTIVELY.finditer(text):
        lowest = max(0, match.start() - REACH)
        ends = [end.end() for end in _END.finditer(text, lowest, match.start())]
        own = [at for at in places if lowest <= at < match.start()]
        own = _last_run(text, own)
        start = max((end for end in ends if own and end <= own[0]), default=lowest)
        if (len(own) > 1 and (items := _items(text[start : own[0]], len(own)))) or (
            len(own) > 1 and (items := _items(_behind(text[own[-1] : match.start()]), len(own)))
        ):
            found.update(zip(own, items, strict=True))
    return found or _in_pairs(text, places) or _in_parallel(text, places)


def _in_pairs(text: str, places: Sequence[int]) -> dict[int, frozenset[str]]:
    """Pairs of numbers behind the two groups that they are of: "the low and normal groups were 10.1
    versus 18.7"."""
    found: dict[int, frozenset[str]] = {}
    for first, second in pairwise(places):
        between = re.sub(r"^[\d.,]+", "", text[first:second])
        groups = _TWO_GROUPS.search(text[max(0, first - GROUPS) : first])
        if groups and _VERSUS.fullmatch(between):
            found[first], found[second] = stems_of(groups["one"]), stems_of(groups["other"])
    return found


def _behind(text: str) -> str:
    """The words between the last number and "respectively"."""
    match = _OF_EACH.match(text)
    return match["items"].strip(" ,") if match else ""


def _in_parallel(text: str, places: Sequence[int]) -> dict[int, frozenset[str]]:
    """A list of as many items as numbers, without "respectively": "A, B and C reached 3, 4 and
    5"."""
    run = _last_run(text, places)
    if len(run) < PARALLEL:
        return {}
    start = max((end.end() for end in _END.finditer(text, 0, run[0])), default=0)
    before = text[max(start, run[0] - REACH) : run[0]]
    listed = _LIST.search(before)
    if listed is None or len(_ITEMS.split(listed.group())) != len(run):
        return {}
    return dict(zip(run, _items(listed.group(), len(run)), strict=True))


def _last_run(text: str, places: Sequence[int]) -> list[int]:
    """The last numbers with nothing but units and "and" between them."""
    run: list[int] = list(places[-1:])
    for place in reversed(places[:-1]):
        between = re.sub(r"^[\d.,]+", "", text[place : run[0]])
        if not _JOINS.fullmatch(between):
            break
        run.insert(0, place)
    return run


def _items(text: str, count: int) -> list[frozenset[str]]:
    """The last items of a list before the numbers; empty when there are fewer."""
    parts = _ITEMS.split(text)
    if len(parts) < count:
        return []
    parts = parts[-count:]
    first, last = parts[0].split()[-ITEM_WORDS:], parts[-1].split()[:ITEM_WORDS]
    stems = [
        stems_of(endpoints_as_one(" ".join(words)))
        for words in (first, *map(str.split, parts[1:-1]), last)
    ]
    common = frozenset.intersection(*stems) | _MEASURES
    own = [each - common for each in stems]
    numbers = [frozenset(stem for stem in each if stem.isdigit()) for each in own]
    if all(numbers):
        return numbers  # "at 24 and 36 months"
    telling = [frozenset(s for s in each if not is_neutral(s)) for each in own]
    return telling if all(telling) else own
