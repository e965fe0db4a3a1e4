"""The order of what several silos found. The score of each counts within its own search alone: of
two silos it tells nothing."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.outcomes import FoundDocument
from retrieval.text.words import words

IN_TITLE = 2
"""What a word of the query counts in a title, where one in the text counts 1. Chosen by hand: a
document on a thing is titled with it, one that mentions it is not."""


def across_silos(query: str, found: Sequence[Sequence[FoundDocument]]) -> tuple[FoundDocument, ...]:
    """The documents of all silos, those first that have most of the words of the query, in their
    title above all; of as many in the order of their own silo."""
    if len(found) < 2:
        return tuple(each for one in found for each in one)
    asked = frozenset(words(query))
    ranked = [
        (-_words_in_common(asked, each), place, -each.dense, number, each)
        for number, one in enumerate(found)
        for place, each in enumerate(one)
    ]
    return tuple(each for *_, each in sorted(ranked, key=lambda one: one[:4]))


def _words_in_common(asked: frozenset[str], found: FoundDocument) -> int:
    document = found.document
    in_title = asked & frozenset(words(document.title))
    in_text = asked & frozenset(words(document.text))
    return IN_TITLE * len(in_title) + len(in_text)
