"""Workbooks: with the words above the tables, and with tables somewhere on their sheets."""

from __future__ import annotations

import io
import re
from typing import Any

import openpyxl
from openpyxl.styles import Font

from evals.documents.layout import WrittenFile
from evals.documents.texts import Table, Text, Words

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SHARE = re.compile(r"(\d+(?:\.\d+)?) ?%")


def one_sheet(text: Text) -> WrittenFile:
    """A sheet with all of it, from its first cell on; numbers as numbers."""
    book, sheet = _book(text)
    row = 1
    for block in text.blocks:
        row += _put(sheet, block, row, 1)
    return _save(book)


def scattered_sheets(text: Text) -> WrittenFile:
    """A sheet for each table, begun further down and right, with words above; a hidden sheet."""
    book, sheet = _book(text)
    held: list[Words | Table] = []
    for block in text.blocks:
        held.append(block)
        if isinstance(block, Table):
            row = 3
            for each in held:
                row += _put(sheet, each, row, 3) + 1
            held = []
            sheet = book.create_sheet(f"Sheet {len(book.worksheets) + 1}")
    for number, each in enumerate(held):
        _put(sheet, each, 2 + number, 2)
    hidden = book.create_sheet("Lists")
    hidden.append(["Not to be read"])
    hidden.sheet_state = "hidden"
    return _save(book)


def _book(text: Text) -> tuple[Any, Any]:
    book = openpyxl.Workbook()
    book.properties.title = text.title
    assert book.active is not None
    return book, book.active


def _save(book: Any) -> WrittenFile:
    target = io.BytesIO()
    book.save(target)
    return WrittenFile(target.getvalue())


def _put(sheet: Any, block: Words | Table, row: int, column: int) -> int:
    """Write a block; how many rows it takes."""
    if isinstance(block, Words):
        sheet.cell(row, column, block.words)
        return 1
    for cell in block.cells:
        place = sheet.cell(row + cell.row, column + cell.column)
        _fill(place, cell.words)
        place.font = Font(bold=cell.row < block.heads)
        if cell.rows > 1 or cell.columns > 1:
            last = (row + cell.row + cell.rows - 1, column + cell.column + cell.columns - 1)
            sheet.merge_cells(None, row + cell.row, column + cell.column, *last)
    return block.row_count + 1


def _fill(place: Any, words: str) -> None:
    """A value as people type it: numbers and shares are numbers."""
    share = _SHARE.fullmatch(words)
    if share and f"{float(share[1]):g}" == share[1]:
        place.value, place.number_format = float(share[1]) / 100, "0.0 %"
    elif _NUMBER.fullmatch(words) and f"{float(words):g}" == words:
        place.value = float(words)
    else:
        place.value = words
