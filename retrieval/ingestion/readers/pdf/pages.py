"""A page of a PDF as text: its tables row by row, the words around them once, in their order."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from types import TracebackType
from typing import Any, Self

from pdfminer.psexceptions import PSException
from pdfplumber.pdf import PDF
from pdfplumber.utils.exceptions import PdfminerException

from retrieval.ingestion.readers.pdf.lines import lines_of
from retrieval.ingestion.readers.pdf.open_tables import open_tables
from retrieval.ingestion.readers.pdf.tables import PdfTable, drawn_tables, is_inside

Block = str | PdfTable
MOST_DRAWN = 3_000
"""Lines and areas of a page. Chosen by hand: a table of 60 rows in ten columns has 1,200; what has
more is a drawing, and is read without looking for tables."""
_MOST_RUNNING = 3
"""Lines at a page's beginning and end that may stand on every page. Chosen by hand."""
_SAME_COLUMN = 4.0
"""Points by which the columns of a table may shift from page to page. Chosen by hand."""
MOST_ORDERS = 2 << 20
"""Bytes of drawing orders of a page that is looked at for tables. Chosen by hand: a page of words
and tables has about 50,000."""
_FEWEST_STROKES = 2
"""Lines and areas that a table takes at least, if anything of it is drawn."""
_SHORT, _FEWEST_SHORT = 40, 6
"""Characters of a line, and how many such lines may be the rows or cells of a table. By hand."""
_STROKE = re.compile(rb"\s(?:re|l)(?=\s)")
_DIGITS = re.compile(r"\d+")


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

    def blocks(self, number: int) -> list[Block]:
        """The words and tables of a page, or nothing where it has no table."""
        # Damage surfaces from deep inside as whatever it caused: the page is then read by pypdf
        # alone, which takes more of what is broken.
        try:
            if self._opened is None:
                self._opened = PDF.open(io.BytesIO(self._content))
            page = self._opened.pages[number]
            try:
                return _blocks(page)
            finally:
                page.close()
        except (
            PSException, PdfminerException, ValueError, TypeError, KeyError, IndexError,
            AttributeError, OSError, RecursionError, AssertionError, NotImplementedError,
            ArithmeticError,
        ):  # fmt: skip
            return []


def may_hold_table(page: Any, text: str) -> bool:
    """Whether enough is drawn on a page of pypdf for a table, and not so much that it is a
    drawing; or whether many of its lines are short."""
    contents = page.get_contents()
    orders = contents.get_data() if contents is not None else b""
    if len(orders) > MOST_ORDERS:
        return False
    if sum(len(line) <= _SHORT for line in text.split("\n")) >= _FEWEST_SHORT:
        return True
    strokes = islice(_STROKE.finditer(orders), _FEWEST_STROKES)
    return len(list(strokes)) == _FEWEST_STROKES


def _blocks(page: Any) -> list[Block]:
    if len(page.lines) + len(page.rects) + len(page.curves) > MOST_DRAWN:
        return []
    tables = drawn_tables(page)
    tables += open_tables(page, [each.box for each in tables])
    return list(_in_order(page.chars, tables)) if tables else []


def _in_order(chars: Sequence[dict[str, Any]], tables: Sequence[PdfTable]) -> Iterator[Block]:
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


def _prose(chars: list[dict[str, Any]]) -> Iterator[str]:
    if told := "\n".join(lines_of(chars)).strip():
        yield told


def with_heads(pages: Sequence[Sequence[Block]]) -> Iterator[Sequence[Block]]:
    """The pages, where a table that goes on from the page before has its head again."""
    running = _running_lines(pages)
    yield from pages[:1]
    last = list(pages[0]) if pages else []
    for page in pages[1:]:
        place = _goes_on_at(last, page, running)
        told = list(page)
        if place is not None:
            before, after = _last_table(last), page[place]
            assert isinstance(after, PdfTable)
            assert before is not None
            told[place] = replace(after, rows=(*_head(before), *after.rows))
        yield told
        last = told


def _goes_on_at(last: Sequence[Block], page: Sequence[Block], running: set[str]) -> int | None:
    """The place on the page of a table without a head that goes on from the page before."""
    before, own = _own(last, running), _own(page, running)
    if not before or not own:
        return None
    place = own[0]
    over, under = last[before[-1]], page[place]
    if isinstance(over, PdfTable) and isinstance(under, PdfTable):
        alike = len(over.columns) == len(under.columns) and all(
            abs(one - other) <= _SAME_COLUMN
            for one, other in zip(over.columns, under.columns, strict=True)
        )
        has_head = under.head_is_bold and over.head_is_bold
        if alike and not has_head and under.rows[0] != over.rows[0]:
            return place
    return None


def _own(page: Sequence[Block], running: set[str]) -> list[int]:
    """The blocks that are not only lines of every page."""
    return [
        place
        for place, block in enumerate(page)
        if isinstance(block, PdfTable) or not {_form(each) for each in _lines(block)} <= running
    ]


def _last_table(page: Sequence[Block]) -> PdfTable | None:
    return next((each for each in reversed(page) if isinstance(each, PdfTable)), None)


def _head(table: PdfTable) -> tuple[tuple[str, ...], ...]:
    """The rows that head a table: its name, merged cells, and what tells those apart."""
    last = 0
    while last + 1 < len(table.rows) and len(table.rows[last]) == 1:
        last += 1
    head, below = table.rows[last], table.rows[min(last + 1, len(table.rows) - 1)]
    merged = any(one and one == other for one, other in pairwise(head))
    apart = below[0] in ("", head[0]) and below != head and len(below) == len(head)
    return table.rows[: last + 1 + (merged and apart)]


def _running_lines(pages: Sequence[Sequence[Block]]) -> set[str]:
    """The lines that stand at the beginning or end of more than one page, but for numbers."""
    found: Counter[str] = Counter()
    for page in pages:
        words = [block for block in (*page[:1], *page[-1:]) if isinstance(block, str)]
        lines = [line for block in words for line in _lines(block)]
        found.update({_form(each) for each in (*lines[:_MOST_RUNNING], *lines[-_MOST_RUNNING:])})
    return {form for form, number in found.items() if number > 1}


def _lines(block: str) -> list[str]:
    return [line for line in block.split("\n") if line.strip()]


def _form(line: str) -> str:
    return _DIGITS.sub("#", " ".join(line.split()))


def text_of(page: Sequence[Block]) -> str:
    """The page as text: a blank line before and behind each table."""
    return "\n\n".join(
        "\n".join(each.lines) if isinstance(each, PdfTable) else each for each in page
    )
