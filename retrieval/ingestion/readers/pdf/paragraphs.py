"""Lines of a page where they stand, and as paragraphs. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from retrieval.text.pages import goes_on

LARGER_GAP = 1.35
"""Of the usual distance between lines, from which on a paragraph begins. Chosen by hand: half a
line is what is usually put between paragraphs."""
FAR = 3.0
"""Of the letters' size, from which on no line goes on with the one before. Chosen by hand: text
that is set wide has 2.5 from line to line."""
OTHER_SIZE = 1.08
"""By how much letters of a heading are larger. Chosen by hand: 12 beside 11 points."""


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line of a page with where it begins, in points from the page's upper left corner."""

    words: str
    left: float
    down: float
    size: float
    """Of its letters."""
    heavy: bool = False
    """Whether all of its letters are of a heavy face."""
    begins: bool = False
    """Whether a paragraph is known to begin with it."""
    words_left: float = 0.0
    """Where the words behind its mark begin, if that is known."""


def paragraphs(lines: Sequence[PlacedLine]) -> str:
    """The lines in their order, a blank line between paragraphs."""
    usual = usual_distance(lines)
    told = [line.words for line in lines[:1]]
    for above, below in pairwise(lines):
        told += ["", below.words] if is_apart(above, below, usual) else [below.words]
    return "\n".join(told)


def usual_distance(lines: Sequence[PlacedLine]) -> float:
    """That of a quarter of all lines: on a page of short paragraphs many stand further apart."""
    found = sorted(
        below.down - above.down
        for above, below in pairwise(lines)
        if below.down - above.down >= below.size and _alike(above, below)
    )
    return found[len(found) // 4] if found else 0.0


def _alike(one: PlacedLine, other: PlacedLine) -> bool:
    small, large = sorted((one.size, other.size))
    return large <= OTHER_SIZE * small


def is_apart(above: PlacedLine, below: PlacedLine, usual: float) -> bool:
    """Whether a paragraph ends between two lines. A sentence that goes on in small letters is not
    cut, however far apart its lines stand."""
    if below.begins:
        return True
    if goes_on(above.words, below.words):
        return False
    lower = below.down - above.down
    if abs(lower) < min(above.size, below.size):
        return False
    if not _alike(above, below) or above.heavy != below.heavy:
        return True
    if lower < 0:
        # Up and to the right begins the next column, in which a sentence may go on.
        return -lower > 2 * above.size and below.left <= above.left + above.size
    return lower > min(max(LARGER_GAP * usual, 1.5 * below.size), FAR * below.size)
