"""Spreadsheets and tables of text to text: a heading for each sheet, a line for each row."""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from itertools import filterfalse
from typing import Any

import openpyxl
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.utils.cell import range_boundaries
from openpyxl.utils.exceptions import InvalidFileException

from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.readers.archives import refuse_bomb
from retrieval.ingestion.readers.plain import plain_text
from retrieval.text.cell_bars import escape_bars
from retrieval.text.decimal_commas import with_decimal_points

MOST_ROWS = 20_000
"""Of a sheet. Chosen by hand: a table that people read has hundreds."""
MOST_COLUMNS = 60
"""Chosen by hand: what stands further right is a calculation, no table."""
_SHOWS_NOTHING = ";;;"
"""The format of numbers under which a cell shows neither number nor text."""
_TRIED = 20_000
"""Characters of a table from which its separator is told. Chosen by hand: some hundred rows; the
whole would take seconds."""
MOST_MERGED = 500_000
"""Cells of a sheet that are merged with others. Chosen by hand: openpyxl fills them in a few
seconds, and no sheet that people read has so many."""
_SHEET = re.compile(r"/?xl/worksheets/[^/]{1,100}\.xml", re.IGNORECASE)
_MERGED = re.compile(
    rb"mergeCell\s[^<>]{0,40}?ref=[\"']([A-Za-z]{1,3}\d{1,7}:[A-Za-z]{1,3}\d{1,7})"
)
_SEPARATORS = ",;\t|"
_SEPARATOR_LINE = re.compile(r"\A\ufeff?sep=[,;\t|]\r?\n", re.IGNORECASE)
"""Excel's own first line, which tells the separator."""
_LONGEST_CELL = 100_000
"""Characters. Chosen by hand: three times what Excel's cells hold (32,767)."""


def spreadsheet_text(name: str, content: bytes) -> tuple[str, str]:
    """The title the file states, and its visible sheets without hidden rows and columns. Formulas
    are read as the values that were stored with them; merged cells stand in each row and column
    they reach. Raises :class:`DocumentUnreadable`."""
    damaged = f"{name} is damaged or not a spreadsheet. Save it again as XLSX or CSV."
    refuse_bomb(name, content, damaged)
    try:
        _refuse_wide_merges(name, content)
        with warnings.catch_warnings(action="ignore"):
            book = openpyxl.load_workbook(io.BytesIO(content), data_only=True, rich_text=True)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        parts = [f"## {sheet.title}\n\n{rows}" for sheet in sheets if (rows := _rows(name, sheet))]
        title = book.properties.title or ""
    # Whatever a broken file made of openpyxl.
    except (
        InvalidFileException, zipfile.BadZipFile, SyntaxError, KeyError, ValueError, TypeError,
        IndexError, AttributeError, OSError,
    ) as error:  # fmt: skip
        raise DocumentUnreadable(damaged) from error
    return title, "\n\n".join(parts)


