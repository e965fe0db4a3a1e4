"""The words that a query looks for, its own and the ones that mean the same. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from retrieval.store import StoreQuery
from retrieval.words import words


@dataclass(frozen=True, slots=True)
class AskedWords:
    """In the order of the query, own words first."""

    weights: Mapping[str, float]
    """For BM25: a repeated word counts as often as it is there, an added one for less than 1."""
    worth: Mapping[str, float]
    """For the learned fusion: 1, or less for a word that was added."""


def asked_words(query: StoreQuery) -> AskedWords:
    """What :attr:`StoreQuery.text` and :attr:`StoreQuery.also` look for."""
    own = Counter(words(query.text))
    added: dict[str, float] = {}
    for text, worth in query.also:
        for word in words(text):
            if word not in own:
                added[word] = max(worth, added.get(word, 0.0))
    return AskedWords(
        {**{word: float(repeats) for word, repeats in own.items()}, **added},
        {**dict.fromkeys(own, 1.0), **added},
    )
