"""Names by phrases: adverse events and conditions with all wordings, found by their words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from names.tables.rows import read_rows, split_cell
from names.tables.wordings import CASE_MARK, tokens, words_of


@dataclass(frozen=True, slots=True)
class Phrase:
    """A name that a text words, with its place, start inclusive, end exclusive."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Words of a phrase → its name and, where case counts, its letters; the longest by first
    word."""

    names: dict[tuple[str, ...], tuple[str, str]]
    longest: dict[str, int]


@cache
def _phrases(table: str) -> _Phrases:
    names: dict[tuple[str, ...], tuple[str, str]] = {}
    longest: dict[str, int] = {}
    for name, cell, *_ in read_rows(table):
        for wording in split_cell(cell):
            surface = wording.removeprefix(CASE_MARK)
            words = tokens(surface)
            names[words] = (name, surface if surface != wording else "")
            longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return _Phrases(names, longest)


def find_phrases(text: str, table: str) -> Iterator[Phrase]:
    """The phrases of a table that a text holds, the longest at each place; none overlap."""
    phrases = _phrases(table)
    read = words_of(text)
    words, spans, next_free = read.words, read.spans, 0
    for at, longest in enumerate(map(phrases.longest.get, words)):
        if longest is None or at < next_free:
            continue
        for count in range(min(longest, len(words) - at), 0, -1):
            name, exact = phrases.names.get(words[at : at + count], ("", ""))
            start, end = spans[at][0], spans[at + count - 1][1]
            if name and exact in {"", text[start:end]}:
                yield Phrase(name, start, end)
                next_free = at + count
                break
