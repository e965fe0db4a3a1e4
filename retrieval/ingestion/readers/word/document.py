"""Word documents to text: headings, list items and table rows keep their own lines, as do text
boxes and notes, behind the paragraph that they stand at."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping

import docx
from docx.document import Document
from docx.opc.exceptions import OpcError
from docx.oxml.table import CT_Row, CT_Tbl, CT_Tc
from docx.table import Table
from docx.text.paragraph import Paragraph

from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.readers.archives import refuse_bomb
from retrieval.ingestion.readers.word.lists import bullets_of, mark_of_item
from retrieval.ingestion.readers.word.namespace import W
from retrieval.ingestion.readers.word.unseen import drop_unseen
from retrieval.ingestion.readers.word.words import (
    cell_words,
    is_a,
    notes_of,
    paragraph_words,
    parsed_notes,
    parts_of,
    takes_away,
)

MOST_SPANNED = 40
"""Columns that one cell may take; a file of 862 bytes asked for 400 million. Chosen by hand: tables
of protocols have about ten."""
_LEVEL = re.compile(r"^(?:Heading|Title|heading)\s*(\d?)")


def docx_text(name: str, content: bytes) -> tuple[str, str]:
    """The title the file states, and its paragraphs and tables in order. Raises
    :class:`DocumentUnreadable`."""
    refuse_bomb(name, content, _damage_sentence(name))
    try:
        document = docx.Document(io.BytesIO(content))
        _drop_struck_styles(document)
        notes_apart = parsed_notes(document)
        drop_unseen(document, *notes_apart.values())
        notes = notes_of(notes_apart)
        items = _paragraphs_and_tables(document)
        text = "\n\n".join(_blocks(items, notes, bullets_of(document)))
        title = document.core_properties.title or ""
    # Broken XML is a SyntaxError in lxml.
    except (OpcError, SyntaxError, KeyError, ValueError, zipfile.BadZipFile, OSError) as error:
        raise DocumentUnreadable(_damage_sentence(name)) from error
    return title, text


def _drop_struck_styles(document: Document) -> None:
    """Take away the runs whose style strikes out or hides their letters."""
    struck = {style.style_id for style in document.styles if takes_away(style.element.rPr)}
    if not struck:
        return
    body = document.element.body
    for tag, of in (("r", "rStyle"), ("p", "pStyle")):
        for node in list(body.iter(f"{W}{tag}")):
            named = node.find(f"{W}{tag}Pr/{W}{of}")
            if named is not None and named.get(f"{W}val") in struck:
                for run in [node] if tag == "r" else list(node.iter(f"{W}r")):
                    run.getparent().remove(run)


def _paragraphs_and_tables(document: Document) -> Iterator[Paragraph | Table]:
    """Those of the body in order, with what stands in content controls and in frames."""
    waiting = list(reversed(list(parts_of(document.element.body, "p", "tbl"))))
    while waiting:
        element = waiting.pop()
        if is_a(element, "p"):
            yield Paragraph(element, document)
        elif _is_frame(element):
            cells = (
                cell for row in parts_of(element, "tr") for cell in parts_of(row, "tc")
                if cell.vMerge != "continue"
            )  # fmt: skip
            inner = [part for cell in cells for part in parts_of(cell, "p", "tbl")]
            waiting += reversed(inner)
        else:
            yield Table(element, document)


def _is_frame(table: CT_Tbl) -> bool:
    """Whether a table lays out a page: it has tables in it, and one column, or most of its words in
    those."""
    rows = [list(parts_of(row, "tc")) for row in parts_of(table, "tr")]
    single = all(len(cells) == 1 for cells in rows)
    inner = [table for cells in rows for cell in cells for table in parts_of(cell, "tbl")]
    return bool(inner) and (single or 2 * sum(map(_letters_in, inner)) > _letters_in(table))


def _letters_in(table: CT_Tbl) -> int:
    return sum(len(each.text or "") for each in table.iter(f"{W}t"))


def _blocks(
    items: Iterator[Paragraph | Table],
    notes: Mapping[tuple[str, str], str],
    bullets: frozenset[tuple[str, int]],
) -> Iterator[str]:
    told: list[str] = []
    for item in items:
        if isinstance(item, Table):
            beside: list[str] = []
            yield "\n".join(_rows(item, notes, told, beside))
            yield from beside
            continue
        words, after = paragraph_words(item._p, notes, told)
        if words:
            yield _marker(item, bullets) + words
        yield from after


def _marker(paragraph: Paragraph, bullets: frozenset[tuple[str, int]]) -> str:
    style = (paragraph.style.name if paragraph.style is not None else None) or ""
    heading = _LEVEL.match(style)
    if heading:
        return "#" * min(int(heading[1] or 1), 6) + " "
    return mark_of_item(paragraph, bullets)


def _rows(
    table: Table, notes: Mapping[tuple[str, str], str], told: list[str], beside: list[str]
) -> Iterator[str]:
    """The rows of a table, each with the words of merged cells in every column they reach. A cell
    over all columns heads the rows below it: it is told once. Notes and text boxes of the cells
    are put to ``beside``."""

    def read(cell: CT_Tc) -> str:
        words, after = cell_words(cell, notes, told)
        beside.extend(after)
        return words

    above: list[str] = []
    for row in parts_of(table._tbl, "tr"):
        cells = list(_columns(row, above, read))
        above = [words for words, _ in cells]
        alone = len({number for _, number in cells}) == 1
        yield f"| {' | '.join(above[:1] if alone else above)} |"


def _columns(
    row: CT_Row, above: list[str], read: Callable[[CT_Tc], str]
) -> Iterator[tuple[str, int]]:
    """The words of each column, and the number of the cell that they are of. A cell that goes on
    from the row above has the words of that."""
    place = 0
    for _ in range(min(row.grid_before, MOST_SPANNED)):
        yield "", -1
        place += 1
    for number, cell in enumerate(parts_of(row, "tc")):
        goes_on = cell.vMerge == "continue" and place < len(above)
        words = above[place] if goes_on else read(cell)
        for _ in range(max(1, min(cell.grid_span, MOST_SPANNED))):
            yield words, number
            place += 1


def _damage_sentence(name: str) -> str:
    return f"{name} is damaged or not a Word document. Save it again as DOCX or PDF."
