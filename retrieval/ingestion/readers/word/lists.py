"""Which paragraphs of a Word document are items of a list, and in how many lists they are."""

from __future__ import annotations

import re
from typing import Any

from docx.document import Document
from docx.text.paragraph import Paragraph

from retrieval.ingestion.readers.word.namespace import W

_GOING_ON = "List Continue"
"""Style of a further paragraph of an item."""
_NUMBERING = "/numbering"
DEEPEST = 9
"""Levels that a list of Word has."""
MOST_BASES = 20
"""Styles that a style is based on, one on the other. Chosen by hand: a circle ends there."""
_LEVEL_OF_STYLE = re.compile(r"List\b[A-Za-z ]*(?P<level>[2-9])")
INDENT = "  "
"""Before an item, for each list around its own."""
_Level = tuple[str, int]
"""The number of a list, and how deep in it, from 0."""


def bullets_of(document: Document) -> frozenset[_Level]:
    """The levels of lists whose items have a sign, no number."""
    found: set[_Level] = set()
    for relation in document.part.rels.values():
        if relation.reltype.endswith(_NUMBERING) and not relation.is_external:
            numbering: Any = getattr(relation.target_part, "element", None)
            if numbering is not None:
                found |= _bullets_in(numbering)
    return frozenset(found)


def _bullets_in(numbering: Any) -> set[_Level]:
    levels: dict[str, list[int]] = {}
    for kind in numbering.iter(f"{W}abstractNum"):
        signs = (
            _number(level, f"{W}ilvl")
            for level in kind.iter(f"{W}lvl")
            if (told := level.find(f"{W}numFmt")) is not None and _value(told) == "bullet"
        )
        levels[kind.get(f"{W}abstractNumId") or ""] = list(signs)
    return {
        (each.get(f"{W}numId") or "", level)
        for each in numbering.iter(f"{W}num")
        if (kind := each.find(f"{W}abstractNumId")) is not None
        for level in levels.get(_value(kind), ())
    }


def mark_of_item(paragraph: Paragraph, bullets: frozenset[_Level]) -> str:
    """The mark before an item, indented in a list of a list; empty for what is no item. Numbered
    paragraphs of no style for lists are none: so are many headings."""
    style = (paragraph.style.name if paragraph.style is not None else None) or ""
    told = _level_of(paragraph)
    if not style.startswith("List") and told not in bullets:
        return ""
    named = _LEVEL_OF_STYLE.match(style)
    level = told[1] if told is not None else 0
    level = max(level, int(named["level"]) - 1 if named else 0)
    if style.startswith(_GOING_ON):
        return INDENT * (level + 1)
    return f"{INDENT * level}- "


def _level_of(paragraph: Paragraph) -> _Level | None:
    """The list that a paragraph, or the style that it has, is in."""
    style: Any = paragraph.style
    elements = [paragraph._p]
    while style is not None and len(elements) < MOST_BASES:
        elements.append(style.element)
        style = style.base_style
    for element in elements:
        told = element.find(f"{W}pPr/{W}numPr")
        number = told.find(f"{W}numId") if told is not None else None
        if told is not None and number is not None:
            deep = told.find(f"{W}ilvl")
            return _value(number), 0 if deep is None else _number(deep, f"{W}val")
    return None


def _value(element: Any) -> str:
    return element.get(f"{W}val") or ""


def _number(element: Any, name: str) -> int:
    written = element.get(name) or ""
    return min(int(written), DEEPEST) if written.isascii() and written.isdigit() else 0
