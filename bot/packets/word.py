"""A packet as a DOCX file."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import category

from docx import Document

from bot.packets.contents import LineKind, PacketLine, PacketRun, sections_of
from bot.packets.markdown import NOTICE, TITLE
from bot.rendering.links import web_address

_STYLES: Mapping[LineKind, str] = {"text": "Normal", "item": "List Bullet", "quote": "Quote"}


def write_docx(runs: Sequence[PacketRun]) -> bytes:
    """All runs, one below the other."""
    document = Document()
    document.core_properties.title = TITLE
    document.core_properties.author = "Curbside"
    document.add_heading(TITLE, 0)
    document.add_paragraph(NOTICE)
    for number, run in enumerate(runs, 1):
        if len(runs) > 1:
            document.add_heading(f"{number}. Run {run.view.run_id}", 1)
        for section in sections_of(run):
            document.add_heading(section.title, 2 if len(runs) > 1 else 1)
            for line in section.lines:
                _add_line(document, line)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _add_line(document: Any, line: PacketLine) -> None:
    address = web_address(line.link)
    words = f"{line.words} {address}" if address else line.words
    document.add_paragraph(_without_controls(words), style=_STYLES[line.kind])


def _without_controls(words: str) -> str:
    """XML has no room for control characters, halves of characters and what is none."""
    return "".join(
        mark for mark in words if mark in "\n\t" or category(mark) not in ("Cc", "Cs", "Cn")
    )
