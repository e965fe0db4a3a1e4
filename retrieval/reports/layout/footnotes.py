"""Rows of which a value has the mark of a footnote that doubts it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retrieval.reports.cells import UNSURE
from retrieval.reports.contract import NotTaken, ReportedVariant
from retrieval.reports.statements.unread import line_at

_NOTE = re.compile(r"[ \t|]{0,9}(?P<mark>[*†‡§¶]{1,3}|\[[1-9a-e]\]) {0,3}(?P<words>[^\n|]{4,300})")
_MARK = re.compile(r"[ ]?(?P<mark>[*†‡§¶]{1,3}|\[[1-9a-e]\])(?= *(?:[|\n\t]|$))")


def doubted_by_notes(
    text: str, variants: Sequence[ReportedVariant]
) -> Iterator[tuple[ReportedVariant, NotTaken]]:
    """The rows of which a value has the mark of a footnote that doubts it, each as one that is not
    taken, with the words of the note."""
    notes = _doubting_notes(text)
    if not notes:
        return
    for each in variants:
        # The star behind a variant is a stop.
        ends = [end for name, (_, end) in each.cells if name in {"VAF", "class"}]
        marks = [match["mark"] for end in ends if (match := _MARK.match(text, end))]
        words = next((notes[mark] for mark in marks if mark in notes), "")
        if words:
            line = line_at(text, each.place.start)
            yield each, NotTaken(f"{each.name} (“{words}”)", each.place, line)


def _doubting_notes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.split("\n"):
        match = _NOTE.match(line)
        if match and UNSURE.search(match["words"]):
            found.setdefault(match["mark"], match["words"].strip())
    return found
