"""PDF files whose pages are figures of a plotting program: glyphs as drawings, lines as paths."""

from __future__ import annotations

import io
from collections.abc import Iterator
from textwrap import wrap

import matplotlib as mpl
from matplotlib.backends.backend_pdf import FigureCanvasPdf, PdfPages
from matplotlib.figure import Figure

from evals.documents.layout import WrittenFile
from evals.documents.texts import Table, Text, Words

WIDE, LINE, TOP, BOTTOM = 105, 12.0, 800.0, 50.0
LEFT, POINTS = 40.0, 7.5
_LETTER = 4.9
"""Points of a usual letter of this size, for columns as wide as their words."""


def figures(text: Text) -> WrittenFile:
    """Pages as figures; tables with a rule above, below the head and at the end."""
    target = io.BytesIO()
    with (
        mpl.rc_context({"pdf.fonttype": 3}),
        PdfPages(target, metadata={"Title": text.title, "CreationDate": None}) as file,
    ):
        for figure in _figures(text):
            file.savefig(figure)
    return WrittenFile(target.getvalue())


class _Page:
    """A figure of the size of a page."""

    def __init__(self) -> None:
        self.figure = Figure(figsize=(595 / 72, 842 / 72))
        FigureCanvasPdf(self.figure)
        self.y = TOP

    def say(self, x: float, words: str, *, heavy: bool = False) -> None:
        self.figure.text(x / 595, self.y / 842, words.replace("$", r"\$"), fontsize=POINTS,
                         fontweight="bold" if heavy else "normal")  # fmt: skip

    def draw_rule(self, x0: float, x1: float) -> None:
        from matplotlib.lines import Line2D

        y = (self.y + LINE * 0.8) / 842
        self.figure.add_artist(Line2D((x0 / 595, x1 / 595), (y, y), color="black", linewidth=0.5))


def _figures(text: Text) -> Iterator[Figure]:
    page = _Page()
    for block in text.blocks:
        lines = 2 * block.row_count if isinstance(block, Table) else len(wrap(block.words, WIDE))
        if page.y - lines * LINE < BOTTOM:
            yield page.figure
            page = _Page()
        if isinstance(block, Table):
            _draw_table(page, block)
        else:
            _draw_words(page, block)
        page.y -= LINE
    yield page.figure


def _draw_words(page: _Page, block: Words) -> None:
    heavy = block.kind in ("title", "heading")
    told = f"\N{BULLET} {block.words}" if block.kind == "item" else block.words
    for line in wrap(told, WIDE, break_on_hyphens=False):
        page.say(LEFT, line, heavy=heavy)
        page.y -= LINE


def _draw_table(page: _Page, table: Table) -> None:
    longest = [0] * table.column_count
    for cell in table.cells:
        if cell.columns == 1:
            longest[cell.column] = max(longest[cell.column], len(cell.words))
    edges = [
        LEFT + sum(each * _LETTER + 14 for each in longest[:n]) for n in range(len(longest) + 1)
    ]
    page.draw_rule(LEFT, edges[-1])
    for row in range(table.row_count):
        for cell in table.row(row):
            middle = (edges[cell.column] + edges[cell.column + cell.columns]) / 2
            x = middle - len(cell.words) * _LETTER / 2 if cell.columns > 1 else edges[cell.column]
            page.say(x, cell.words, heavy=row < table.heads)
        page.y -= LINE
        if row + 1 in (table.heads, table.row_count):
            page.draw_rule(LEFT, edges[-1])
