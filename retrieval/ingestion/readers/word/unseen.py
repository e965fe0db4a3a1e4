"""Takes out of a Word document the letters that nobody sees: in the colour of what lies below them,
or smaller than anybody reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from docx.document import Document

from retrieval.ingestion.readers.word.namespace import W

SMALLEST = 3.0
"""Half points from which letters can be read. Chosen by hand: small print has twelve."""
_ALIKE = 8
"""Of 255, by which red, green and blue may differ in colours that nobody tells apart. By hand."""
_PAPER = "FFFFFF"
_UNKNOWN = ""
_DEEPEST = 12
"""Styles that are based on one another. Chosen by hand."""
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_EFFECTS = "{http://schemas.microsoft.com/office/word/2010/wordml}"
_HIGHLIGHTS = {"white": "FFFFFF", "black": "000000", "none": None}

Styles = Mapping[str, Any]
"""The styles of a document by their id."""


def drop_unseen(document: Document, *others: Any) -> None:
    """Take these runs out of the body, and of ``others``: notes."""
    styles = {style.style_id: style.element for style in document.styles}
    body = document.element.body
    paper = _PAPER
    behind = any(
        each.get("behindDoc") not in (None, "0") for each in body.iter(f"{_DRAWING}anchor")
    )
    if behind or document.element.find(f"{W}background") is not None:
        paper = _UNKNOWN
    for root in (body, *others):
        for run in list(root.iter(f"{W}r")):
            if _is_unseen(run, styles, paper):
                run.getparent().remove(run)


def _is_unseen(run: Any, styles: Styles, paper: str) -> bool:
    paragraph = next(run.iterancestors(f"{W}p"), None)
    properties = [run.find(f"{W}rPr"), *_of_style(run, "r", styles, "rPr")]
    if paragraph is not None:
        properties += _of_style(paragraph, "p", styles, "rPr")
    size = _first(properties, "sz")
    if size is not None and _half_points(size) < SMALLEST:
        return True
    colour = _first(properties, "color")
    letters = _hex(colour.get(f"{W}val")) if colour is not None else _UNKNOWN
    if not letters or any(_has_effects(each) for each in properties if each is not None):
        return False
    return _are_alike(letters, _ground(run, paragraph, properties, styles, paper))


def _half_points(size: Any) -> float:
    try:
        return float(size.get(f"{W}val"))
    except (TypeError, ValueError):
        return SMALLEST


def _has_effects(properties: Any) -> bool:
    """Whether letters are drawn in another way than in their colour alone."""
    others = (f"{W}shadow", f"{W}outline", f"{W}emboss", f"{W}imprint")
    return any(str(each.tag).startswith(_EFFECTS) or each.tag in others for each in properties)


def _ground(run: Any, paragraph: Any, properties: list[Any], styles: Styles, paper: str) -> str:
    """The colour below a run; empty where it is not known."""
    marked = _first(properties, "highlight")
    if marked is not None:
        marking = _HIGHLIGHTS.get(str(marked.get(f"{W}val")), _UNKNOWN)
        if marking is not None:
            return marking
    shades = [each.find(f"{W}shd") for each in properties if each is not None]
    if paragraph is not None:
        own = [paragraph.find(f"{W}pPr"), *_of_style(paragraph, "p", styles, "pPr")]
        shades += [each.find(f"{W}shd") for each in own if each is not None]
    for each in shades:
        if (fill := _fill(each)) is not None:
            return fill
    return _around(run, styles, paper)


def _around(run: Any, styles: Styles, paper: str) -> str:
    """The colour of the cells, tables and boxes that a run is in, or of the paper."""
    for each in run.iterancestors():
        fill: str | None = None
        if each.tag == f"{W}tc":
            fill = _fill(each.find(f"{W}tcPr/{W}shd"))
        elif each.tag == f"{W}tbl":
            fill = _fill(each.find(f"{W}tblPr/{W}shd"))
            named = each.find(f"{W}tblPr/{W}tblStyle")
            if fill is None and named is not None and _is_shaded(named.get(f"{W}val"), styles):
                fill = _UNKNOWN
        elif each.tag == f"{W}txbxContent":
            fill = _UNKNOWN
        if fill is not None:
            return fill
    return paper


def _is_shaded(name: str | None, styles: Styles) -> bool:
    """Whether a style of tables fills any of their cells."""
    return any(next(each.iter(f"{W}shd"), None) is not None for each in _chain(name, styles))


def _of_style(node: Any, kind: str, styles: Styles, part: str) -> list[Any]:
    """What the style of a run or paragraph says, and those that it is based on."""
    named = node.find(f"{W}{kind}Pr/{W}{kind}Style")
    name = named.get(f"{W}val") if named is not None else None
    if name is None and kind == "p":
        name = "Normal"
    return [each.find(f"{W}{part}") for each in _chain(name, styles)]


def _chain(name: str | None, styles: Styles) -> Iterator[Any]:
    for _ in range(_DEEPEST):
        style = styles.get(name or "")
        if style is None:
            return
        yield style
        based = style.find(f"{W}basedOn")
        name = based.get(f"{W}val") if based is not None else None


def _first(properties: list[Any], name: str) -> Any:
    found = (each.find(f"{W}{name}") for each in properties if each is not None)
    return next((each for each in found if each is not None), None)


def _fill(shade: Any) -> str | None:
    """The colour that a shading fills with; ``None`` if with none, empty if it is not known."""
    if shade is None or shade.get(f"{W}val") == "nil":
        return None
    fill = shade.get(f"{W}fill")
    if shade.get(f"{W}val") not in (None, "clear") or (fill is None and len(shade.attrib) > 1):
        return _UNKNOWN
    return None if fill in (None, "auto") and shade.get(f"{W}themeFill") is None else _hex(fill)


def _hex(value: str | None) -> str:
    told = (value or "").upper()
    return told if len(told) == 6 and all(each in "0123456789ABCDEF" for each in told) else _UNKNOWN


def _are_alike(one: str, other: str) -> bool:
    if not one or not other:
        return False
    parts = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (0, 2, 4)]
    return all(abs(own - its) <= _ALIKE for own, its in parts)
