"""Ranks the slots of a snapshot for a query: both legs, then their fusion. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.search.fusion import cascade, fuse
from retrieval.search.index_fields import day, filter_words
from retrieval.search.learned_ranking import Candidates, score_candidates
from retrieval.search.query_terms import query_terms
from retrieval.stores.contract import StoreQuery
from retrieval.stores.embedded.snapshot import Snapshot

Numbers = Callable[[str], int | None]
"""The number of a word, None when no document of any silo has it."""
Leg = list[tuple[int, float]]
Slots = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RankedSlot:
    """A slot with its scores; ``row`` is where the file has its document."""

    row: int
    score: float
    lexical: float
    dense: float


def rank(snapshot: Snapshot, query: StoreQuery, numbers: Numbers) -> list[RankedSlot]:
    """At most ``query.limit`` slots, best first, ties by document id."""
    allowed = _allowed_slots(snapshot, query, numbers)
    if query.limit < 1 or not allowed.any():
        return []
    terms = _term_numbers(query, numbers)
    scores = snapshot.lexical.scores(terms.counts, snapshot.live, snapshot.documents)
    lexical = _lexical_leg(snapshot, scores, allowed, query.candidates)
    if query.fusion == "cascade":
        dense = _dense_leg(snapshot, query, np.array([slot for slot, _ in lexical], np.int64))
        fused = cascade(
            lexical, dense, n=query.candidates, m=query.nearest, k=query.limit, c=query.constant
        )
    else:
        dense = _nearest_leg(snapshot, query, allowed)
        if query.fusion == "learned":
            fused = _learned_scores(
                snapshot, query, terms, [slot for slot, _ in (*lexical, *dense)]
            )
        else:
            fused = fuse(query.fusion, lexical, dense, query.alpha, query.constant)
    return _best_hits(snapshot, query, fused, scores)


def candidates(snapshot: Snapshot, query: StoreQuery, numbers: Numbers) -> tuple[Slots, Candidates]:
    """The union of both legs as the learned fusion sees it; its weights are trained on this."""
    allowed, terms = _allowed_slots(snapshot, query, numbers), _term_numbers(query, numbers)
    scores = snapshot.lexical.scores(terms.counts, snapshot.live, snapshot.documents)
    found = [*_lexical_leg(snapshot, scores, allowed, query.candidates)]
    found += _nearest_leg(snapshot, query, allowed)
    slots = np.unique(np.array([slot for slot, _ in found], np.int64))
    return slots, _candidate_features(snapshot, terms, slots)


def _learned_scores(
    snapshot: Snapshot, query: StoreQuery, terms: _TermNumbers, found: Sequence[int]
) -> dict[int, float]:
    slots = np.unique(np.array(found, np.int64))
    found_of = _candidate_features(snapshot, terms, slots)
    scores = score_candidates(query.vector, found_of, query.weights)
    return dict(zip(slots.tolist(), scores.tolist(), strict=True))


def _candidate_features(snapshot: Snapshot, terms: _TermNumbers, slots: Slots) -> Candidates:
    lexical, live, documents = snapshot.lexical, snapshot.live, snapshot.documents
    vectors, starts = snapshot.dense.of(slots)
    return Candidates(
        counts=np.array([lexical.counts(each, slots) for each in terms.weights]).reshape(
            -1, len(slots)
        ),
        weights=np.array(list(terms.weights.values())),
        names=np.array([float(each in terms.names) for each in terms.weights]),
        keywords=terms.keywords,
        idf=np.array([lexical.idf(each, live, documents) for each in terms.weights]),
        lengths=snapshot.lengths[slots].astype(np.float64),
        average=float(snapshot.lengths[live].mean()),
        vectors=vectors,
        starts=starts,
    )


def _best_hits(
    snapshot: Snapshot,
    query: StoreQuery,
    fused: dict[int, float],
    lexical_scores: NDArray[np.float32],
) -> list[RankedSlot]:
    best = sorted(fused, key=lambda slot: (-fused[slot], snapshot.ids[slot]))[: query.limit]
    cosines = snapshot.dense.exact(query.vector, np.array(best, np.int64))
    return [
        RankedSlot(
            row=int(snapshot.rows[slot]),
            score=min(max(fused[slot], 0.0), 1.0),
            lexical=float(lexical_scores[slot]),
            dense=float(cosine),
        )
        for slot, cosine in zip(best, cosines, strict=True)
    ]


def _allowed_slots(snapshot: Snapshot, query: StoreQuery, numbers: Numbers) -> NDArray[np.bool_]:
    allowed = snapshot.live
    for group in filter_words(query.filters):
        known = [number for number in map(numbers, group) if number is not None]
        allowed = allowed & snapshot.lexical.slots_with(known, len(snapshot.live))
    if query.filters.since:
        allowed = allowed & (snapshot.days >= max(day(query.filters.since, last=False), 1))
    return allowed


@dataclass(frozen=True, slots=True)
class _TermNumbers:
    """:class:`retrieval.search.query_terms.QueryTerms` by the numbers of the words; those that no
    document of any silo has are left out."""

    counts: Mapping[int, float]
    weights: Mapping[int, float]
    names: frozenset[int]
    keywords: bool


def _term_numbers(query: StoreQuery, numbers: Numbers) -> _TermNumbers:
    terms = query_terms(query.text, query.also)
    known = {word: number for word in terms.weights if (number := numbers(word)) is not None}
    return _TermNumbers(
        {number: terms.counts[word] for word, number in known.items()},
        {number: terms.weights[word] for word, number in known.items()},
        frozenset(number for word, number in known.items() if word in terms.names),
        terms.keywords,
    )


def _lexical_leg(
    snapshot: Snapshot, scores: NDArray[np.float32], allowed: NDArray[np.bool_], wanted: int
) -> Leg:
    matching = np.flatnonzero(allowed & (scores > 0))
    if len(matching) > wanted:
        found = scores[matching]
        last = np.partition(found, len(found) - wanted)[len(found) - wanted]
        matching = matching[found >= last]
    return _in_order(snapshot, matching, scores[matching])[:wanted]


def _dense_leg(snapshot: Snapshot, query: StoreQuery, slots: NDArray[np.int64]) -> Leg:
    return _in_order(snapshot, slots, snapshot.dense.exact(query.vector, slots))


def _nearest_leg(snapshot: Snapshot, query: StoreQuery, allowed: NDArray[np.bool_]) -> Leg:
    near = snapshot.dense.best(query.vector, allowed, query.candidates)
    return _dense_leg(snapshot, query, near)[: query.candidates]


def _in_order(snapshot: Snapshot, slots: NDArray[np.int64], scores: NDArray[np.float32]) -> Leg:
    pairs = zip(slots.tolist(), scores.tolist(), strict=True)
    return sorted(pairs, key=lambda pair: (-pair[1], snapshot.ids[pair[0]]))
