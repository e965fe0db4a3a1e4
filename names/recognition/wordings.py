"""Drugs, tumours, settings and the rest by the wordings of the tables."""

from __future__ import annotations

from collections.abc import Iterator

from names.entities import Mention
from names.tables.wordings import TOKEN, Wording, longest_by_first_word, wordings


def find_wordings(text: str) -> Iterator[Mention]:
    """Drugs, tumours, settings and the rest by their wordings, the longest first."""
    found = list(TOKEN.finditer(text))
    words = [match.group().lower() for match in found]
    if "’" in text:
        words = [word.replace("’", "'") for word in words]
    table, next_free = wordings(), 0
    for at, longest in enumerate(map(longest_by_first_word().get, words)):
        if longest is None or at < next_free:
            continue
        for count in range(min(longest, len(words) - at), 0, -1):
            entries = table.get(tuple(words[at : at + count]))
            if not entries:
                continue
            start, end = found[at].start(), found[at + count - 1].end()
            mentions = [m for e in entries if (m := _mention(e, text, start, end))]
            if mentions:
                yield from mentions
                next_free = at + count
                break


def _mention(entry: Wording, text: str, start: int, end: int) -> Mention | None:
    """The mention of a wording at ``start:end``; None where its letters mean something else."""
    surface = text[start:end]
    if entry.exact and surface != entry.surface:
        return None
    if surface == "ALL" and text[end : end + 10].lower().startswith((" patient", " of ", " the ")):
        return None
    return Mention(entry.kind, entry.names, surface, start, end)
