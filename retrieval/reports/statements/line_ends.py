"""Where a sentence of a report ends with its line, though no mark says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from retrieval.reports.contract import Span

BEGINS_ANEW = re.compile(r"[-*•‣–▪A-Z]|\d{1,3} [A-Z]")
_LABEL = re.compile(r"[A-Z][\w /&()-]{2,40}: ")
"""How a line begins that names what it is on."""
GOES_ON = re.compile(
    r"(?i)(?:(?<![\w>/.-])(?:no|not|nor|neither|or|and|of|the|in|for|with|without|an?|are|is|was|were|by|to|from"
    r"|whether|if|than)|[,/(–-])$"
)
"""How a line ends that the next one goes on with; the base at the end of "c.209+5G>A" is no
word."""


def ends_early(above: str, words: str, width: int) -> bool:
    """Whether a line ends though the first word of the next one had room in it: what is broken for
    its width does not."""
    first = words.split(maxsplit=1)[0]
    has_room = len(above.strip()) + 1 + len(first) <= width or bool(_LABEL.match(words))
    return has_room and bool(BEGINS_ANEW.match(words)) and not GOES_ON.search(above.strip())


def lines_in(words: str, start: int) -> Iterator[Span]:
    """Where the lines stand that are not empty."""
    for line in words.split("\n"):
        bare = line.strip(" \t\f\r")
        if bare:
            at = start + line.index(bare)
            yield at, at + len(bare)
        start += len(line) + 1


def parts_of(text: str, start: int, end: int) -> Iterator[Span]:
    """A sentence cut behind each line that ends early."""
    lines = list(lines_in(text[start:end], start))
    width = max((last - first for first, last in lines), default=0)
    for above, line in pairwise(lines):
        if ends_early(text[slice(*above)], text[slice(*line)], width):
            yield start, above[1]
            start = line[0]
    yield start, end
