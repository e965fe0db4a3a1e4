"""A page of a PDF as text: its tables row by row, the words around them once, in their order."""

from __future__ import annotations

import io
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from types import TracebackType
from typing import Any, Self

from pdfminer.psexceptions import PSException
from pdfplumber.pdf import PDF
from pdfplumber.utils.exceptions import PdfminerException

from retrieval.ingestion.readers.pdf.borderless.tables import open_tables
from retrieval.ingestion.readers.pdf.lines import is_slanted, lines_of
from retrieval.ingestion.readers.pdf.lists.levels import PageBlock, Prose
from retrieval.ingestion.readers.pdf.lists.marks import (
    drawn_signs,
    with_drawn_signs,
    with_readable_signs,
)
from retrieval.ingestion.readers.pdf.paragraphs import PlacedLine, paragraphs
from retrieval.ingestion.readers.pdf.rotated_text import upright_parts
from retrieval.ingestion.readers.pdf.running_lines import running_lines
from retrieval.ingestion.readers.pdf.tables import PdfTable, drawn_tables, is_inside

MOST_DRAWN = 3_000
"""Lines and areas of a page. Chosen by hand: a table of 60 rows in ten columns has 1,200; what has
more is a drawing, and is read without looking for tables."""
_SAME_COLUMN = 4.0
"""Points by which the columns of a table may shift from page to page. Chosen by hand."""
MOST_ORDERS = 2 << 20
"""Bytes of drawing orders of a page that is looked at for tables. Chosen by hand: a page of words
and tables has about 50,000."""
_FEWEST_STROKES = 2
"""Lines and areas that a table takes at least, if anything of it is drawn."""
_SHORT, _FEWEST_SHORT = 40, 6
"""Characters of a line, and how many such lines may be the rows or cells of a table. By hand."""
_BOW = re.compile(rb"\sc(?=\s)")
_STROKE = re.compile(rb"\s(?:re|l)(?=\s)")


