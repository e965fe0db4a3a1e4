"""What Weaviate does not tell of its words, worked out from the scores that it gives. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log1p

import numpy as np

from retrieval.search.learned_ranking import Floats, saturate
from retrieval.stores.weaviate.document_figures import word_number

ROUNDS, TRIES = 4, 6
"""Of the search for an average length: how often it narrows, and steps to either side. Chosen by
hand: the average is then found to a thousandth."""

RARE = 1.0
"""Documents that a word is taken to be in which none of a sample has."""
FITS = 1e-6
"""Of the squared scores that an average which fits leaves unexplained, at most. The search leaves
less than a tenth of it; a tenth more documents of twice the length leave more. Measured."""


def recover_word_statistics(
    counts: Floats, lengths: Floats, scores: Floats, likely: float = 0.0
) -> tuple[Floats, float]:
    """The idf of each word and the average length of the silo's documents, from the BM25 scores
    that a server gave to some of them, for ``k1`` 1.2 and ``b`` 0.75.

    BM25 is linear in idf: for each average that may be, the idf that fits best is found, and the
    average with the least error is taken; that of an earlier search, which is ``likely``, if it
    fits. Words that no document has get 0."""
    if likely:
        fit, error = _fit_idf(counts, lengths, likely, scores)
        if error <= FITS * float(scores @ scores):
            return np.maximum(fit, 0.0), likely
    around, reach = float(lengths.mean()), 2.0
    idf: Floats = np.zeros(len(counts))
    for _ in range(ROUNDS):
        tried = around * np.geomspace(1 / reach, reach, 2 * TRIES + 1)
        fits = [_fit_idf(counts, lengths, float(average), scores) for average in tried]
        *_, best = min((error, abs(place - TRIES), place) for place, (_, error) in enumerate(fits))
        around, idf, reach = float(tried[best]), fits[best][0], reach ** (1.5 / TRIES)
    known: Floats = np.maximum(idf, 0.0)
    return known, around


def idf_among_documents(idf: Floats, objects: int, documents: int) -> Floats:
    """The idf of each word among the documents, from that among the objects, of which each further
    vector of a document is one without words. Words that no document has keep their 0."""
    rare = np.expm1(idf)
    having = np.clip((objects + 0.5 - 0.5 * rare) / (rare + 1), 0.0, documents)
    told: Floats = np.log1p((documents - having + 0.5) / (having + 0.5))
    result: Floats = np.where(idf > 0, told, 0.0)
    return result


def weight_shares(
    words: Sequence[str], held: Mapping[int, float], objects: int, documents: int
) -> dict[str, float]:
    """How much each word weighs among the documents of what it weighs among the objects. ``held``:
    in which share of documents a word is, by its number, as a sample has it; others are rare."""
    having = [max(held.get(word_number(word), 0.0) * documents, RARE) for word in words]
    return {
        word: log1p((documents - each + 0.5) / (each + 0.5))
        / log1p((objects - each + 0.5) / (each + 0.5))
        for word, each in zip(words, having, strict=True)
    }


def _fit_idf(
    counts: Floats, lengths: Floats, average: float, scores: Floats
) -> tuple[Floats, float]:
    """The idf for this average, and the squared error that is left."""
    saturated = saturate(counts, lengths, average, 1.2, 0.75).T
    idf: Floats = np.linalg.lstsq(saturated, scores, rcond=1e-6)[0].astype(np.float64)
    return idf, round(float(((saturated @ idf - scores) ** 2).sum()), 12)
