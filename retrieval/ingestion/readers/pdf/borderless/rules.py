"""What is drawn on a page beside words: level rules, and the edges of shades behind rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from retrieval.ingestion.readers.pdf.tables import Box

SHORTEST_RULE = 80.0
"""Points; a shorter line underlines words, stands below the head of a few columns or belongs to a
sign."""
SHORTEST_OF_ALL = 12.0
"""Points; a shorter line is a sign."""
THICKEST = 3.0
"""Points; a higher area is a shade behind words."""
SAME_PLACE = 4.0
"""Points within which rules begin or end together."""
APART = 2.0
"""Points between two rules that are not one. Chosen by hand."""
HIGHEST_SHADE = 0.5
"""Of a page's height: what is higher is the ground of the page. Chosen by hand."""
MOST_OF_RULE = 0.5
"""Of the width of a table, from which on a short rule parts rows beside a merged cell."""
_WHITE = 0.99
"""The least of each part of a colour that nobody sees on paper. Chosen by hand: 1.0, rounded."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The level lines of a page from top to bottom."""

    long: tuple[Box, ...]
    short: tuple[Box, ...]
    shades: frozenset[Box]
    """Those of the long ones that are the lower edge of a shade."""


def rules_of(page: Any, taken: Sequence[Box]) -> Rules:
    """The rules of a page outside these boxes."""
    drawn = [each for kind in (page.lines, page.rects) for each in kind]
    level = {box for box in map(_box, drawn) if box[3] - box[1] < THICKEST}
    areas = [_box(each) for each in page.rects if _is_shade(each, page)]
    lower = {_flat(each, 3) for each in _join_side_by_side(areas)}
    level |= lower | {_flat(each, 1) for each in _join_side_by_side(areas)}
    apart = sorted(
        (each for each in level if not any(_is_at(each, box) for box in taken)),
        key=lambda each: (each[1], each[0]),
    )
    wide = [(each, each[2] - each[0]) for each in apart]
    return Rules(
        tuple(each for each, width in wide if width >= SHORTEST_RULE),
        tuple(each for each, width in wide if width >= SHORTEST_OF_ALL),
        frozenset(lower),
    )


def _box(drawn: dict[str, Any]) -> Box:
    return (drawn["x0"], drawn["top"], drawn["x1"], drawn["bottom"])


def _flat(area: Box, edge: int) -> Box:
    return (area[0], area[edge], area[2], area[edge])


def _is_shade(drawn: dict[str, Any], page: Any) -> bool:
    high = drawn["bottom"] - drawn["top"]
    ground = high > HIGHEST_SHADE * float(page.height)
    return bool(drawn["fill"]) and not ground and high >= THICKEST and not _is_white(drawn)


def _is_white(drawn: dict[str, Any]) -> bool:
    colour = drawn.get("non_stroking_color")
    parts = tuple(colour) if isinstance(colour, list | tuple) else (colour,)
    if not all(isinstance(each, int | float) for each in parts):
        return False
    return not any(parts) if len(parts) == 4 else all(each >= _WHITE for each in parts)


def _join_side_by_side(areas: Sequence[Box]) -> Iterator[Box]:
    """The areas, those side by side as one: each cell may be an area of its own."""
    held: Box | None = None
    for area in sorted(areas, key=lambda each: (round(each[1]), round(each[3]), each[0])):
        if held and abs(area[1] - held[1]) <= 1 and abs(area[3] - held[3]) <= 1 and (
            area[0] - held[2] <= SAME_PLACE
        ):  # fmt: skip
            held = (held[0], held[1], max(held[2], area[2]), held[3])
        else:
            if held:
                yield held
            held = area
    if held:
        yield held


def _is_at(rule: Box, box: Box) -> bool:
    """Whether a rule belongs to a table that was found already."""
    return box[1] - 1 <= rule[1] <= box[3] + 1 and rule[0] < box[2] and box[0] < rule[2]


def groups_of(rules: Rules) -> Iterator[list[Box]]:
    """Rules that begin and end together, from top to bottom."""
    groups: list[list[Box]] = []
    for rule in rules.long:
        own = next((group for group in groups if _as_wide(group[-1], rule)), None)
        if own is None:
            groups.append([rule])
        elif rule[1] - own[-1][1] > APART:
            own.append(rule)
    yield from groups


def _as_wide(one: Box, other: Box) -> bool:
    return abs(one[0] - other[0]) <= SAME_PLACE and abs(one[2] - other[2]) <= SAME_PLACE


def short_within(rules: Rules, group: Sequence[Box], above: Box, below: Box) -> list[Box]:
    """The rules between two of a group that end with these and leave out the first columns: they
    part rows beside a merged cell."""
    width = group[0][2] - group[0][0]
    return [
        each
        for each in rules.short
        if above[1] + APART < each[1] < below[1] - APART
        and each[0] > above[0] + SAME_PLACE
        and abs(each[2] - above[2]) <= SAME_PLACE
        and each[2] - each[0] >= MOST_OF_RULE * width
    ]
