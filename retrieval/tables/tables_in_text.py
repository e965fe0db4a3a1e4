"""The tables of a file, from the text that a reader of files made of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from retrieval.reports.lines import lines_of
from retrieval.tables.contract import MISSING, DataTable, TableColumn, number_of
from retrieval.text.cell_bars import unescape_bars

FEWEST_ROWS = 2
"""Rows of data below the heads; fewer are no table of data. Chosen by hand."""


@lru_cache(maxsize=20)
def tables_of(text: str) -> tuple[DataTable, ...]:
    """Every table of a text whose rows are lines between bars: each sheet of a workbook, or the one
    table of a CSV. Its first row of several names is its head."""
    found: list[DataTable] = []
    name, rows = "", list[list[str]]()
    for line in lines_of(text):
        if line.is_row:
            rows.append([unescape_bars(cell.written) for cell in line.cells])
        elif line.words.startswith("## ") or (line.words and rows):
            found += _table(name, rows)
            name, rows = line.words.removeprefix("## "), []
    return (*found, *_table(name, rows))


def _table(name: str, rows: Sequence[Sequence[str]]) -> list[DataTable]:
    first = next((place for place, row in enumerate(rows) if _is_head(row)), None)
    if first is None:
        return []
    heads = _unique(rows[first])
    fitting = [row for row in rows[first + 1 :] if _fits(row, len(heads))]
    if len(fitting) < FEWEST_ROWS:
        return []
    padded = [[*row, *[""] * (len(heads) - len(row))] for row in fitting]
    columns = tuple(
        TableColumn(head, tuple(_value(row[place]) for row in padded))
        for place, head in enumerate(heads)
    )
    return [DataTable(name, columns, len(rows) - first - 1 - len(fitting))]


def _is_head(row: Sequence[str]) -> bool:
    told = [cell for cell in row if cell]
    return len(told) > 1 and not any(number_of(cell) is not None for cell in told)


def _fits(row: Sequence[str], width: int) -> bool:
    """Whether a row has its cells below the heads. One cell alone heads others, or is a note."""
    return len(row) <= width and (width == 1 or len([cell for cell in row if cell]) > 1)


def _value(cell: str) -> str:
    return "" if cell.lower() in MISSING else cell


def _unique(heads: Sequence[str]) -> list[str]:
    """The heads, each told apart: a second column of a name gets its number."""
    found: list[str] = []
    for place, head in enumerate(heads, start=1):
        name = head or f"column {place}"
        found.append(name if name not in found else f"{name} ({place})")
    return found
