"""PDF files with tables drawn in other ways: no lines down, no lines across, gaps between shades, a
dark head, values to the right, tables that lie on upright pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, landscape
from reportlab.platypus import Flowable, PageBreak
from reportlab.platypus import Table as FlowedTable

from evals.documents.flowing_pdf import Flow, flow_text, level_rules, pdf_of, story_of
from evals.documents.layout import WrittenFile
from evals.documents.texts import Table, Text


def _rows_ruled(table: Table) -> list[Any]:
    return [("LINEABOVE", (0, row), (-1, row), 0.3, colors.black) for row in (
        0, *range(table.heads, table.row_count)
    )] + [("LINEBELOW", (0, -1), (-1, -1), 0.3, colors.black)]  # fmt: skip


def _three_alone(table: Table) -> list[Any]:
    head = table.heads - 1
    return [
        ("LINEABOVE", (0, 0), (-1, 0), 1, colors.black),
        ("LINEBELOW", (0, head), (-1, head), 0.5, colors.black),
        ("LINEBELOW", (0, -1), (-1, -1), 1, colors.black),
    ]


def _gaps(table: Table) -> list[Any]:
    """Every cell is an area; white lines part them."""
    return [
        ("BACKGROUND", (0, 0), (-1, table.heads - 1), colors.lightsteelblue),
        ("BACKGROUND", (0, table.heads), (-1, -1), colors.whitesmoke),
        ("GRID", (0, 0), (-1, -1), 2, colors.white),
    ]


def _lines_down(table: Table) -> list[Any]:
    """A frame, a rule below the head, and lines between the columns."""
    head = table.heads - 1
    return [
        ("BOX", (0, 0), (-1, -1), 0.7, colors.black),
        ("LINEBELOW", (0, head), (-1, head), 0.7, colors.black),
        ("LINEAFTER", (0, 0), (-2, -1), 0.4, colors.grey),
    ]


def _dark_head(table: Table) -> list[Any]:
    """A dark head, and a faint rule below each row."""
    dark = ("BACKGROUND", (0, 0), (-1, table.heads - 1), colors.darkslategray)
    return [dark, ("LINEBELOW", (0, table.heads), (-1, -1), 0.25, colors.lightgrey)]


_FLOWS = {
    "rows-ruled": Flow(size=landscape(A4), orders=_rows_ruled, points=9),
    "centred": Flow(orders=_three_alone, points=8, alignment=1),
    "gaps": Flow(orders=_gaps, points=8.5),
    "lines-down": Flow(orders=_lines_down, points=8, heads_again=False),
    "dark-head": Flow(orders=_dark_head, points=8.5, alignment=1, white_head=True),
    "bare": Flow(orders=lambda table: [], points=8.5, alignment=2),
}


def in_other_ways(text: Text, way: str) -> WrittenFile:
    """The text in one of these ways."""
    return flow_text(text, _FLOWS[way])


def lying_tables(text: Text) -> WrittenFile:
    """Upright pages, and each table on a page of its own, lying on its side."""
    flow = Flow(orders=level_rules, points=8)
    return WrittenFile(pdf_of(text, flow, list(_lay_tables(list(story_of(text.blocks, flow))))))


def _lay_tables(story: Sequence[Flowable]) -> Iterator[Flowable]:
    for each in story:
        if isinstance(each, FlowedTable):
            yield PageBreak()
            yield _Lying(each)
            yield PageBreak()
        else:
            yield each


class _Lying(Flowable):  # type: ignore[misc]  # reportlab has no types.
    """A table that is turned by a quarter."""

    def __init__(self, table: Flowable) -> None:
        super().__init__()
        self._table = table

    def wrap(self, wide: float, high: float) -> tuple[float, float]:
        width, height = self._table.wrapOn(self.canv, high, wide)
        self._high = height
        return height, width

    def draw(self) -> None:
        self.canv.rotate(90)
        self._table.drawOn(self.canv, 0, -self._high)
