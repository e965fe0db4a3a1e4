"""The terms that a query looks for: its own words, and those of other names. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from names.recognition.spelling.name_shapes import name_like_parts
from retrieval.text.words import function_words, words

OPERATORS = frozenset(("AND", "OR"))
"""Function words that are none in capitals: searches are joined by them. NOT is not among the
function words."""


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """Each term with its weights, in the order of the query; the query's own terms come first."""

    counts: Mapping[str, float]
    """For BM25: a term of the query counts as often as it stands there, an added one below 1."""
    weights: Mapping[str, float]
    """For the learned fusion: 1 for a term of the query, below 1 for an added one."""
    names: frozenset[str]
    """Those of the query's own terms that name one thing: a gene, a variant, a trial number."""
    keywords: bool
    """Whether the query is keywords, not a question: see :func:`is_keywords`."""


def query_terms(text: str, also: Sequence[tuple[str, float]] = ()) -> QueryTerms:
    """The terms of a query's text and of the weighted texts beside it.

    ``also`` are further texts, each with the weight of its words: see
    :attr:`retrieval.stores.contract.StoreQuery.also`. A term that the text has itself keeps its
    own weight; one that several texts add has the highest of theirs."""
    own = Counter(words(text))
    added: dict[str, float] = {}
    for other, weight in also:
        for word in words(other):
            if word not in own:
                added[word] = max(weight, added.get(word, 0.0))
    return QueryTerms(
        {**{word: float(repeats) for word, repeats in own.items()}, **added},
        {**dict.fromkeys(own, 1.0), **added},
        name_words(text),
        is_keywords(text),
    )


def is_keywords(text: str) -> bool:
    """Whether a text has no function words, such as "colon adenocarcinoma survival rates": each of
    its words was chosen to be looked for."""
    return OPERATORS.issuperset(function_words(text))


def name_words(text: str) -> frozenset[str]:
    """The searchable words of what looks like a gene, a variant, a trial number and the like."""
    return frozenset(word for part in name_like_parts(text) for word in words(part))
