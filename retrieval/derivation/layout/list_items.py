"""The items that the reading of a text is in: lists, and lists inside their items. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.statements.model import Span

INDENT = 2
"""Blanks from which an item is one of the list inside the item before. Chosen by hand: as few as
people indent by; one blank is a slip."""
LONGEST_INDENT = 400
"""Characters before a mark in which blanks are counted. Chosen by hand: more than a line that is
read as an item has."""


@dataclass(slots=True)
class OpenItem:
    """An item that the reading is in."""

    indent: int
    words: tuple[Span, ...]
    """Its first sentence, and those that end with a colon."""
    lead_in: Span | None
    """Of its list."""
    has_list: bool = False

    @property
    def told(self) -> tuple[Span, ...]:
        """What an item inside it is told with."""
        return (*((self.lead_in,) if self.lead_in else ()), *self.words)


def leave_items(items: list[OpenItem], indent: int, least: int = 1) -> OpenItem | None:
    """Leave the items that what is so far indented is not in; the last one that was left."""
    left = None
    while items and items[-1].indent + least > indent:
        left = items.pop()
    return left


def indent_at(text: str, start: int) -> int:
    """The blanks before what begins a line, or before its mark."""
    first = max(0, start - LONGEST_INDENT)
    line = text[max(first, text.rfind("\n", first, start) + 1) : start].expandtabs(4)
    return len(line) - len(line.lstrip())
