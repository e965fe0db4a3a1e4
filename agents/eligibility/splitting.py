"""A trial's record cut into its criteria, each with its span. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from agents.eligibility.rules import rules
from agents.turns.criteria import Criterion, Side

MOST_CRITERIA = 100
"""Criteria of a record that are judged, the first ones. Chosen by hand: a long record has sixty."""
LONGEST_GROUP = 120
"""Characters of a line that says for which participants the next ones hold. Chosen by hand."""
_SECTION = re.compile(r"^## (?:Eligibility|Who is (?:eligible|not))\b.{0,40}$", re.MULTILINE)
_NEXT = re.compile(r"^## ", re.MULTILINE)
_LINE = re.compile(r"[^\n]+")
_ITEM = re.compile(r"(?P<indent>[ \t]{0,12})(?:[*•–-]|\(?\d{1,2}[.)]|\(?[a-z][.)]) {1,4}(?=\S)")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class PlacedCriterion:
    """A criterion and where its words stand in the text."""

    criterion: Criterion
    start: int
    end: int


@dataclass(slots=True)
class _Item:
    """A top item of a list with the items below it."""

    side: Side
    start: int
    end: int
    group: str
    below: list[tuple[int, int]] = field(default_factory=list)


def criteria_of(text: str) -> tuple[PlacedCriterion, ...]:
    """The criteria of a record in order; none where it does not say which side they are on."""
    found: list[PlacedCriterion] = []
    for start, end, side in _sections(text):
        found += _criteria(text, _items(text, start, end, side))
        found += _of_fields(text, start, end)
    return tuple(found[:MOST_CRITERIA])


def _sections(text: str) -> Iterator[tuple[int, int, Side | None]]:
    """Where criteria stand; the side is that of a heading that names one."""
    for match in _SECTION.finditer(text):
        following = _NEXT.search(text, match.end())
        end = following.start() if following else len(text)
        yield match.end(), end, _side_of(match.group())


def _side_of(line: str) -> Side | None:
    sides: tuple[Side, ...] = ("inclusion", "exclusion")
    return next((side for side in sides if rules().headings[side].match(line)), None)


def _items(text: str, first: int, last: int, side: Side | None) -> list[_Item]:
    """The top items of a section, each with those below it."""
    items: list[_Item] = []
    group, indent, deepest = "", 0, 0
    for line in _LINE.finditer(text, first, last):
        words = line.group()
        if not words.strip() or any(each.match(words) for each in rules().fields.values()):
            continue
        if told := _side_of(words):
            side, group = told, ""
            continue
        item = _ITEM.match(words)
        if side is None or (item is None and _is_group(words)):
            group = words.strip()
            continue
        depth = len(item["indent"]) if item else len(words) - len(words.lstrip())
        place = line.start() + (item.end() if item else depth), line.start() + len(words.rstrip())
        if depth > indent and items and items[-1].side == side:
            _put_below(items[-1], place, is_new=item is not None and not 0 < deepest < depth)
            deepest = deepest or depth
        else:
            indent, deepest = depth, 0
            items.append(_Item(side, *place, group))
    return items


def _is_group(words: str) -> bool:
    return words.rstrip().endswith(":") and len(words) <= LONGEST_GROUP and words[:1] not in " \t"


def _put_below(item: _Item, place: tuple[int, int], *, is_new: bool) -> None:
    """Add a line to an item: one of its own, or the end of what stands before it."""
    if is_new:
        item.below.append(place)
    elif item.below:
        item.below[-1] = item.below[-1][0], place[1]
    else:
        item.end = place[1]


def _criteria(text: str, items: Sequence[_Item]) -> Iterator[PlacedCriterion]:
    counted: dict[Side, int] = {"inclusion": 0, "exclusion": 0}
    for item in items:
        counted[item.side] += 1
        number = str(counted[item.side])
        whole = Criterion(side=item.side, number=number, group=item.group)
        lead = text[item.start : item.end].strip()
        if item.below and rules().leads[item.side].fullmatch(lead):
            for letter, place in zip(_LETTERS, item.below, strict=False):
                yield PlacedCriterion(replace(whole, number=f"{number}{letter}"), *place)
        else:
            end = item.below[-1][1] if item.below else item.end
            yield PlacedCriterion(whole, item.start, end)


def _of_fields(text: str, first: int, last: int) -> Iterator[PlacedCriterion]:
    """What the registry holds in fields of its own."""
    for line in _LINE.finditer(text, first, last):
        for name in ("ages", "sex"):
            if match := rules().fields[name].match(line.group()):
                start, end = (line.start() + place for place in match.span("value"))
                yield PlacedCriterion(Criterion(side="inclusion", number=name), start, end)
