"""Word files: as a template makes them, and as many hands have left them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from evals.documents.layout import HEADER, WrittenFile, footer
from evals.documents.texts import Table, Text

_STYLES = {"title": "Title", "heading": "Heading 1", "item": "List Bullet", "paragraph": "Normal"}
_SYMBOLS = {"\N{MULTIPLICATION SIGN}": "F0B4", "\N{DEGREE SIGN}": "F0B0"}
"""Signs that old files take from the face Symbol."""


def from_template(text: Text) -> WrittenFile:
    """Styles, tables with merged cells, a header and a footer."""
    document = _document(text)
    for block in text.blocks:
        if isinstance(block, Table):
            _fill(document.add_table(block.row_count, block.column_count, "Table Grid"), block)
        else:
            document.add_paragraph(block.words, _STYLES[block.kind])
    return _save(document)


def by_many_hands(text: Text) -> WrittenFile:
    """Runs torn apart, signs of the face Symbol, hyphens that do not break, what was deleted
    while changes are tracked, a head that is repeated, tables without a grid's style."""
    document = _document(text)
    for block in text.blocks:
        if isinstance(block, Table):
            table = document.add_table(block.row_count, block.column_count)
            _fill(table, block, torn=True)
            for row in table.rows[: block.heads]:
                row._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {nsdecls('w')}/>"))
        else:
            _tear(document.add_paragraph(style=_STYLES[block.kind]), block.words)
    return _save(document)


def _document(text: Text) -> Any:
    document = docx.Document()
    document.core_properties.title = text.title
    section = document.sections[0]
    section.header.paragraphs[0].text = HEADER
    section.footer.paragraphs[0].text = footer(1)
    return document


def _save(document: Any) -> WrittenFile:
    target = io.BytesIO()
    document.save(target)
    return WrittenFile(target.getvalue())


def _fill(table: Any, told: Table, *, torn: bool = False) -> None:
    for cell in told.cells:
        place = table.cell(cell.row, cell.column)
        if cell.rows > 1 or cell.columns > 1:
            last = table.cell(cell.row + cell.rows - 1, cell.column + cell.columns - 1)
            place = place.merge(last)
        if torn:
            _tear(place.paragraphs[0], cell.words)
        else:
            place.text = cell.words


def _tear(paragraph: Any, words: str) -> None:
    """The words in runs of a few letters each, as editing leaves them."""
    for piece in _pieces(words):
        run = paragraph.add_run()
        for letter in piece:
            run._r.append(parse_xml(_letter(letter)))
    deleted = '<w:del {0} w:id="1" w:author="a"><w:r><w:delText> not</w:delText></w:r></w:del>'
    paragraph._p.append(parse_xml(deleted.format(nsdecls("w"))))


def _pieces(words: str) -> Sequence[str]:
    return [words[at : at + 7] for at in range(0, len(words), 7)]


def _letter(letter: str) -> str:
    if letter in _SYMBOLS:
        return f'<w:sym {nsdecls("w")} w:font="Symbol" w:char="{_SYMBOLS[letter]}"/>'
    if letter == "-":
        return f"<w:noBreakHyphen {nsdecls('w')}/>"
    told = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}.get(letter, letter)
    return f'<w:t {nsdecls("w")} xml:space="preserve">{told}</w:t>'
