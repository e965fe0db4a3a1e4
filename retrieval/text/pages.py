"""The pages of a document that has some: a form feed stands before each but the first. Pure."""

from __future__ import annotations

import re

from names.patterns.enumeration import in_a_row

PAGE_BREAK = "\f"
_LINE_ENDS = "\r\n"
_MOST_NAMED = 8
"""Chosen by hand: more numbers are no longer read."""
_GOES_ON = re.compile(r"[a-z,;–-]\s*\Z")
_BEGINS_SMALL = re.compile(r"[a-z]")
_END = 20
"""Characters before a break that tell whether the sentence goes on: its last letter and blanks. By
hand."""


def goes_on(above: str, below: str) -> bool:
    """Whether a sentence is cut by a break between two texts: the first has no end, and the second
    begins with a small letter."""
    return bool(_GOES_ON.search(above[-_END:]) and _BEGINS_SMALL.match(below.lstrip()))


def join_pages(pages: list[str]) -> str:
    """The texts of all pages, with a mark before each but the first. A sentence that goes on over
    the break stays one; whatever else ends a page, a paragraph ends with it. Blanks before a
    page's first line stay: they tell in which list it is."""
    text = ""
    for number, page in enumerate(pages):
        before = PAGE_BREAK if goes_on(text, page.lstrip()) else f"\n\n{PAGE_BREAK}\n"
        text += f"{before if number else ''}{page.strip(_LINE_ENDS).rstrip()}"
    return text


def pages_at(text: str, start: int, end: int) -> str:
    """``3`` or ``3–4``: where these words stand; empty where the text has no pages."""
    if PAGE_BREAK not in text:
        return ""
    first = text.count(PAGE_BREAK, 0, start) + 1
    last = first + text.count(PAGE_BREAK, start, end)
    return str(first) if first == last else f"{first}–{last}"


def without_text(text: str) -> str:
    """Which pages hold no text, such as scans: ``Page 2 holds``, ``Pages 2 and 5 hold``; empty if
    all do."""
    pages = text.split(PAGE_BREAK) if PAGE_BREAK in text else []
    empty = [str(number) for number, page in enumerate(pages, start=1) if not page.strip()]
    if not empty:
        return ""
    shown = empty[:_MOST_NAMED]
    if len(empty) > len(shown):
        return f"{len(empty)} pages, from page {empty[0]} on, hold"
    return f"Page {shown[0]} holds" if len(shown) == 1 else f"Pages {in_a_row(shown)} hold"
