"""Word documents to text: headings, list items and table rows keep their own lines."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

import docx
from docx.opc.exceptions import OpcError
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
    for row in table.rows:
        cells = [cell._tc for cell in row.cells]
        if len(set(cells)) == 1:
            cells = cells[:1]
        texts = [" ".join(text.split()) for text in map(_cell_text, cells)]
        yield f"| {' | '.join(texts)} |"


def _cell_text(cell: object) -> str:
    found = cell.iter("{http://schemas.openxmlformats.org/wordprocessingml/2006/main}t")  # type: ignore[attr-defined]
    return " ".join(node.text or "" for node in found)


def _damage_sentence(name: str) -> str:
    return f"{name} is damaged or not a Word document. Save it again as DOCX or PDF."
