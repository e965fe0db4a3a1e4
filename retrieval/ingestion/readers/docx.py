"""Word documents to text: headings, list items and table rows keep their own lines."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

import docx
from docx.opc.exceptions import OpcError
from docx.oxml.table import CT_Row
from docx.table import Table
from docx.text.paragraph import Paragraph

from retrieval.errors import DocumentUnreadable

MAX_UNPACKED = 256 * 1024 * 1024
"""Bytes. Chosen by hand, as the three below: more than a document needs, and less than would fill
the memory."""
MAX_XML = 64 * 1024 * 1024
"""Unpacked; read as a tree it takes ten times that in memory."""
MAX_ENTRIES = 5_000
MAX_RATIO = 200
"""Unpacked to packed size; honest documents stay below 50. Chosen by hand."""
MOST_SPANNED = 40
"""Columns that one cell may take; a file of 862 bytes asked for 400 million. Chosen by hand: tables
of protocols have about ten."""
_LEVEL = re.compile(r"^(?:Heading|Title|heading)\s*(\d?)")


def docx_text(name: str, content: bytes) -> tuple[str, str]:
    """The title the file states, and its paragraphs and tables in order."""
    _guard(name, content)
    try:
        document = docx.Document(io.BytesIO(content))
        text = "\n\n".join(_blocks(document.iter_inner_content()))
        title = document.core_properties.title or ""
    # Broken XML is a SyntaxError in lxml.
    except (OpcError, SyntaxError, KeyError, ValueError, zipfile.BadZipFile, OSError) as error:
        raise DocumentUnreadable(_damage_sentence(name)) from error
    return title, text


def _guard(name: str, content: bytes) -> None:
    """Refuse a file that unpacks to far more than it shows."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
    except zipfile.BadZipFile as error:
        raise DocumentUnreadable(_damage_sentence(name)) from error
    if any(entry.flag_bits & 1 for entry in entries):
        detail = f"{name} is protected by a password. Save a copy without it and attach that."
        raise DocumentUnreadable(detail)
    # What an entry says of its size is also the most that is unpacked of it.
    unpacked = sum(entry.file_size for entry in entries)
    xml = sum(entry.file_size for entry in entries if entry.filename.endswith((".xml", ".rels")))
    most = min(MAX_UNPACKED, MAX_RATIO * max(len(content), 10_000))
    if unpacked > most or xml > MAX_XML or len(entries) > MAX_ENTRIES:
        detail = f"{name} unpacks to far more than its size. Export it as PDF or text."
        raise DocumentUnreadable(detail)


def _blocks(items: Iterator[Paragraph | Table]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Table):
            yield "\n".join(_rows(item))
        elif item.text.strip():
            yield _marker(item) + " ".join(item.text.split())


def _marker(paragraph: Paragraph) -> str:
    style = (paragraph.style.name if paragraph.style is not None else None) or ""
    heading = _LEVEL.match(style)
    if heading:
        return "#" * min(int(heading[1] or 1), 6) + " "
    return "- " if style.startswith("List") else ""


def _rows(table: Table) -> Iterator[str]:
    """The rows of a table, each with the words of merged cells in every column they reach. A cell
    over all columns heads the rows below it: it is told once."""
    above: list[str] = []
    for row in table._tbl.tr_lst:
        cells = list(_columns(row, above))
        above = [words for words, _ in cells]
        alone = len({number for _, number in cells}) == 1
        yield f"| {' | '.join(above[:1] if alone else above)} |"


def _columns(row: CT_Row, above: list[str]) -> Iterator[tuple[str, int]]:
    """The words of each column, and the number of the cell that they are of. A cell that goes on
    from the row above has the words of that."""
    place = 0
    for _ in range(min(row.grid_before, MOST_SPANNED)):
        yield "", -1
        place += 1
    for number, cell in enumerate(row.tc_lst):
        goes_on = cell.vMerge == "continue" and place < len(above)
        words = above[place] if goes_on else " ".join(_cell_text(cell).split())
        for _ in range(max(1, min(cell.grid_span, MOST_SPANNED))):
            yield words, number
            place += 1


def _cell_text(cell: object) -> str:
    found = cell.iter("{http://schemas.openxmlformats.org/wordprocessingml/2006/main}t")  # type: ignore[attr-defined]
    return " ".join(node.text or "" for node in found)


def _damage_sentence(name: str) -> str:
    return f"{name} is damaged or not a Word document. Save it again as DOCX or PDF."
