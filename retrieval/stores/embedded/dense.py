"""Cosine over chunk vectors, a document scoring as its best; exact, or prefiltered when large."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from retrieval.embedding.contract import Vectors

PREFILTER_ABOVE = 50_000
"""Above this many vectors a search first ranks by a rotation to fewer dimensions. Chosen by hand:
of fewer, all dimensions are compared."""
PREFILTER_DIMENSIONS = 96
"""A quarter of MiniLM's 384. Chosen by hand, with PREFILTER_KEPT so wide that little is lost."""
PREFILTER_KEPT = 1_000
"""Candidates of the rough ranking that are compared exactly. Chosen by hand: ten times the legs'
length at least."""
SAMPLE = 20_000
"""Vectors from which the rotation is computed. Chosen by hand: the axes of more differ little."""
GROWTH = 1.2
"""By how much an array grows beyond need, so that adding documents copies seldom. Chosen by hand: a
fifth of the memory at most is unused."""
SLACK = np.float32(1e-5)
"""More than a product in another order of summation can differ by. Chosen by hand."""

Scores = NDArray[np.float32]
Slots = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Rotation:
    """The directions that tell most of the vectors apart, and the vectors along them."""

    axes: Vectors
    """Shape (dimensions, fewer)."""
    rotated: Vectors
    """Shape (capacity, fewer)."""
    fitted_at: int
    """How many vectors there were when the axes were found."""


@dataclass(frozen=True, slots=True)
class Dense:
    """The vectors of all slots, those of one slot adjacent.

    Growing appends beyond ``used``, which older values of this class never read: a search that
    still holds one is not disturbed."""

    matrix: Vectors
    """Shape (capacity, dimensions)."""
    used: int
    starts: Slots
    """First vector of each slot, then ``used``: one more than there are slots."""
    prefilter_above: int = PREFILTER_ABOVE
    rotation: Rotation | None = None

    def with_new_slots(self, blocks: list[Vectors]) -> Dense:
        """With the vectors of new slots, one block each."""
        if not blocks:
            return self
        new = np.concatenate(blocks)
        used = self.used + len(new)
        matrix = _with_room(self.matrix, self.used, used)
        matrix[self.used : used] = new
        ends = self.used + np.cumsum([len(block) for block in blocks])
        dense = replace(self, matrix=matrix, used=used, starts=np.append(self.starts, ends))
        return dense._with_rotation(self.used)

    def best(self, query: Scores, allowed: NDArray[np.bool_], wanted: int) -> Slots:
        """At least the ``wanted`` nearest allowed slots, ties and near ties included, unordered."""
        if self.rotation is not None:
            return self._best_rotated(self.rotation, query, allowed, wanted)
        scores = np.maximum.reduceat(self.matrix[: self.used] @ query, self.starts[:-1])
        candidates = np.flatnonzero(allowed)
        return candidates[_top(scores[candidates], wanted)]

    def exact(self, query: Scores, slots: Slots) -> Scores:
        """Cosine of the best vector of each slot, the same for equal vectors wherever they lie."""
        if not len(slots):
            return np.zeros(0, np.float32)
        vectors, firsts = self.of(slots)
        # Not a matrix product: that sums a row differently depending on where it lies.
        products = (vectors * query).sum(axis=1)
        best: Scores = np.maximum.reduceat(products, firsts)
        return best

    def of(self, slots: Slots) -> tuple[Vectors, Slots]:
        """The vectors of these slots, one slot after the other, and the first of each."""
        begins, sizes = self.starts[slots], self.starts[slots + 1] - self.starts[slots]
        firsts = np.cumsum(sizes) - sizes
        rows = np.repeat(begins - firsts, sizes) + np.arange(sizes.sum())
        return self.matrix[rows], firsts

    def _best_rotated(
        self, rotation: Rotation, query: Scores, allowed: NDArray[np.bool_], wanted: int
    ) -> Slots:
        rough = rotation.rotated[: self.used] @ (query @ rotation.axes)
        rough = np.maximum.reduceat(rough, self.starts[:-1])
        candidates = np.flatnonzero(allowed)
        kept = candidates[_top(rough[candidates], max(PREFILTER_KEPT, 10 * wanted))]
        return kept[_top(self.exact(query, kept), wanted)]

    def _with_rotation(self, first_new: int) -> Dense:
        if self.used <= self.prefilter_above:
            return self
        rotation = self.rotation
        if rotation is None or self.used > 2 * rotation.fitted_at:
            return replace(self, rotation=_fit_rotation(self.matrix[: self.used]))
        rotated = _with_room(rotation.rotated, first_new, self.used)
        rotated[first_new : self.used] = self.matrix[first_new : self.used] @ rotation.axes
        return replace(self, rotation=replace(rotation, rotated=rotated))


def empty(dimensions: int, prefilter_above: int = PREFILTER_ABOVE) -> Dense:
    matrix = np.zeros((0, dimensions), np.float32)
    return Dense(matrix, 0, np.zeros(1, np.int64), prefilter_above)


def _fit_rotation(vectors: Vectors) -> Rotation:
    chosen = np.random.default_rng(0).permutation(len(vectors))[:SAMPLE]
    sample = vectors[np.sort(chosen)]
    _, axes = np.linalg.eigh(sample.T @ sample)
    kept = np.ascontiguousarray(axes[:, -PREFILTER_DIMENSIONS:].astype(np.float32))
    return Rotation(kept, vectors @ kept, len(vectors))


def _with_room(array: Vectors, used: int, needed: int) -> Vectors:
    if needed <= len(array):
        return array
    room = np.empty((int(needed * GROWTH) + 16, array.shape[1]), np.float32)
    room[:used] = array[:used]
    return room


def _top(scores: Scores, wanted: int) -> Slots:
    """Places of the highest scores, with all that tie with the last of them."""
    if len(scores) <= wanted:
        return np.arange(len(scores))
    last = np.partition(scores, len(scores) - wanted)[len(scores) - wanted]
    return np.flatnonzero(scores >= last - SLACK)
