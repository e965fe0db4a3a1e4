"""The lines of a page as pypdf reads them, with where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

from retrieval.ingestion.readers.pdf.lines import is_heavy, is_slanted
from retrieval.ingestion.readers.pdf.paragraphs import PlacedLine

_Matrix = Sequence[float]


class _Lines:
    """Collects what pypdf tells of a page piece by piece: words, and where they begin."""

    def __init__(self) -> None:
        self.found: list[PlacedLine] = []
        self._words: list[str] = []
        self._place: tuple[float, float] = (0.0, 0.0)
        self._size = 0.0
        self._heavy = True

    def take(self, text: str, around: _Matrix, own: _Matrix, font: Any, size: float) -> None:
        matrix = _product(own, around)
        if not text or is_slanted(matrix):
            return
        for number, part in enumerate(text.split("\n")):
            if number:
                self.end()
            if not part:
                continue
            if not any(map(str.strip, self._words)):
                self._words, self._place = [], _down_and_right(matrix)
                self._size, self._heavy = 0.0, True
            self._words.append(part)
            self._heavy &= not part.strip() or is_heavy(_face(font))
            self._size = max(self._size, abs(size) * hypot(*matrix[:2]))

    def end(self) -> None:
        """End the line."""
        words = "".join(self._words).rstrip()
        if words.strip():
            down, right = self._place
            self.found.append(PlacedLine(words, right, down, self._size, self._heavy))
        self._words = []


def written_lines(page: Any) -> list[PlacedLine]:
    """The lines of a page of pypdf, in the order in which the file has them."""
    lines = _Lines()
    page.extract_text(visitor_text=lines.take)
    lines.end()
    return lines.found


def _face(font: Any) -> str:
    return str(font.get("/BaseFont", "")) if font else ""


def _product(one: _Matrix, other: _Matrix) -> tuple[float, ...]:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
            e * g + f * i + k, e * h + f * j + m)  # fmt: skip


def _down_and_right(matrix: tuple[float, ...]) -> tuple[float, float]:
    """How far down and right a line begins, as it is read, wherever it runs on the page."""
    across, up, *_, x, y = matrix
    if abs(across) >= abs(up):
        return (-y, x) if across >= 0 else (y, -x)
    return (x, y) if up > 0 else (-x, -y)
