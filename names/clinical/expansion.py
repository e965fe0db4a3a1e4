"""Abbreviations of the ward written out and broken lines joined, with the places of the text as it
stands kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from names.clinical.values import FoundValue
from names.tables.ward.abbreviations import abbreviation_pattern, abbreviations

Change = tuple[int, int, str]
"""Start and end in a text, and the words in place of those that stand there."""


@dataclass(frozen=True, slots=True)
class ExpandedText:
    """A text with its abbreviations written out."""

    text: str
    pieces: tuple[tuple[int, int, int, int], ...]
    """Each abbreviation, in order: start and end in ``text``, start and end in the original."""

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Where a span of ``text`` stands in the original; an abbreviation counts whole."""
        return self._original(start, end=False), self._original(end, end=True)

    def _original(self, place: int, *, end: bool) -> int:
        found = bisect_right(self.pieces, (place - end, len(self.text) + 1, 0, 0)) - 1
        if found < 0:
            return place
        _, last, original_start, original_end = self.pieces[found]
        if place - end < last:
            return original_end if end else original_start
        return place - last + original_end

    def over(self, first: ExpandedText) -> ExpandedText:
        """This text, made of the text of ``first``, with its places in the original of that."""
        pieces = [(*each[:2], *first.original_span(*each[2:])) for each in self.pieces]
        for start, end, original_start, original_end in first.pieces:
            if not any(start < e and s < end for _, _, s, e in self.pieces):
                moved = sum(b - a - (e - s) for a, b, s, e in self.pieces if e <= start)
                pieces.append((start + moved, end + moved, original_start, original_end))
        return ExpandedText(self.text, tuple(sorted(pieces)))

    def place_back(self, values: Iterable[FoundValue]) -> tuple[FoundValue, ...]:
        """What was found in ``text``, placed in the original and ordered by place."""
        moved = (_move_value(found, self.original_span(found.start, found.end)) for found in values)
        return tuple(sorted(moved, key=lambda found: (found.start, found.end)))


def _move_value(found: FoundValue, span: tuple[int, int]) -> FoundValue:
    return replace(found, start=span[0], end=span[1])


BARE_STAGE = re.compile(
    r"(?<![\w/+-])(?:III[ABC]|IV[AB]|II[ABC])(?![\w-])"
    r"(?!,?\s(?i:evidence|recommendations?|trials?|stud(?:y|ies)|inhibitors?)\b)"
)
"""A stage of a tumour without that word: "unresectable IIIB NSCLC"."""
NUMBERED = re.compile(
    r"(?i)\b(?:stage[sd]?|stg|st|stadium|FIGO|AJCC|phase|type|class|grade|level|evidence|category"
    r"|ESCAT|CIViC|Forrest|MEN|factor|glycoprotein|GP|Gustilo|CEAP|Rutherford|Fontaine|tier|section|part|Table)\b"
    r"[^.;?!\n]{0,16}$"
)
"""Before a Roman number with a letter that is told to be a stage already, or is none."""
BEFORE_NUMBER = 30
"""Characters before such a number that are looked at; chosen by hand."""


def _is_bare_stage(match: re.Match[str], text: str) -> bool:
    return not NUMBERED.search(text, max(0, match.start() - BEFORE_NUMBER), match.start())


BLANKS = re.compile(r"(?<!\s)(?:\s{2,}|\n)")


def _one_blank(run: str, before: str, after: str) -> str:
    """One blank for several, and for a line that goes on; empty to leave them as they are."""
    if not run.isspace() or run.count("\n") > 1:
        return ""
    if "\n" not in run:
        return " "
    return " " if before == "," or after.islower() or after == "(" else ""


@lru_cache(maxsize=2_000)
def expand(text: str) -> ExpandedText:
    """The text with what clinicians write short written out ("pd on" → "progressed on")."""
    exact, any_case = abbreviations()
    matches = [*abbreviation_pattern().finditer(text), *BLANKS.finditer(text)]
    stages = BARE_STAGE.finditer(text)
    changes = [(*m.span(), f"stage {m.group()}") for m in stages if _is_bare_stage(m, text)]
    for match in sorted(matches, key=re.Match.start):
        meaning = exact.get(match.group()) or any_case.get(match.group().lower())
        meaning = meaning or _one_blank(
            match.group(),
            text[match.start() - 1 : match.start()],
            text[match.end() : match.end() + 1],
        )
        if meaning:
            changes.append((*match.span(), meaning))
    return rewrite(text, sorted(changes))


def rewrite(text: str, changes: Iterable[Change]) -> ExpandedText:
    """The text with other words at some places, given in order of their start. Of two that overlap
    the first counts."""
    parts: list[str] = []
    pieces: list[tuple[int, int, int, int]] = []
    at = length = 0
    for start, end, words in changes:
        if start < at:
            continue
        before = text[at:start]
        place = length + len(before)
        parts += [before, words]
        length, at = place + len(words), end
        pieces.append((place, length, start, end))
    parts.append(text[at:])
    return ExpandedText("".join(parts), tuple(pieces))
