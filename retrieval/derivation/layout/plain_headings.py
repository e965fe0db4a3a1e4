"""Headings that have no mark: lines of plain text and of PDFs that stand apart. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retrieval.text.sentences import Span

LONGEST, MOST_WORDS = 90, 12
"""Characters and words of a heading. Chosen by hand: titles of protocols are shorter."""
MOST_TITLE_LINES = 3
"""Lines that a title takes where the page is narrow. Chosen by hand."""
MUCH_SHORTER = 0.75
"""Share of the longest line after it up to which a line is no wrapped text. Chosen by hand: a line
that was broken to fit the page is nearly full."""
MOST_NUMBERED_WORDS = 8
"""Words of a heading behind a number. Chosen by hand: a step of a list mostly has more."""
_NUMBER_MARK = re.compile(r"[ \t]{0,3}\(?\d{1,2}(?:\.\d{1,2}){0,2}[.)]?[ \t]{1,4}")
_ENDED = re.compile(r"[.!?;,:|]\Z")
_BEGINS = re.compile(r"[A-ZÄÖÜ“\"(]")
_PART = re.compile(r"\d{1,2}\.1[.)]?[ \t]{1,4}\S")
"""The first part of what has a number: "3.1 …"."""
_BEGINS_TEXT = re.compile(rf"{_BEGINS.pattern}|{_PART.pattern}")
_IS_OVER_TABLE = re.compile(r"[ \t]{0,4}\n\n?[ \t]{0,4}\|")
_TITLE = re.compile(r"[A-ZÄÖÜ0-9]")
_VALUE = re.compile(r"\d\s?(?:%|mg|g\b|m[lL]|µg|mcg|[A-Z]U\b|h\b|hours?|days?|weeks?|months?)")


def split_heading(text: str, span: Span, title: str) -> Iterator[Span]:
    """A span of running text as it is, or as the headings that begin it and the rest."""
    if span.kind != "sentence" or (
        _is_item(text, span.start) and not _is_numbered_heading(text, span)
    ):
        yield span
        return
    start = span.start
    while (end := _heading_end(text, start, span.end, title)) > start:
        yield Span(start, end, "heading")
        start = end + len(text[end : span.end]) - len(text[end : span.end].lstrip())
    if start < span.end:
        yield Span(start, span.end, "sentence")


def _heading_end(text: str, start: int, end: int, title: str) -> int:
    """Where the heading ends that stands at ``start``; ``start`` when none does."""
    lines = text[start:end].split("\n")
    first = lines[0].rstrip()
    if title and (told := _title_end(text, start, end, title)):
        return told
    if not _may_head(first) or (_VALUE.search(first) and start):
        return start
    rest = [line.strip() for line in lines[1:] if line.strip()]
    if rest:
        apart = len(first) < MUCH_SHORTER * max(map(len, rest)) and _BEGINS_TEXT.match(rest[0])
        return start + len(first) if apart else start
    goes_on = text[end : end + 1] == "\n" and text[end:].strip()
    return start + len(first) if goes_on else start


def _title_end(text: str, start: int, end: int, title: str) -> int:
    """Where the title ends that stands at ``start``, in up to three lines; 0 when none does."""
    place = start
    for line in text[start:end].split("\n")[:MOST_TITLE_LINES]:
        place += len(line)
        if " ".join(text[start:place].split()) == title:
            return place - (len(line) - len(line.rstrip()))
        place += 1
    return 0


def _may_head(line: str) -> bool:
    few = len(line) <= LONGEST and len(line.split()) <= MOST_WORDS
    return bool(few and _TITLE.match(line) and not _ENDED.search(line))


def _is_item(text: str, start: int) -> bool:
    """Whether a mark of a list or a quote stands before it on its line."""
    return bool(text[text.rfind("\n", 0, start) + 1 : start].strip())


def _is_numbered_heading(text: str, span: Span) -> bool:
    """Whether the item is no step of a list but "3. Occlusion", alone on its line behind an empty
    one, with running text on the next; or "3. ORDERING", or what "3.1" or a table stands below."""
    line = text.rfind("\n", 0, span.start) + 1
    first, newline, rest = text[span.start : span.end].partition("\n")
    stands_apart = line == 0 or text[max(0, line - 2) : line] == "\n\n"
    numbered = _NUMBER_MARK.fullmatch(text, line, span.start)
    few = len(first.split()) <= MOST_NUMBERED_WORDS
    if not (numbered and stands_apart and few):
        return False
    if newline:
        return bool(_BEGINS.match(rest) or _PART.match(rest.lstrip()))
    if first.isupper() or _IS_OVER_TABLE.match(text, span.end):
        return True
    return _has_parts(text, numbered.group().strip(" \t.()"), span.end)


def _has_parts(text: str, number: str, end: int) -> bool:
    """Whether the first line behind is the first part of what has this number: "3.1 …"."""
    first = f"{number}.1"
    behind = text[end : end + LONGEST].lstrip()
    return behind.startswith(first) and not behind[len(first) : len(first) + 1].isdigit()
