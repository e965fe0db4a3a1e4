"""Cuts text into sentences without losing a character: spans, never copies. Pure.

Headings, list items and table rows end where their line (or item) ends, whatever stands in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

SpanKind = Literal["sentence", "heading", "row"]

_FENCE = re.compile(r"^[ \t]*(```|~~~)")
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(?=\S)")
_ITEM = re.compile(r"^[ \t]*(?:[-*+•‣–]|\(?\d{1,3}[.)]|\(?[a-z]\))[ \t]+(?=\S)")
_QUOTE = re.compile(r"^[ \t]*>(?![ \t]?\d)[ \t]?")
_ROW = re.compile(r"^[ \t]*\|")
_WORDLESS = re.compile(r"^[\W_]*$")

_END = re.compile(
    r"""(?P<mark>(?<![.!?…])[.!?…]++)         # how it ends
        (?P<close>["'”’»)\]*_]*(?:[ ]?\[\d+(?:[,–-]\s?\d+)*\])*)  # what may still belong to it
        (?P<gap>\s+)
        (?=(?P<next>(?!\[\d+[\],–-])\S+))""",
    re.VERBOSE,
)
_BEGINS = re.compile(r"""["'“‘«(\[*_]*(?:[^\W\da-z_]|\d|[a-z]+-?[A-Z\d])""")
_LAST_WORD = re.compile(r"[^\s(\[“\"']+$")
_DOTTED = re.compile(r"^(?:[A-Za-z]\.)+[A-Za-z]$")

_NEVER = "e.g i.e vs cf approx ca dr prof mr mrs ms st incl esp viz resp dept fig figs"
_NUMBERED = "ext tel no nos fig figs ref refs vol p pp eq tab table sec ver ch art nr"
_EITHER = "al etc jr sr inc ltd co ph.d"
_OPENING = """
the this these those in it its a an patients if for when however do no all most at as on with after
before we there they both such to
"""
_NEVER_END = frozenset(_NEVER.split())
_BEFORE_NUMBER = frozenset(_NUMBERED.split())
_MAY_END = frozenset(_EITHER.split())
_OPENERS = frozenset(_OPENING.split())


LOOKED_BACK = 80
"""Characters before a mark that decide whether a sentence ends there. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Span:
    """A sentence, heading or table row at ``start:end``."""

    start: int
    end: int
    kind: SpanKind


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that belong together. ``first`` is where its own words begin, after any marker."""

    first: int
    end: int
    kind: SpanKind
    open: bool
    """Whether the next plain line continues it."""


def split(text: str) -> tuple[Span, ...]:
    """All spans in order; they do not overlap, and between them stands nothing with a letter."""
    return tuple(span for block in _blocks(text) for span in _sentences(text, block))


def _blocks(text: str) -> Iterator[_Block]:
    current: _Block | None = None
    for start, end in _lines(text):
        block = _block(text, start, end)
        if block is not None and current is not None and block.open and _continues(text, start):
            current = _Block(current.first, end, current.kind, open=True)
            continue
        if current is not None:
            yield current
        if block is None or not block.open:
            current = None
            if block is not None:
                yield block
        else:
            current = block
    if current is not None:
        yield current


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line)
        start += len(line)


def _block(text: str, start: int, end: int) -> _Block | None:
    """The block that this line alone would be; None when it says nothing."""
    line = text[start:end]
    if _WORDLESS.match(line) or _FENCE.match(line):
        return None
    if _ROW.match(line):
        return _Block(start, end, "row", open=False)
    heading = _HEADING.match(line)
    if heading:
        return _Block(start + heading.end(), end, "heading", open=False)
    item = _ITEM.match(line) or _QUOTE.match(line)
    return _Block(start + item.end() if item else start, end, "sentence", open=True)


def _continues(text: str, start: int) -> bool:
    """Whether this line goes on with the block before: it is no item of its own."""
    return not _ITEM.match(text[start : start + 120])


def _sentences(text: str, block: _Block) -> Iterator[Span]:
    start = block.first
    if block.kind == "sentence":
        for found in _END.finditer(text, block.first, block.end):
            if found.start("mark") >= start and _ends(text, start, found):
                yield from _trim(text, start, found.end("close"), block.kind)
                start = found.end("gap")
    yield from _trim(text, start, block.end, block.kind)


def _trim(text: str, start: int, end: int, kind: SpanKind) -> Iterator[Span]:
    piece = text[start:end]
    if _WORDLESS.match(piece):
        return
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    yield Span(start, end, kind)


def _ends(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a sentence ends at this mark."""
    following = found["next"]
    if not _BEGINS.match(following):
        return False
    if found["mark"] != ".":
        return True
    mark = found.start("mark")
    before = text[max(start, mark - LOOKED_BACK) : mark]
    last = _LAST_WORD.search(before)
    return last is None or _word_may_end(last[0], before[: last.start()], following)


def _word_may_end(word: str, before: str, following: str) -> bool:
    """Whether ``word`` and a full stop end a sentence, given what stands around them."""
    lowered = word.lower()
    if lowered in _NEVER_END:
        return False
    if lowered in _BEFORE_NUMBER:
        return not following[0].isdigit()
    opener = following.strip("\"'“‘«(,").lower() in _OPENERS
    if lowered in _MAY_END or _DOTTED.match(word):
        return opener
    if len(word) == 1 and word.isupper():
        previous = before.split()
        return opener or bool(previous and previous[-1][0].islower())
    return True
