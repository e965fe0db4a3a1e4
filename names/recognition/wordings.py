"""Drugs, tumours, settings and the rest by the wordings of the tables."""

from __future__ import annotations

from collections.abc import Iterator

from names.entities import EntityMention
from names.tables.wordings import Wording, longest_by_first_word, wordings, words_of

_OF = "'s"


def find_wordings(text: str) -> Iterator[EntityMention]:
    """Drugs, tumours, settings and the rest by their wordings, the longest first."""
    read = words_of(text)
    words, spans = read.words, read.spans
    table, next_free = wordings(), 0
    for at, longest in enumerate(map(_longest, words)):
        if longest is None or at < next_free:
            continue
        for count in range(min(longest, len(words) - at), 0, -1):
            start, end = spans[at][0], spans[at + count - 1][1]
            entries = table.get(words[at : at + count])
            if not entries and words[at + count - 1].endswith(_OF):
                end -= len(_OF)
                entries = _drugs((*words[at : at + count - 1], words[at + count - 1][: -len(_OF)]))
            if not entries:
                continue
            mentions = [m for e in entries if (m := _mention(e, text, start, end))]
            if mentions:
                yield from mentions
                next_free = at + count
                break


def _longest(word: str) -> int | None:
    """The words of the longest wording that a word begins, with or without "'s"."""
    longest = longest_by_first_word()
    return longest.get(word) or (longest.get(word[: -len(_OF)]) if word.endswith(_OF) else None)


def _drugs(words: tuple[str, ...]) -> tuple[Wording, ...]:
    """The drugs of a wording: "palbociclib's dose" names one. Other names keep their "'s"."""
    return tuple(entry for entry in wordings().get(words, ()) if entry.kind == "drug")


def _mention(entry: Wording, text: str, start: int, end: int) -> EntityMention | None:
    """The mention of a wording at ``start:end``; None where its letters mean something else."""
    surface = text[start:end]
    if entry.exact and surface != entry.surface:
        return None
    if surface == "ALL" and text[end : end + 10].lower().startswith((" patient", " of ", " the ")):
        return None
    return EntityMention(entry.kind, entry.names, surface, start, end)
