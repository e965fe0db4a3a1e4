"""Draws PDF files with tables as protocols have them, each with the rows that it shows."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

SIZE, LEADING, PADDING = 9, 11, 4
LEFT = 50


@dataclass
class Drawing:
    """The drawing orders of one page of 595 by 842 points."""

    orders: list[str] = field(default_factory=list)

    def say(self, x: float, y: float, words: str, *, bold: bool = False) -> None:
        told = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        face = "F2" if bold else "F1"
        self.orders.append(f"BT /{face} {SIZE} Tf {x} {y} Td ({told}) Tj ET")

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.orders.append(f"0.5 w {x0} {y0} m {x1} {y1} l S")

    def fill(self, x: float, y: float, width: float, height: float) -> None:
        self.orders.append(f"0.9 g {x} {y} {width} {height} re f 0 g")

    def prose(self, y: float, *lines: str, x: float = LEFT) -> float:
        """Lines of running text; where the next begins."""
        for line in lines:
            self.say(x, y, line)
            y -= LEADING
        return y - LEADING

    def table(
        self,
        y: float,
        widths: Sequence[int],
        rows: Sequence[Sequence[str | None]],
        *,
        rules: str = "grid",
        spans: Sequence[tuple[int, int, int, int]] = (),
        bold: bool = True,
    ) -> float:
        """A table below ``y``; where it ends. ``None`` is a place that another cell takes;
        ``spans`` are the row, column, rows and columns of cells that take several."""
        edges = [LEFT + sum(widths[:n]) for n in range(len(widths) + 1)]
        tops = [y]
        for row in rows:
            lines = max((cell or "").count("\n") + 1 for cell in row)
            tops.append(tops[-1] - lines * LEADING - 2 * PADDING)
        for number, row in enumerate(rows):
            if rules == "shades" and number % 2 == 0:
                self.fill(
                    edges[0],
                    tops[number + 1],
                    edges[-1] - edges[0],
                    tops[number] - tops[number + 1],
                )
            for column, cell in enumerate(row):
                for place, line in enumerate((cell or "").split("\n")):
                    at = tops[number] - PADDING - SIZE - place * LEADING
                    self.say(edges[column] + PADDING, at, line, bold=bold and number == 0)
        self._rules(edges, tops, rules, spans)
        return tops[-1] - 2 * LEADING

    def _rules(
        self,
        edges: Sequence[float],
        tops: Sequence[float],
        rules: str,
        spans: Sequence[tuple[int, int, int, int]],
    ) -> None:
        if rules == "three":
            for top in (tops[0], tops[1], tops[-1]):
                self.rule(edges[0], top, edges[-1], top)
        if rules != "grid":
            return
        owner = {
            (row + down, column + right): (row, column)
            for row, column, rows, columns in spans
            for down in range(rows)
            for right in range(columns)
        }
        for row in range(len(tops)):
            for column in range(len(edges)):
                own = owner.get((row, column), (row, column))
                above = owner.get((row - 1, column), (row - 1, column))
                before = owner.get((row, column - 1), (row, column - 1))
                if column < len(edges) - 1 and own != above:
                    self.rule(edges[column], tops[row], edges[column + 1], tops[row])
                if row < len(tops) - 1 and own != before:
                    self.rule(edges[column], tops[row], edges[column], tops[row + 1])


def drawn(*pages: Drawing) -> bytes:
    """The file."""
    writer = PdfWriter()
    for drawing in pages:
        page = writer.add_blank_page(width=595, height=842)
        content = DecodedStreamObject()
        content.set_data("\n".join(drawing.orders).encode("latin-1"))
        page[NameObject("/Contents")] = writer._add_object(content)
        faces = DictionaryObject(
            {NameObject("/F1"): _face("Helvetica"), NameObject("/F2"): _face("Helvetica-Bold")}
        )
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): faces})
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def _face(name: str) -> DictionaryObject:
    return DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject(f"/{name}"),
            NameObject("/Encoding"): NameObject("/WinAnsiEncoding"),
        }
    )
