"""PDF files with lists in lists, each line put at its place."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from retrieval.derivation.segments import segments
from retrieval.ingestion.readers import read_attachment

FACE, SIZE, LEADING, TOP = "Helvetica", 10.0, 13.0, 770.0


@dataclass(frozen=True, slots=True)
class Put:
    """Words of a line and where they begin."""

    left: float
    words: str
    sign: str = ""
    """What stands before them: words, or ``disc`` for one that is drawn."""
    gap: float = 0.0
    """Points more than usual to the line above."""
    size: float = SIZE
    up: bool = False
    """Whether it begins at the top again: the next column."""


def pdf_of(pages: Iterable[Sequence[Put]]) -> bytes:
    """A file with these lines."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=True)
    for page in pages:
        down = TOP
        for line in page:
            down = TOP if line.up else down - LEADING - line.gap
            if line.sign == "disc":
                canvas.circle(line.left - 9, down + 3, 1.5, fill=1)
            elif line.sign:
                canvas.setFont(FACE, line.size)
                canvas.drawString(line.left - 12, down, line.sign)
            canvas.setFont(FACE, line.size)
            canvas.drawString(line.left, down, line.words)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def told(pages: Iterable[Sequence[Put]]) -> dict[str, tuple[str, ...]]:
    """What is read of the file: each claim, and the items that it is in."""
    return claims_of(read_attachment("lists.pdf", pdf_of(pages)))


def claims_of(text: str) -> dict[str, tuple[str, ...]]:
    """Each claim of a text, and the items that it is in."""
    return {
        _plain(text[slice(*each.claim)]): tuple(_plain(text[slice(*span)]) for span in each.parents)
        for each in segments(text)
    }


def _plain(words: str) -> str:
    return " ".join(words.split())
