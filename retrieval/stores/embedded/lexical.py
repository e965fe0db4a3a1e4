"""BM25 over posting arrays: which slots hold a word, how often, and what that is worth."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
B = 0.75
"""Both are the defaults of Weaviate (1.39), so that the two stores score alike."""
FOLD_POSTINGS = 400_000
"""The delta is folded into the base when it holds more than this and a quarter of the base. Chosen
by hand."""
DRIFT = 0.02
"""How far the average length may move before the impacts are computed again. Chosen by hand."""

Mask = NDArray[np.bool_]
Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Postings:
    """Postings sorted by word. ``starts[i]:starts[i + 1]`` are those of ``numbers[i]``."""

    numbers: NDArray[np.int32]
    starts: NDArray[np.int64]
    slots: NDArray[np.int32]
    counts: NDArray[np.uint8]
    impacts: NDArray[np.float32]
    """``tf·(k1+1) / (tf + k1·(1 - b + b·length/average))``, without idf."""
    average: float

    def of(self, number: int) -> slice:
        at = int(self.numbers.searchsorted(number))  # np.searchsorted takes three times as long
        if at == len(self.numbers) or self.numbers[at] != number:
            return slice(0, 0)
        return slice(int(self.starts[at]), int(self.starts[at + 1]))


@dataclass(frozen=True, slots=True)
class Lexical:
    """All postings of a silo, in a large base and a small delta that takes what is new."""

    base: Postings
    delta: Postings

    def scores(self, query: Mapping[int, float], live: Mask, documents: int) -> Scores:
        """BM25, one a slot; dead slots score, too, and are for the caller to mask. ``query``:
        number of a word → its weight; ``live``: one a slot; ``documents``: how many are live."""
        result = np.zeros(len(live), np.float32)
        for number, weight in query.items():
            idf = self.idf(number, live, documents)
            if not idf:
                continue
            for segment in (self.base, self.delta):
                part = segment.of(number)
                result[segment.slots[part]] += segment.impacts[part] * np.float32(idf * weight)
        return result

    def idf(self, number: int, live: Mask, documents: int) -> float:
        """``ln(1 + (N - df + 0.5) / (df + 0.5))``; 0 for a word that no live slot has."""
        parts = [segment.slots[segment.of(number)] for segment in (self.base, self.delta)]
        all_live = documents == len(live)
        holding = sum(
            len(part) if all_live else int(np.count_nonzero(live[part])) for part in parts
        )
        return math.log1p((documents - holding + 0.5) / (holding + 0.5)) if holding else 0.0

    def counts(self, number: int, slots: NDArray[np.int64]) -> NDArray[np.float64]:
        """How often each of these slots has the word, in the order of ``slots`` (one-dimensional,
        as is what is returned)."""
        result = np.zeros(len(slots))
        for segment in (self.base, self.delta):
            part = segment.of(number)
            holding = segment.slots[part]
            if not len(holding):
                continue
            # The slots of one word stand in ascending order.
            places = np.minimum(np.searchsorted(holding, slots), len(holding) - 1)
            result += np.where(holding[places] == slots, segment.counts[part][places], 0)
        return result

    def slots_with(self, numbers: Iterable[int], slots: int) -> Mask:
        """Which slots hold any of the words."""
        mask = np.zeros(slots, np.bool_)
        for number in numbers:
            for segment in (self.base, self.delta):
                mask[segment.slots[segment.of(number)]] = True
        return mask

    def with_new_slots(
        self, new: Postings, lengths: NDArray[np.int32], live: Mask, average: float
    ) -> Lexical:
        """With the postings of new slots; folds and computes impacts again when it is time.
        ``lengths``: words of the document, one a slot, the new ones counted; ``average``: their
        mean."""
        base, delta = self.base, self.delta
        if len(new.slots):
            delta = _merge((delta, new), lengths, live, average)
        if len(delta.slots) > max(FOLD_POSTINGS, len(base.slots) // 4):
            base, delta = _merge((base, delta), lengths, live, average), EMPTY_SEGMENT
        return Lexical(_current(base, lengths, average), _current(delta, lengths, average))


def segment(
    words: Sequence[tuple[NDArray[np.int32], NDArray[np.uint8]]],
    first_slot: int,
    lengths: NDArray[np.int32],
    average: float,
) -> Postings:
    """A segment of the documents in consecutive slots from ``first_slot``. ``words``: for each
    document the numbers of its words and, as long as that, how often it has each; ``lengths``:
    words of the document, one a slot from 0; ``average``: their mean."""
    if not words:
        return EMPTY_SEGMENT
    sizes = [len(numbers) for numbers, _ in words]
    slots = np.repeat(np.arange(first_slot, first_slot + len(words), dtype=np.int32), sizes)
    numbers = np.concatenate([numbers for numbers, _ in words])
    counts = np.concatenate([counts for _, counts in words])
    return _sort_postings(numbers, slots, counts, lengths, average)


def _merge(
    parts: tuple[Postings, ...], lengths: NDArray[np.int32], live: Mask, average: float
) -> Postings:
    numbers = np.concatenate([np.repeat(p.numbers, np.diff(p.starts)) for p in parts])
    slots = np.concatenate([p.slots for p in parts])
    counts = np.concatenate([p.counts for p in parts])
    kept = live[slots]
    return _sort_postings(numbers[kept], slots[kept], counts[kept], lengths, average)


def _sort_postings(
    numbers: NDArray[np.int32],
    slots: NDArray[np.int32],
    counts: NDArray[np.uint8],
    lengths: NDArray[np.int32],
    average: float,
) -> Postings:
    order = np.argsort(numbers, kind="stable")
    numbers, slots, counts = numbers[order], slots[order], counts[order]
    distinct, starts = np.unique(numbers, return_index=True)
    starts = np.append(starts, len(numbers)).astype(np.int64)
    impacts = _impacts(slots, counts, lengths, average)
    return Postings(distinct, starts, slots, counts, impacts, average)


def _current(part: Postings, lengths: NDArray[np.int32], average: float) -> Postings:
    if not len(part.slots) or abs(part.average - average) <= DRIFT * average:
        return part
    impacts = _impacts(part.slots, part.counts, lengths, average)
    return Postings(part.numbers, part.starts, part.slots, part.counts, impacts, average)


def _impacts(
    slots: NDArray[np.int32],
    counts: NDArray[np.uint8],
    lengths: NDArray[np.int32],
    average: float,
) -> NDArray[np.float32]:
    tf = counts.astype(np.float32)
    damping = (K1 * (1 - B) + K1 * B / max(average, 1e-9) * lengths).astype(np.float32)
    saturated: NDArray[np.float32] = tf * np.float32(K1 + 1) / (tf + damping[slots])
    return saturated


EMPTY_SEGMENT = Postings(
    np.zeros(0, np.int32),
    np.zeros(1, np.int64),
    np.zeros(0, np.int32),
    np.zeros(0, np.uint8),
    np.zeros(0, np.float32),
    1.0,
)
EMPTY = Lexical(EMPTY_SEGMENT, EMPTY_SEGMENT)
