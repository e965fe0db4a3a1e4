"""The words that a query looks for, its own and the ones that mean the same. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from retrieval.stores.contract import StoreQuery
from retrieval.text.words import words


@dataclass(frozen=True, slots=True)
class AskedWords:
    """In the order of the query, own words first."""

    weights: Mapping[str, float]
    """For BM25: a repeated word counts as often as it is there, an added one for less than 1."""
    worth: Mapping[str, float]
    """For the learned fusion: 1, or less for a word that was added."""
    names: frozenset[str]
    """Those of the query's own words that name one thing and no other."""


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
        name_words(query.text),
    )


_PART = re.compile(r"[^\W_]+")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9]{2,}")


def name_words(text: str) -> frozenset[str]:
    """The words of genes, variants, trial numbers and the like: what has a digit beside a letter,
    and what stands in capitals (unless all of the text does). Of a compound only such parts count:
    of "HER2-negative" the gene."""
    shouted = text.upper() == text
    found: set[str] = set()
    for part in _PART.findall(text):
        mixed = any(c.isdigit() for c in part) and any(c.isalpha() for c in part)
        if mixed or (not shouted and _CAPITALS.fullmatch(part)):
            found.update(words(part))
    return frozenset(found)
