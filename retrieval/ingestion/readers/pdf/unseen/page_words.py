"""Takes out of a PDF the words that nobody sees on its pages: in the colour of what lies below
them, in no colour, smaller than anybody reads, beside the page, in a layer that is off.

Words without a colour over a picture stay: they are what a program read from a scan."""

from __future__ import annotations

import io
from collections.abc import Container, Iterator
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError
from pypdf.generic import ArrayObject, ContentStream, FloatObject, NameObject

from retrieval.ingestion.readers.pdf.unseen.drawn import (
    LETTER,
    DrawnWithin,
    PageDrawing,
    WordsOnPage,
)
from retrieval.ingestion.readers.pdf.unseen.graphics import Box, are_alike, holds

SMALLEST = 1.5
"""Points from which letters can be read. Chosen by hand: raised signs of small print have three."""
_NO_COLOUR = 3
"""The way of showing words in which nothing is drawn."""
_OWN_SIZE = "/Type3"
"""Faces whose letters say themselves how large they are."""
_BEFORE_FIRST = 1 / 40
"""Of the way from the first place of words to the last, what lies before the first."""
MOST_PICTURES = 200
"""Of a page that is looked at; each is compared with all words. Chosen by hand."""
MOST_ORDERS = 2 << 20
"""Bytes of drawing orders of a page that is looked at; what has more is a drawing. By hand."""


def without_unseen(reader: PdfReader, content: bytes) -> bytes:
    """The file without these words; the same where it has none, or is too damaged to tell."""
    try:
        off = _layers_off(reader)
        pages = [number for number, page in enumerate(reader.pages) if any(_unseen(page, off))]
        if not pages:
            return content
        writer = PdfWriter(clone_from=reader)
        off = _layers_off(writer)
        for number in pages:
            page = writer.pages[number]
            _take_out(page, list(_unseen(page, off)))
        kept = io.BytesIO()
        writer.write(kept)
        return kept.getvalue()
    except (
        PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, OSError,
        RecursionError, AssertionError, NotImplementedError, ArithmeticError,
    ):  # fmt: skip
        return content


def _layers_off(file: Any) -> Container[int]:
    """The numbers of the layers that are off when the file is opened."""
    layers = file.root_object.get("/OCProperties", {})
    told = layers.get("/D", {})
    off = {each.idnum for each in told.get("/OFF", [])}
    if told.get("/BaseState") == "/OFF":
        on = {each.idnum for each in told.get("/ON", [])}
        off |= {each.idnum for each in layers.get("/OCGs", [])} - on
    return off


def _unseen(page: Any, layers_off: Container[int]) -> Iterator[WordsOnPage]:
    contents = page.get_contents()
    if contents is None or len(contents.get_data()) > MOST_ORDERS:
        return
    drawn = PageDrawing(layers_off)
    drawn.draw(contents, DrawnWithin(page.get("/Resources") or {}))
    if len(drawn.pictures) > MOST_PICTURES:
        return
    box = tuple(float(each) for each in page.cropbox)
    # A page of words without colour alone is one that shows what they say in another way.
    is_read = all(each.drawing.mode == _NO_COLOUR for each in drawn.shown)
    faces = {each.drawing.face for each in drawn.shown}
    own_size = {face for face in faces if _is_of_own_size(page, face)}
    for each in drawn.shown:
        if each.is_off or _is_beside(each, box):
            yield each
        elif any(holds(picture, *place) for picture in drawn.pictures for place in each.places):
            continue
        elif each.drawing.mode == _NO_COLOUR:
            if not is_read:
                yield each
        elif _has_no_colour(each) or (
            each.size < SMALLEST and each.form is None and each.drawing.face not in own_size
        ):
            yield each


def _is_of_own_size(page: Any, face: str) -> bool:
    faces = page.get("/Resources", {}).get("/Font", {})
    return face not in faces or faces[face].get("/Subtype") == _OWN_SIZE


def _has_no_colour(shown: WordsOnPage) -> bool:
    drawing = shown.drawing
    if drawing.mode != 0 or not drawing.is_plain:
        return False
    return drawing.opacity == 0 or all(are_alike(drawing.colour, it) for it in shown.below)


def _is_beside(shown: WordsOnPage, box: Box | tuple[float, ...]) -> bool:
    left, low, right, high = box
    # Some producers give a turned page the box of the upright one.
    right, high = (max(right, left + high - low), max(high, low + right - left))
    rights = [place[0] for place in shown.places]
    ups = [place[1] for place in shown.places]
    room = shown.size * LETTER * shown.letters
    # The first place is not where the words begin.
    before = (max(rights) - min(rights)) * _BEFORE_FIRST
    return (
        min(rights) - before > right or max(rights) + room < left
        or min(ups) > high + shown.size or max(ups) < low - shown.size
    )  # fmt: skip


def _take_out(page: Any, unseen: list[WordsOnPage]) -> None:
    """Let orders show nothing, and keep the room that their words took."""
    streams: dict[int, tuple[ContentStream, Any]] = {}
    for each in unseen:
        operations = each.stream.operations
        _, order = operations[each.number]
        room = FloatObject(-1000 * LETTER * each.letters)
        told: Any = ([], b"T*") if order in (b"'", b'"') else ([ArrayObject([room])], b"TJ")
        operations[each.number] = told
        streams[id(each.stream)] = (each.stream, each.form)
    for stream, form in streams.values():
        if form is None:
            page.replace_contents(stream)
        else:
            form.pop(NameObject("/Filter"), None)
            form.pop(NameObject("/DecodeParms"), None)
            form._data = stream.get_data()
