"""Rows of which a cell has the mark of a footnote that doubts it, or says that it is no finding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retrieval.reports.cells import UNSURE
from retrieval.reports.contract import NotTaken, ReportedVariant, Span
from retrieval.reports.layout.marks import RAISED, plain_mark
from retrieval.reports.statements.unread import line_at

_SIGNS = r"[*†‡§¶]{1,3}|\[[1-9a-e]\]|[\u1d43-\u1dbf\u00b9\u00b2\u00b3\u2070-\u2079]{1,3}"
_NOTE = re.compile(
    rf"[ \t|]{{0,9}}(?P<mark>{_SIGNS}|\(?[1-9a-e][).:]|[1-9a-e](?= [A-Z][a-z]))[ :]{{0,3}}"
    r"(?P<words>[^\n|]{3,300})"
)
_MARK = re.compile(
    rf"(?P<mark>[†‡§¶]{{1,3}}|(?<=[\s%)])\*{{1,3}}(?=[ \t]*(?:[|\n(]|$))|\[[1-9a-e]\]|{RAISED}"
    r"|\((?:[1-9a-e],){1,4}[1-9a-e]\))(?=[\s|,;)]|$)"
)
"""The star behind a letter or a number is a stop, and one before words begins a list."""
_AT_END = re.compile(r"[†‡§¶\u1d43-\u1dbf\u00b9\u00b2\u00b3\u2070-\u2079]{1,3}(?=\s|$)")
_STARS = re.compile(r"\*{1,3}(?=[ \t]*(?:[|\n(]|$))")
_NEXT_NOTE = re.compile(rf"(?<=[.;]) (?=(?:{_SIGNS}) ?[A-Z])")
_OTHER = re.compile(
    r"(?i)\bclonal h(?:a)?ematopoie\w+|\bCHIP\b"
    r"|\bnot (?:an? |considered )?(?:true |real )?(?:finding|mutation|variant|part)\b"
    r"|\b(?:earlier|previous|prior|other|another)\b[^.;]{0,40}\bonly\b"
    r"|\bonly\b[^.;]{0,40}\b(?:earlier|previous|prior|other|another)\b"
    r"|\b(?:not|no longer) (?:detected|found|seen|present)\b|\b(?:superseded|withdrawn|retracted)\b"
)
"""Words of a note by which a row is none of this sample's tumour."""
_NO_DOUBT = re.compile(
    r"(?i)\b(?:no (?:evidence|sign|indication)|without|not) (?:\w+ ){0,3}$|^(?:was|were|is|are)?"
    r" ?(?:excluded|ruled out|unlikely)\b"
)
"""Words around a doubt that take it back."""
MOST_LINES = 3
"""Lines of one note. Chosen by hand: a narrow page has a sentence on three."""


def doubted_by_notes(
    text: str, variants: Sequence[ReportedVariant]
) -> Iterator[tuple[ReportedVariant, NotTaken]]:
    """The rows of which a cell has the mark of a footnote that doubts it, each as one that is not
    taken, with the words of the note."""
    notes = _doubting_notes(text)
    if not notes:
        return
    for each in variants:
        place = each.place
        # A mark at its end is none of the line.
        behind = _AT_END.match(text, place.end)
        until = behind.end() if behind else place.end
        found = [match["mark"] for match in _MARK.finditer(text, place.start, until)]
        ends = [end for name, (_, end) in each.cells if name in {"VAF", "class"}]
        found += [match[0] for end in ends if (match := _STARS.match(text, end))]
        marks = [mark for written in found for mark in plain_mark(written).split(",")]
        words = next((notes[mark] for mark in marks if mark in notes), "")
        if words:
            line = line_at(text, place.start)
            yield each, NotTaken(f"{each.name} (“{words}”)", place, line)


def _doubting_notes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines):
        for part in _NEXT_NOTE.split(line):
            match = _NOTE.match(part)
            if match is None:
                continue
            words = match["words"].strip()
            if part is line or line.endswith(part):
                words = " ".join((words, *_going_on(lines[number + 1 : number + MOST_LINES])))
            if _doubts(words):
                found.setdefault(plain_mark(match["mark"]), match["words"].strip())
    return found


def _going_on(lines: Sequence[str]) -> Iterator[str]:
    """The lines with which a note goes on: down to an empty one, a row or another note."""
    for line in lines:
        if not line.strip() or "|" in line or _NOTE.match(line):
            return
        yield line.strip()


def _doubts(words: str) -> bool:
    found = (match for each in (UNSURE, _OTHER) for match in each.finditer(words))
    return any(not _is_taken_back(words, match.span()) for match in found)


def _is_taken_back(words: str, doubt: Span) -> bool:
    beside = words[: doubt[0]], words[doubt[1] :].strip()
    return any(map(_NO_DOUBT.search, beside))
