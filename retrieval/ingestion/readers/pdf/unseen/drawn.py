"""What a page of a PDF draws, in its order: areas, pictures, and words with what lies below."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from itertools import product as pairs
from math import hypot
from typing import Any

from pypdf.generic import ContentStream, IndirectObject

from retrieval.ingestion.readers.pdf.unseen.graphics import (
    UNMOVED,
    WHITE,
    Box,
    Colour,
    DrawingState,
    Matrix,
    box_of,
    holds,
    meet,
    product,
    with_colour,
    with_settings,
    with_space,
)

_DEEPEST = 12
"""Forms in forms. Chosen by hand: producers use two or three."""
_MOST_PAINTED = 1_000
"""Areas that are remembered. Chosen by hand: a page with more is a drawing."""
LETTER = 0.5
"""Of its size, how wide a letter is taken to be."""
_ABOVE = 0.25
"""Of their size, how far above the line they stand on letters are looked at."""
_SQUARE = ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0))
_FILLING = frozenset({b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"})
_ENDING = _FILLING | {b"S", b"s", b"n"}
_SETTING = frozenset({b"g", b"rg", b"k", b"sc", b"scn", b"cs", b"gs", b"Tr", b"TL", b"Tf"})
_SHOWING = frozenset({b"Tj", b"TJ", b"'", b'"'})
_POINTS = {b"m": 1, b"l": 1, b"c": 3, b"v": 2, b"y": 2}


@dataclass(frozen=True)
class WordsOnPage:
    """Words that an order shows. ``below``: the colours under their beginning and middle; ``None``
    where that is not known, or a picture."""

    stream: ContentStream
    number: int
    """Of the order in its stream."""
    form: Any
    """Whose stream it is; ``None`` for the page itself."""
    drawing: DrawingState
    places: tuple[tuple[float, float], ...]
    size: float
    letters: int
    below: tuple[Colour, ...]
    is_off: bool
    """It is in a layer that is switched off."""


@dataclass(frozen=True)
class DrawnWithin:
    """Where a stream is drawn: a page, or a form on it."""

    resources: Any
    form: Any = None
    start: DrawingState = field(default_factory=DrawingState)
    depth: int = 0
    is_off: bool = False


@dataclass
class PageDrawing:
    """Draws a page, order by order."""

    layers_off: Container[int]
    shown: list[WordsOnPage] = field(default_factory=list)
    pictures: list[Box] = field(default_factory=list)
    _painted: list[tuple[Box, Colour]] = field(default_factory=list)

    def draw(self, stream: ContentStream, within: DrawnWithin) -> None:
        """Take the orders of a page or of a form."""
        _Stream(self, stream, within).run()

    def paint(self, box: Box, colour: Colour) -> None:
        """Remember an area; of a page with very many, that nothing is known of what lies below."""
        if len(self._painted) == _MOST_PAINTED:
            box, colour = (float("-inf"),) * 2 + (float("inf"),) * 2, None
        if len(self._painted) <= _MOST_PAINTED:
            self._painted.append((box, colour))

    def colour_at(self, right: float, up: float) -> Colour:
        """What lies at a place: paper, where nothing was drawn."""
        found = (colour for box, colour in reversed(self._painted) if holds(box, right, up))
        return next(found, WHITE)


class _Stream:
    """The orders of one stream."""

    def __init__(self, page: PageDrawing, stream: ContentStream, within: DrawnWithin) -> None:
        self._page, self._stream, self._within = page, stream, within
        self._drawing, self._kept = within.start, list[DrawingState]()
        self._points: list[tuple[float, float]] = []
        self._is_straight, self._cuts = True, False
        self._line: Matrix = UNMOVED
        self._words: Matrix = UNMOVED
        self._marked: list[bool] = []

    def run(self) -> None:
        for number, (values, order) in enumerate(self._stream.operations):
            if order in _SHOWING:
                self._show(number, values, order)
            elif order == b"re":
                x, y, width, height = map(float, values)
                self._points += [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
            elif order in _POINTS:
                told = [float(each) for each in values]
                self._points += list(zip(told[::2], told[1::2], strict=True))
                self._is_straight = False
            elif order in _ENDING:
                self._end_path(order)
            elif order in (b"W", b"W*"):
                self._cuts = True
            elif not self._state(order, values) and not self._place(order, values):
                self._draw_other(order, values)

    def _state(self, order: bytes, values: Sequence[Any]) -> bool:
        """Whether the order is one that sets the state."""
        drawing = self._drawing
        if order == b"q":
            self._kept.append(drawing)
        elif order == b"Q":
            self._drawing = self._kept.pop() if self._kept else drawing
        elif order == b"cm":
            moved = product(_matrix(values), drawing.matrix)
            self._drawing = replace(drawing, matrix=moved)
        elif order in _SETTING:
            self._drawing = self._set(order, values)
        else:
            return False
        return True

    def _set(self, order: bytes, values: Sequence[Any]) -> DrawingState:
        drawing = self._drawing
        if order == b"cs":
            return with_space(drawing, str(values[0]), self._resource("/ColorSpace"))
        if order == b"gs":
            told = self._resource("/ExtGState").get(str(values[0]))
            return with_settings(drawing, told.get_object() if told is not None else {})
        if order == b"Tr":
            return replace(drawing, mode=int(values[0]))
        if order == b"TL":
            return replace(drawing, leading=float(values[0]))
        if order == b"Tf":
            return replace(drawing, face=str(values[0]), size=float(values[1]))
        return with_colour(drawing, order, values)

    def _place(self, order: bytes, values: Sequence[Any]) -> bool:
        """Whether the order says where words stand."""
        if order == b"BT":
            self._move_to(UNMOVED)
        elif order == b"Tm":
            self._move_to(_matrix(values))
        elif order in (b"Td", b"TD"):
            right, up = map(float, values)
            if order == b"TD":
                self._drawing = replace(self._drawing, leading=-up)
            self._move_to(product((1, 0, 0, 1, right, up), self._line))
        elif order == b"T*":
            self._next_line()
        else:
            return False
        return True

    def _next_line(self) -> None:
        self._move_to(product((1, 0, 0, 1, 0, -self._drawing.leading), self._line))

    def _move_to(self, matrix: Matrix) -> None:
        self._line = self._words = matrix

    def _draw_other(self, order: bytes, values: Sequence[Any]) -> None:
        """Pictures, forms, shades, and marks around parts of a page."""
        if order == b"Do":
            self._draw_named(self._resource("/XObject").get(str(values[0])))
        elif order == b"INLINE IMAGE":
            self._draw_picture()
        elif order == b"sh":
            self._page.paint(self._drawing.clip, None)
        elif order in (b"BDC", b"BMC"):
            named = len(values) > 1 and values[0] == "/OC"
            self._marked.append(named and self._is_layer_off(str(values[1])))
        elif order == b"EMC" and self._marked:
            self._marked.pop()

    def _resource(self, kind: str) -> Any:
        found = self._within.resources.get(kind)
        return found.get_object() if found is not None else {}

    def _is_layer_off(self, name: str) -> bool:
        layers = self._resource("/Properties")
        return name in layers and self._is_off_layer(layers.raw_get(name))

    def _is_off_layer(self, layer: Any) -> bool:
        return isinstance(layer, IndirectObject) and layer.idnum in self._page.layers_off

    def _draw_named(self, named: Any) -> None:
        drawn = named.get_object() if named is not None else None
        if drawn is None:
            return
        if drawn.get("/Subtype") != "/Form":
            self._draw_picture()
            return
        if self._within.depth == _DEEPEST:
            self._page.paint(self._drawing.clip, None)
            return
        matrix = product(_matrix(drawn.get("/Matrix", UNMOVED)), self._drawing.matrix)
        corners = [float(each) for each in drawn.get("/BBox", (0, 0, 0, 0))]
        box = box_of(list(pairs(corners[::2], corners[1::2])), matrix)
        start = replace(self._drawing, matrix=matrix, clip=meet(self._drawing.clip, box))
        off = self._within.is_off or any(self._marked) or (
            "/OC" in drawn and self._is_off_layer(drawn.raw_get("/OC")))  # fmt: skip
        stream = ContentStream(drawn, getattr(drawn, "pdf", None))
        inner = drawn.get("/Resources", self._within.resources)
        self._page.draw(stream, DrawnWithin(inner, drawn, start, self._within.depth + 1, off))

    def _draw_picture(self) -> None:
        box = meet(self._drawing.clip, box_of(_SQUARE, self._drawing.matrix))
        self._page.pictures.append(box)
        self._page.paint(box, None)

    def _end_path(self, order: bytes) -> None:
        drawing = self._drawing
        if self._points:
            box = meet(drawing.clip, box_of(self._points, drawing.matrix))
            if order in _FILLING and drawing.opacity > 0:
                known = drawing.opacity == 1 and drawing.is_plain
                straight = self._is_straight and drawing.is_cut_straight
                self._page.paint(box, drawing.colour if known and straight else None)
            if self._cuts:
                straight = drawing.is_cut_straight and self._is_straight
                self._drawing = replace(drawing, clip=box, is_cut_straight=straight)
        self._points, self._is_straight, self._cuts = [], True, False

    def _show(self, number: int, values: Sequence[Any], order: bytes) -> None:
        if order in (b"'", b'"'):
            self._next_line()
        letters, shift = _length(values[-1] if values else "")
        drawing = self._drawing
        matrix = product(self._words, drawing.matrix)
        ahead = LETTER * drawing.size * letters - drawing.size * shift / 1000
        up = _ABOVE * drawing.size
        around = [(part * ahead, up) for part in (0.02, 0.5, 0.98)]
        places = tuple(box_of([place], matrix)[:2] for place in around)
        if letters:
            self._page.shown.append(
                WordsOnPage(
                    self._stream, number, self._within.form, drawing, places,
                    abs(drawing.size) * hypot(matrix[2], matrix[3]), letters,
                    tuple(self._page.colour_at(*place) for place in places[:2]),
                    self._within.is_off or any(self._marked),
                )
            )  # fmt: skip
        self._words = product((1, 0, 0, 1, ahead, 0), self._words)


def _matrix(values: Any) -> Matrix:
    a, b, c, d, e, f = (float(each) for each in values)
    return (a, b, c, d, e, f)


def _length(told: Any) -> tuple[int, float]:
    """How many letters are shown, and by how much the gaps between them move."""
    if isinstance(told, list):
        pieces = [each for each in told if isinstance(each, str | bytes)]
        gaps = sum(float(each) for each in told if not isinstance(each, str | bytes))
        return sum(len(each) for each in pieces), gaps
    return len(told), 0.0