class Layout:
    """Where everything stands on the pages of a file; it is opened with the first page asked for.
    Use it as a context."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._opened: PDF | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._opened is not None:
            self._opened.close()

    def blocks(self, number: int, written: Prose) -> list[PageBlock]:
        """The words and tables of a page; the lines as they are ``written`` where it has no table,
        with the signs that are drawn before items."""
        # Damage surfaces from deep inside as whatever it caused: the page is then read by pypdf
        # alone, which takes more of what is broken.
        try:
            if self._opened is None:
                self._opened = PDF.open(io.BytesIO(self._content))
            page = self._opened.pages[number]
            try:
                return _blocks(page) or [with_drawn_signs(written, drawn_signs(page), -page.height)]
            finally:
                page.close()
        except (
            PSException, PdfminerException, ValueError, TypeError, KeyError, IndexError,
            AttributeError, OSError, RecursionError, AssertionError, NotImplementedError,
            ArithmeticError,
        ):  # fmt: skip
            return [written]


def may_hold_table(page: Any, lines: Sequence[PlacedLine]) -> bool:
    """Whether enough is drawn on a page of pypdf for a table, and not so much that it is a
    drawing; or whether many of its lines are short."""
    contents = page.get_contents()
    orders = contents.get_data() if contents is not None else b""
    if len(orders) > MOST_ORDERS:
        return False
    # The last rows of a table may stand alone on a page.
    if len(lines) < _FEWEST_SHORT and all(len(line.words) <= 2 * _SHORT for line in lines):
        return True
    if sum(len(line.words) <= _SHORT for line in lines) >= _FEWEST_SHORT:
        return True
    strokes = islice(_STROKE.finditer(orders), _FEWEST_STROKES)
    return len(list(strokes)) == _FEWEST_STROKES


def may_hold_signs(page: Any, lines: Sequence[PlacedLine]) -> bool:
    """Whether lines begin at several places and something small may be drawn before them, as
    browsers draw the signs of lists."""
    lefts = sorted(line.left for line in lines)
    if not lines or lefts[-1] - lefts[0] < lines[0].size:
        return False
    contents = page.get_contents()
    orders = contents.get_data() if contents is not None else b""
    return len(orders) <= MOST_ORDERS and _BOW.search(orders) is not None


def _blocks(page: Any) -> list[PageBlock]:
    if len(page.lines) + len(page.rects) + len(page.curves) > MOST_DRAWN:
        return []
    with_readable_signs(page.chars)
    page = page.filter(_stands_straight)
    parts = list(upright_parts(page))
    found = [_part(each, alone=len(parts) == 1) for each in parts]
    tables = any(isinstance(each, PdfTable) for part in found for each in part)
    return [each for part in found for each in part] if tables else []


def _part(page: Any, *, alone: bool) -> list[PageBlock]:
    """The words and tables of a part of a page. What is a table only where it goes on from the page
    before has beside it what the page is without it; for that the part must be ``alone``."""
    tables = drawn_tables(page)
    tables += open_tables(page, [each.box for each in tables])
    whole = [each for each in tables if not each.may_go_on]
    signs = drawn_signs(page)

    def told(chosen: Sequence[PdfTable]) -> list[PageBlock]:
        return [
            each if isinstance(each, PdfTable) else with_drawn_signs(each, signs)
            for each in _in_order(page.chars, chosen)
        ]

    if len(whole) == len(tables) or not alone:
        return told(whole)
    otherwise = tuple(told(whole))
    return told([replace(each, otherwise=otherwise) if each.may_go_on else each for each in tables])


def _in_order(chars: Sequence[dict[str, Any]], tables: Sequence[PdfTable]) -> Iterator[PageBlock]:
    """Words in the order in which the file has them, and each table where its first letter is."""
    waiting = list(tables)
    words: list[dict[str, Any]] = []
    for each in chars:
        inside = next((table for table in tables if is_inside(each, table.box)), None)
        if inside is None:
            words.append(each)
        elif inside in waiting:
            waiting.remove(inside)
            yield from _prose(words)
            yield inside
            words = []
    yield from _prose(words)


def _stands_straight(drawn: dict[str, Any]) -> bool:
    return drawn["object_type"] != "char" or not is_slanted(drawn["matrix"])


def _prose(chars: list[dict[str, Any]]) -> Iterator[Prose]:
    lines = tuple(line for line in lines_of(chars) if line.words.strip())
    if lines:
        yield lines


def without_running(pages: Sequence[Sequence[PageBlock]]) -> list[list[PageBlock]]:
    """The pages, where lines that stand at one place on several are told on the last of them
    alone, behind all else: they would cut what goes on from page to page, and the name of a
    hospital would stand as a heading above all of it."""
    running = running_lines([[*_lines(page)] for page in pages])
    found: list[list[PageBlock]] = []
    for page, own in zip(pages, running, strict=True):
        once = ((line,) for line in _lines(page) if own.get(line))
        found.append([*_others(page, own), *once])
    return found


def _others(page: Sequence[PageBlock], own: Container[PlacedLine]) -> Iterator[PageBlock]:
    """What is left of a page without its ``own`` running lines."""
    for each in page:
        if isinstance(each, PdfTable):
            yield replace(each, otherwise=tuple(_others(each.otherwise, own)))
        elif left := tuple(line for line in each if line not in own):
            yield left


def _lines(page: Sequence[PageBlock]) -> Iterator[PlacedLine]:
    return (line for each in page if not isinstance(each, PdfTable) for line in each)


def with_heads(pages: Sequence[Sequence[PageBlock]]) -> Iterator[Sequence[PageBlock]]:
    """The pages, where a table that goes on from the page before has its head again."""
    last: list[PageBlock] = []
    for page in pages:
        told = list(page)
        if last and told:
            told[0] = _with_head_of(last[-1], told[0])
        left = (each.otherwise for each in told if isinstance(each, PdfTable) and each.otherwise)
        last = list(next(left, told))
        yield last


def _with_head_of(before: PageBlock, after: PageBlock) -> PageBlock:
    """A table, below the head of the one before where it has none and goes on from that."""
    if not (isinstance(before, PdfTable) and isinstance(after, PdfTable)):
        return after
    alike = len(before.columns) == len(after.columns) and all(
        abs(one - other) <= _SAME_COLUMN
        for one, other in zip(before.columns, after.columns, strict=True)
    )
    has_head = after.head_is_bold and before.head_is_bold
    if alike and not has_head and after.rows[0] != before.rows[0]:
        return replace(after, rows=(*_head(before), *after.rows), otherwise=())
    return after


def _head(table: PdfTable) -> tuple[tuple[str, ...], ...]:
    """The rows that head a table: its name, merged cells, and what tells those apart."""
    last = 0
    while last + 1 < len(table.rows) and len(table.rows[last]) == 1:
        last += 1
    head, below = table.rows[last], table.rows[min(last + 1, len(table.rows) - 1)]
    merged = any(one and one == other for one, other in pairwise(head))
    apart = below[0] in ("", head[0]) and below != head and len(below) == len(head)
    return table.rows[: last + 1 + (merged and apart)]


def text_of(page: Sequence[PageBlock]) -> str:
    """The page as text: a blank line before and behind each table."""
    return "\n\n".join(
        "\n".join(each.lines) if isinstance(each, PdfTable) else paragraphs(each) for each in page
    )
