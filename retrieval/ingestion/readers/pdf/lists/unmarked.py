"""Lists whose items have no mark: lines that stand to the right of a few words above them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from retrieval.ingestion.readers.pdf.lists.marks import END_OF_LINE, ITEM, mark_of
from retrieval.ingestion.readers.pdf.paragraphs import PlacedLine, is_apart

LEAST_INDENT = 0.9
"""Of the letters' size by which such items stand to the right. Chosen by hand: less is a slip."""
MOST_INDENT = 8.0
"""The same at most. Chosen by hand: what stands further to the right is a cell or a column."""
MOST_WORDS, MOST_LETTERS = 8, 60
"""Of what stands above them. Chosen by hand: more is running text."""
SHORT = 0.75
"""Share of the longest line among the items up to which one was not broken to fit the page."""
_ENDED = re.compile(r"[.!?]['\"”)\]]{0,3}\s{0,9}\Z")
_ITEM_ENDED = re.compile(r"[.!?;:]['\"”)\]]{0,3}\s{0,9}\Z")
_BEGINS = re.compile(r"\s{0,9}[A-ZÄÖÜ0-9(\"“]")


def with_unmarked_items(lines: Sequence[PlacedLine], usual: float) -> list[PlacedLine]:
    """The lines of a column, each item of such a list, and what heads it, with a mark."""
    found = list(lines)
    margin = min((line.left for line in lines), default=0.0)
    at = 0
    while at < len(found) - 1:
        end = _list_end(found, at, margin)
        if end > at + 1:
            _mark_items(found, at, end, usual)
        at = max(end, at + 1)
    return found


def _list_end(lines: Sequence[PlacedLine], at: int, margin: float) -> int:
    """Where the lines end that stand to the right of a few words; ``at`` for none."""
    head = lines[at]
    least, most = head.left + LEAST_INDENT * head.size, head.left + MOST_INDENT * head.size
    far = head.left - margin > MOST_INDENT * head.size
    if not _may_head(head) or far or not least <= lines[at + 1].left <= most:
        return at
    end = at + 1
    while end < len(lines) and least <= lines[end].left and _same_face(head, lines[end]):
        if mark_of(lines[end].words, nested=True) or lines[end].down <= lines[end - 1].down:
            return at
        end += 1
    return at if end < len(lines) and _goes_on(lines, at, end) else end


def _goes_on(lines: Sequence[PlacedLine], at: int, end: int) -> bool:
    """Whether the lines between are the first of a paragraph that goes on below them at the margin:
    one line alone, or the beginning of a sentence."""
    above, below = lines[end - 1], lines[end]
    if _may_head(below) or not _same_face(lines[at], below) or _stands_below(above, below):
        return False
    return end == at + 2 or not _ITEM_ENDED.search(above.words[-END_OF_LINE:])


def _stands_below(above: PlacedLine, below: PlacedLine) -> bool:
    """Whether a line stands apart from the one above it, as between paragraphs."""
    return below.down - above.down > 1.5 * below.size or below.down < above.down


def _may_head(line: PlacedLine) -> bool:
    few = len(line.words.split()) <= MOST_WORDS and len(line.words) <= MOST_LETTERS
    marked = mark_of(line.words, nested=False) is not None
    begins = _BEGINS.match(line.words) is not None
    return (
        few
        and begins
        and not marked
        and not line.heavy
        and not _ENDED.search(line.words[-END_OF_LINE:])
    )


def _same_face(one: PlacedLine, other: PlacedLine) -> bool:
    return abs(one.size - other.size) <= 0.05 * one.size and one.heavy == other.heavy


def _mark_items(lines: list[PlacedLine], at: int, end: int, usual: float) -> None:
    """Put a mark before what heads the list, and before each of its items."""
    longest = max(len(line.words) for line in lines[at + 1 : end])
    items = [at, at + 1]
    for number in range(at + 2, end):
        above, line = lines[number - 1], lines[number]
        whole = _ITEM_ENDED.search(above.words[-END_OF_LINE:]) or len(above.words) < SHORT * longest
        shifted = abs(line.left - above.left) > LEAST_INDENT * line.size
        if is_apart(above, line, usual) or shifted or (whole and _BEGINS.match(line.words)):
            items.append(number)
    for number in items:
        lines[number] = replace(lines[number], words=f"{ITEM} {lines[number].words.lstrip()}")
