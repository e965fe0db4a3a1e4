"""A page of areas that are called rows and cells, a form of Word that frames everything in a table,
a workbook with rows and columns that are filtered out."""

from __future__ import annotations

import html
import io
from collections.abc import Iterator
from typing import Any

import docx
import openpyxl

from evals.documents.layout import WrittenFile
from evals.documents.texts import Table, Text

_TAGS = {"title": "h1", "heading": "h2", "paragraph": "p"}


def page_of_areas(text: Text) -> WrittenFile:
    """A page as programs for forms write it: rows and cells by their roles."""
    body = "".join(_areas(text))
    page = (
        f"<!doctype html><html><head><meta charset=utf-8><title>{_e(text.title)}</title></head>"
        f"<body><main><div class=wrap>{body}</div></main></body></html>"
    )
    return WrittenFile(page.encode())


def _areas(text: Text) -> Iterator[str]:
    for block in text.blocks:
        if isinstance(block, Table):
            rows = "".join(_area_row(block, row) for row in range(block.row_count))
            yield f'<div role="table" class="t"><div role="rowgroup">{rows}</div></div>'
        elif block.kind == "item":
            yield f"<ul><li><div>{_e(block.words)}</div></li></ul>"
        else:
            yield f"<{_TAGS[block.kind]}><span>{_e(block.words)}</span></{_TAGS[block.kind]}>"


def _area_row(table: Table, row: int) -> str:
    """The words of merged cells stand in each place: such tables have no spans."""
    role = "columnheader" if row < table.heads else "cell"
    cells = "".join(f'<div role="{role}"><p>{_e(each)}</p></div>' for each in table.rows[row])
    return f'<div role="row">{cells}</div>'


def _e(words: str) -> str:
    return html.escape(words, quote=False)


def framed_form(text: Text) -> WrittenFile:
    """A form: a table of one column lays out the page, and the tables stand in its cells."""
    document = docx.Document()
    document.core_properties.title = text.title
    frame = document.add_table(1, 1)
    place = frame.cell(0, 0)
    for number, block in enumerate(text.blocks):
        if isinstance(block, Table):
            _fill(place.add_table(block.row_count, block.column_count), block)
            place = frame.add_row().cells[0]
        elif number == 0:
            place.paragraphs[0].text = block.words
        else:
            place.add_paragraph(block.words)
    target = io.BytesIO()
    document.save(target)
    return WrittenFile(target.getvalue())


def _fill(table: Any, told: Table) -> None:
    for cell in told.cells:
        place = table.cell(cell.row, cell.column)
        last = table.cell(cell.row + cell.rows - 1, cell.column + cell.columns - 1)
        (place.merge(last) if cell.rows + cell.columns > 2 else place).text = cell.words


def filtered_book(text: Text) -> WrittenFile:
    """A sheet on which rows and a column are hidden: they hold what an older version said."""
    book = openpyxl.Workbook()
    book.properties.title = text.title
    sheet: Any = book.active
    row = 2
    for block in text.blocks:
        if not isinstance(block, Table):
            sheet.cell(row, 2, block.words)
            row += 1
            continue
        for cell in block.cells:
            at = (row + cell.row, 2 + cell.column)
            sheet.cell(*at, cell.words)
            if cell.rows > 1 or cell.columns > 1:
                to = (at[0] + cell.rows - 1, at[1] + cell.columns - 1)
                sheet.merge_cells(None, *at, *to)
        row += block.row_count
        for column in range(block.column_count):
            sheet.cell(row, 2 + column, f"old value {row}")
        sheet.row_dimensions[row].hidden = True
        row += 2
    sheet.cell(3, 1, "calculated, not to be read")
    sheet.column_dimensions["A"].hidden = True
    target = io.BytesIO()
    book.save(target)
    return WrittenFile(target.getvalue())