def _refuse_wide_merges(name: str, content: bytes) -> None:
    """Refuse a workbook with areas of merged cells that openpyxl would fill for minutes."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        for part in filter(_SHEET.match, packed.namelist()):
            cells = 0
            for area in _MERGED.finditer(packed.read(part)):
                left, top, right, bottom = range_boundaries(area[1].decode("ascii"))
                cells += ((right or 0) - (left or 0) + 1) * ((bottom or 0) - (top or 0) + 1)
            if cells > MOST_MERGED:
                detail = f"{name} merges more cells than I can read. Save it again as CSV."
                raise DocumentUnreadable(detail)


def separated_text(name: str, content: bytes) -> tuple[str, str]:
    """A table whose cells are parted by commas, semicolons, tabs or bars. Decimal commas become
    points where commas part no cells. Comments stand before and behind the table. Raises
    :class:`DocumentUnreadable`."""
    text = _SEPARATOR_LINE.sub("", plain_text(name, content)[1])
    above, text, below = _comments_apart(text)
    try:
        dialect: Any = csv.Sniffer().sniff(text[:_TRIED], _SEPARATORS)
    except csv.Error:
        dialect = csv.excel_tab if "\t" in text[:_TRIED] else csv.excel
    # The first lines may hold no quotation mark within quotation marks, and later ones do.
    if dialect.quotechar == '"' and not dialect.doublequote:
        dialect.doublequote = True
    csv.field_size_limit(_LONGEST_CELL)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), dialect))
    except csv.Error as error:
        detail = f"{name} is no table that I can read. Save it again as CSV or XLSX."
        raise DocumentUnreadable(detail) from error
    if dialect.delimiter != ",":
        rows = with_decimal_points(rows)
    table = "\n".join(_lines(rows, merged=False))
    return "", "\n\n".join(filter(None, (above, table, below)))


def _comments_apart(text: str) -> tuple[str, str, str]:
    """The comments above a table without their sign, the table, and the comments below it. The
    last line of comments above that has as many separators as the next line heads its columns."""
    lines = text.splitlines()
    first = next((n for n, each in enumerate(lines) if not each.startswith("#")), len(lines))
    last = len(lines) - next(
        (n for n, each in enumerate(reversed(lines)) if each.strip() and each[:1] != "#"), 0
    )
    if first >= last:
        return "", text, ""
    head = lines[first - 1].lstrip("# ") if first else ""
    if head and any(0 < head.count(s) == lines[first].count(s) for s in _SEPARATORS):
        is_number = lines[first - 1][1:2] in _SEPARATORS
        lines[first - 1], first = lines[first - 1] if is_number else head, first - 1
    parts = lines[:first], lines[first:last], lines[last:]
    above, table, below = (
        "\n".join(each.lstrip("# ") for each in part) if n != 1 else "\n".join(part)
        for n, part in enumerate(parts)
    )
    return above.strip(), f"{table}\n", below.strip()


def _rows(name: str, sheet: Any) -> str:
    if sheet.max_row > MOST_ROWS:
        detail = f"{name} has more than {MOST_ROWS} rows. Attach the part that matters."
        raise DocumentUnreadable(detail)
    merged = _words_of_merged(sheet)
    most = min(sheet.max_column, MOST_COLUMNS)
    hidden = _hidden_columns(sheet)
    filtered = _filtered_rows(sheet)
    rows = [
        [
            merged.get((cell.row, cell.column)) or _words_of(cell)
            for cell in row
            if cell.column not in hidden
        ]
        for number, row in enumerate(sheet.iter_rows(max_col=most), start=1)
        if number in filtered or not sheet.row_dimensions[number].hidden
    ]
    return "\n".join(_lines(_from_first_column(rows)))


def _hidden_columns(sheet: Any) -> set[int]:
    """The columns that somebody has hidden."""
    held = [each for each in sheet.column_dimensions.values() if each.hidden]
    return {
        number
        for each in held
        for number in range(each.min or 0, min(each.max or 0, MOST_COLUMNS) + 1)
    }


def _filtered_rows(sheet: Any) -> range:
    """The rows over which a filter is set: it hides what is not looked for just now, and what holds
    none the less."""
    reach = sheet.auto_filter.ref
    if not reach:
        return range(0)
    _, first, _, last = range_boundaries(reach)
    return range(first or 1, (last or sheet.max_row) + 1)


def _from_first_column(rows: list[list[str]]) -> list[list[str]]:
    """The rows without the columns on the left in which nothing stands."""
    begins = [next((at for at, cell in enumerate(row) if cell.strip()), None) for row in rows]
    first = min((at for at in begins if at is not None), default=0)
    return [row[first:] for row in rows]


def _words_of_merged(sheet: Any) -> dict[tuple[int, int], str]:
    """The words of merged cells by row and column."""
    found: dict[tuple[int, int], str] = {}
    for area in sheet.merged_cells.ranges:
        words = _words_of(sheet.cell(area.min_row, area.min_col))
        for row in range(area.min_row, min(area.max_row, sheet.max_row) + 1):
            for column in range(area.min_col, min(area.max_col, MOST_COLUMNS) + 1):
                found[row, column] = words
    return found


def _lines(rows: Iterable[list[str]], *, merged: bool = True) -> Iterator[str]:
    """A line for each row that says something, without the empty cells at its end. Where cells may
    be merged, one over all columns is told once: it heads the rows below it."""
    for cells in rows:
        words = [escape_bars(" ".join(cell.split())) for cell in cells]
        while words and not words[-1]:
            words.pop()
        if merged and len(set(words)) == 1:
            words = words[:1]
        if words:
            yield f"| {' | '.join(words)} |"


def _words_of(cell: Any) -> str:
    """The value as it is written: dates in ISO form, shares in percent where the cell is so. What
    is struck out holds no longer, and is not read, nor what the cell's format hides."""
    value = cell.value
    if value is None or (cell.font is not None and cell.font.strike):
        return ""
    if cell.number_format == _SHOWS_NOTHING:
        return ""
    if isinstance(value, CellRichText):
        return "".join(map(str, filterfalse(_is_struck, value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        share = "%" in (cell.number_format or "")
        return f"{value * 100:.10g}%" if share else f"{value:.15g}"
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes") if value.time() != time() else f"{value.date()}"
    return value.isoformat() if isinstance(value, date | time) else str(value)


def _is_struck(part: str | TextBlock) -> bool:
    return isinstance(part, TextBlock) and bool(part.font.strike)
