"""PDF files as report generators flow them: frames, headers and footers, tables over pages."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import matplotlib
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib import colors
from reportlab.lib.fonts import addMapping
from reportlab.lib.pagesizes import A4, A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
)
from reportlab.platypus import (
    Image as Picture,
)
from reportlab.platypus import (
    Table as FlowedTable,
)

from evals.documents.layout import HEADER, WrittenFile, footer, picture_from
from evals.documents.texts import Block, Table, Text, Words

FACE, HEAVY = "DejaVu", "DejaVu-Bold"
_FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
_MARGIN = 18 * mm


Orders = Callable[[Table], list[Any]]
"""What is drawn for a table, as reportlab is told it."""


def drawn_grid(table: Table) -> list[Any]:
    """All cells are drawn."""
    return [("GRID", (0, 0), (-1, -1), 0.5, colors.black)]


def level_rules(table: Table) -> list[Any]:
    """A rule below the head and below each row."""
    return [("LINEBELOW", (0, table.heads - 1), (-1, -1), 0.5, colors.grey)]


def _three_rules(table: Table) -> list[Any]:
    head = table.heads - 1
    spans = [
        ("LINEBELOW", (cell.column, cell.row), (cell.column + cell.columns - 1, cell.row), 0.3,
         colors.black)
        for cell in table.cells
        if 1 < cell.columns < table.column_count and cell.row < head
    ]  # fmt: skip
    return [
        ("LINEABOVE", (0, 0), (-1, 0), 1, colors.black),
        ("LINEBELOW", (0, head), (-1, head), 0.5, colors.black),
        ("LINEBELOW", (0, -1), (-1, -1), 1, colors.black),
        *spans,
    ]


def _shades(table: Table) -> list[Any]:
    first = ("BACKGROUND", (0, 0), (-1, table.heads - 1), colors.lightblue)
    rest = [
        ("BACKGROUND", (0, row), (-1, row), colors.whitesmoke)
        for row in range(table.heads + 1, table.row_count, 2)
    ]
    return [first, *rest]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """How a text is flown over pages."""

    size: tuple[float, float] = A4
    columns: int = 1
    orders: Orders = drawn_grid
    points: float = 9
    alignment: int = 0
    """Of the cells that hold values: 0 left, 1 middle, 2 right."""
    white_head: bool = False
    """Whether the words of heads are white."""
    justified: bool = False
    heads_again: bool = True
    drawn_last: bool = False
    """Whether header and footer come behind the words of the page in the file."""
    turned: bool = False
    """Whether the words run up the page."""
    shown_upright: bool = True
    """Whether a turned page is shown so that its words run across."""


RULED = Flow()
COLUMNS = Flow(columns=2, orders=_three_rules, points=7, justified=True)
SHADED = Flow(size=A5, orders=_shades, points=7, heads_again=False, drawn_last=True)
TURNED = Flow(turned=True, orders=level_rules, points=8)
SIDEWAYS = Flow(turned=True, shown_upright=False, points=8)


def flow_text(text: Text, flow: Flow) -> WrittenFile:
    """The document with all of its text."""
    return WrittenFile(pdf_of(text, flow, list(story_of(text.blocks, flow))))


def scan_of(text: Text) -> WrittenFile:
    """The document of which what stands behind its last heading is a picture of a page."""
    at = picture_from(text)
    story = list(story_of(text.blocks[:at], RULED))
    picture = _photograph([each for each in text.blocks[at:] if isinstance(each, Words)])
    story += [PageBreak(), Picture(picture, width=160 * mm, height=200 * mm)]
    return WrittenFile(pdf_of(text, RULED, story, bare=2), said=at, pictures=(2,))


def pdf_of(text: Text, flow: Flow, story: list[Any], bare: int = 0) -> bytes:
    """The file; the page ``bare`` has neither header nor footer."""
    wide, high = (flow.size[1], flow.size[0]) if flow.turned else flow.size
    gap = 6 * mm
    column = (wide - 2 * _MARGIN - gap * (flow.columns - 1)) / flow.columns
    frames = [
        Frame(_MARGIN + number * (column + gap), _MARGIN, column, high - 2 * _MARGIN,
              leftPadding=0, rightPadding=0)
        for number in range(flow.columns)
    ]  # fmt: skip

    def turn(canvas: Any) -> None:
        if flow.turned:
            canvas.rotate(90)
            canvas.translate(0, -flow.size[0])

    def say(canvas: Any) -> None:
        number = canvas.getPageNumber()
        if number != bare:
            canvas.setFont(FACE, 7)
            canvas.drawString(_MARGIN, high - 10 * mm, HEADER)
            canvas.drawRightString(wide - _MARGIN, 9 * mm, footer(number))

    def begin(canvas: Any, document: Any) -> None:
        turn(canvas)
        if not flow.drawn_last:
            say(canvas)

    def end(canvas: Any, document: Any) -> None:
        if flow.drawn_last:
            say(canvas)

    target = io.BytesIO()
    document = BaseDocTemplate(target, pagesize=flow.size, title=text.title, invariant=True)
    template = PageTemplate("all", frames, onPage=begin, onPageEnd=end)
    template.rotation = 90 if flow.turned and flow.shown_upright else 0
    document.addPageTemplates([template])
    document.build(story)
    return target.getvalue()


def register_faces() -> None:
    """The faces, for all files of this process."""
    if FACE not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(FACE, _FONTS / "DejaVuSans.ttf"))
        pdfmetrics.registerFont(TTFont(HEAVY, _FONTS / "DejaVuSans-Bold.ttf"))
        for face in (FACE, HEAVY):
            addMapping(face, 0, 0, face)


def story_of(blocks: Sequence[Block], flow: Flow) -> Iterator[Flowable]:
    """What reportlab flows over the pages."""
    style = ParagraphStyle("words", fontName=FACE, fontSize=flow.points,
                           leading=flow.points * 1.3, spaceAfter=flow.points * 0.6,
                           alignment=4 if flow.justified else 0)  # fmt: skip
    register_faces()
    larger = {"title": 1.5, "heading": 1.2}
    for block in blocks:
        if isinstance(block, Table):
            yield _table(block, flow)
            yield Spacer(1, flow.points)
        elif block.kind in larger:
            size = flow.points * larger[block.kind]
            head = ParagraphStyle(block.kind, style, fontName=HEAVY, fontSize=size,
                                  leading=size * 1.3, alignment=0)  # fmt: skip
            yield Paragraph(escape(block.words), head)
        else:
            bullet = "\N{BULLET}" if block.kind == "item" else None
            own = ParagraphStyle("item", style, leftIndent=12) if bullet else style
            yield Paragraph(escape(block.words), own, bulletText=bullet)


def _table(table: Table, flow: Flow) -> Flowable:
    wide = (flow.size[1] if flow.turned else flow.size[0]) - 2 * _MARGIN
    wide = (wide - 6 * mm) / 2 if flow.columns == 2 else wide
    points = flow.points - 1
    while sum(_least_widths(table, points)) > wide:
        points -= 0.5
    style = ParagraphStyle("cell", fontName=FACE, fontSize=points, leading=points * 1.2)
    ink = colors.white if flow.white_head else colors.black
    heavy = ParagraphStyle("head", style, fontName=HEAVY, textColor=ink)
    value = ParagraphStyle("value", style, alignment=flow.alignment)
    grid: list[list[Any]] = [[""] * table.column_count for _ in range(table.row_count)]
    orders: list[Any] = [("VALIGN", (0, 0), (-1, -1), "TOP")]
    for cell in table.cells:
        own = heavy if cell.row < table.heads else value if cell.column else style
        if cell.columns > 1:
            own = ParagraphStyle("merged", own, alignment=1)
        grid[cell.row][cell.column] = Paragraph(escape(cell.words), own)
        corner = (cell.column + cell.columns - 1, cell.row + cell.rows - 1)
        orders.append(("SPAN", (cell.column, cell.row), corner))
    orders += flow.orders(table)
    return FlowedTable(grid, colWidths=_widths(table, wide, points), style=orders,
                       repeatRows=table.heads if flow.heads_again else 0)  # fmt: skip


def _least_widths(table: Table, points: float) -> list[float]:
    """How wide columns are so that no word is parted."""
    found = [0.0] * table.column_count
    for cell in table.cells:
        for word in cell.words.split() if cell.columns == 1 else ():
            found[cell.column] = max(found[cell.column], stringWidth(word, HEAVY, points) + 14)
    return found


def _widths(table: Table, wide: float, points: float) -> list[float]:
    """Columns as wide as their words ask for."""
    least = _least_widths(table, points)
    wanted = list(least)
    for cell in table.cells:
        if cell.columns == 1:
            whole = stringWidth(cell.words, HEAVY, points) + 14
            wanted[cell.column] = max(wanted[cell.column], min(whole, wide / 3))
    more = [one - other for one, other in zip(wanted, least, strict=True)]
    share = (wide - sum(least)) / sum(more) if sum(more) else 0.0
    return [one + share * other for one, other in zip(least, more, strict=True)]


def _photograph(words: Sequence[Words]) -> io.BytesIO:
    """A picture of a page with these words."""
    picture = Image.new("L", (800, 1000), 245)
    pen = ImageDraw.Draw(picture)
    face = ImageFont.truetype(str(_FONTS / "DejaVuSans.ttf"), 14)
    for number, each in enumerate(words):
        pen.text((40, 40 + 60 * number), each.words[:90], fill=20, font=face)
    target = io.BytesIO()
    picture.save(target, "PNG")
    target.seek(0)
    return target
