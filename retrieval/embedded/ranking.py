"""Ranks the slots of a snapshot for a query: both legs, then their fusion. No I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.embedded.snapshot import Snapshot
from retrieval.fusion import cascade, fuse
from retrieval.indexed import day, filter_words
from retrieval.store import StoreQuery
from retrieval.words import words

Numbers = Callable[[str], int | None]
"""The number of a word, None when no document of any silo has it."""
Leg = list[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A slot with its scores; ``row`` is where the file has its document."""

    row: int
    score: float
    lexical: float
    dense: float


def rank(snapshot: Snapshot, query: StoreQuery, numbers: Numbers) -> list[Ranked]:
    """At most ``query.limit`` slots, best first, ties by document id."""
    allowed = _allowed(snapshot, query, numbers)
    if query.limit < 1 or not allowed.any():
        return []
    lexical_scores = _lexical_scores(snapshot, query.text, numbers)
    lexical = _lexical_leg(snapshot, lexical_scores, allowed, query.candidates)
    if query.fusion == "cascade":
        dense = _dense_leg(snapshot, query, np.array([slot for slot, _ in lexical], np.int64))
        fused = cascade(
            lexical, dense, n=query.candidates, m=query.nearest, k=query.limit, c=query.constant
        )
    else:
        near = snapshot.dense.best(query.vector, allowed, query.candidates)
        dense = _dense_leg(snapshot, query, near)[: query.candidates]
        fused = fuse(query.fusion, lexical, dense, query.alpha, query.constant)
    return _merged(snapshot, query, fused, lexical_scores)


def _merged(
    snapshot: Snapshot,
    query: StoreQuery,
    fused: dict[int, float],
    lexical_scores: NDArray[np.float32],
) -> list[Ranked]:
    best = sorted(fused, key=lambda slot: (-fused[slot], snapshot.ids[slot]))[: query.limit]
    cosines = snapshot.dense.exact(query.vector, np.array(best, np.int64))
    return [
        Ranked(
            row=int(snapshot.rows[slot]),
            score=min(max(fused[slot], 0.0), 1.0),
            lexical=float(lexical_scores[slot]),
            dense=float(cosine),
        )
        for slot, cosine in zip(best, cosines, strict=True)
    ]


def _allowed(snapshot: Snapshot, query: StoreQuery, numbers: Numbers) -> NDArray[np.bool_]:
    allowed = snapshot.live
    for group in filter_words(query.filters):
        known = [number for number in map(numbers, group) if number is not None]
        allowed = allowed & snapshot.lexical.having(known, len(snapshot.live))
    if query.filters.since:
        allowed = allowed & (snapshot.days >= max(day(query.filters.since, last=False), 1))
    return allowed


def _lexical_scores(snapshot: Snapshot, text: str, numbers: Numbers) -> NDArray[np.float32]:
    counted: Counter[int] = Counter()
    for word, repeats in Counter(words(text)).items():
        number = numbers(word)
        if number is not None:
            counted[number] = repeats
    return snapshot.lexical.scores(counted, snapshot.live, snapshot.documents)


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


def _in_order(snapshot: Snapshot, slots: NDArray[np.int64], scores: NDArray[np.float32]) -> Leg:
    pairs = zip(slots.tolist(), scores.tolist(), strict=True)
    return sorted(pairs, key=lambda pair: (-pair[1], snapshot.ids[pair[0]]))
