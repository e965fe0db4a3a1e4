"""Listwise logistic regression: weights that lift the judged documents of each list. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
PENALTY = 1e-3
"""Of squared weights; chosen by hand: small, it only keeps the solution finite."""
STEPS = 60
"""At most; Newton's method needs about ten."""
LEAST_STEP = 1e-9
"""The fit ends when no weight moves by more."""


@dataclass(frozen=True, slots=True)
class CandidateList:
    """The candidates of one query."""

    features: Floats
    """Shape (n, features)."""
    shares: Floats
    """Shape (n,): the judged worth, summing to 1 over the list."""


def fit_weights(lists: Sequence[CandidateList], penalty: float = PENALTY) -> Floats:
    """The weights that make the softmax of each list most like its shares, by Newton's method.

    The loss is convex, so that there is one answer, the same on every run. Lists without a
    judged document teach nothing and must be left out."""
    weights = np.zeros(lists[0].features.shape[1])
    loss = _loss(lists, weights, penalty)
    for _ in range(STEPS):
        gradient, curvature = _derivatives(lists, weights, penalty)
        step = np.linalg.solve(curvature, gradient)
        while (after := _loss(lists, weights - step, penalty)) > loss and np.abs(
            step
        ).max() > LEAST_STEP:
            step /= 2
        weights, loss = weights - step, after
        if np.abs(step).max() < LEAST_STEP:
            break
    return weights


def group_queries(gains: Sequence[Mapping[str, int]]) -> NDArray[np.int64]:
    """A number for each query, the same for those that a judged document connects.

    Folds must not cut through a group: what is learned from a document's query would be tested
    on its other query."""
    owner: dict[str, int] = {}
    group = list(range(len(gains)))

    def first(number: int) -> int:
        while group[number] != number:
            number = group[number]
        return number

    for number, judged in enumerate(gains):
        for name in judged:
            group[first(number)] = first(owner.setdefault(name, number))
    return np.array([first(number) for number in range(len(gains))])


def assign_folds(group: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The fold of each query, whole groups together, always the same."""
    names, place = np.unique(group, return_inverse=True)
    order = np.random.default_rng(0).permutation(len(names))
    result: NDArray[np.int64] = (order % count)[place]
    return result


def _loss(lists: Sequence[CandidateList], weights: Floats, penalty: float) -> float:
    total = 0.0
    for each in lists:
        scores = each.features @ weights
        highest = scores.max()
        total += highest + float(np.log(np.exp(scores - highest).sum()) - each.shares @ scores)
    return total / len(lists) + penalty * float(weights @ weights)


def _derivatives(
    lists: Sequence[CandidateList], weights: Floats, penalty: float
) -> tuple[Floats, Floats]:
    """Gradient and curvature of the loss."""
    gradient, curvature = 2 * penalty * weights, 2 * penalty * np.eye(len(weights))
    for each in lists:
        scores = each.features @ weights
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        spread = each.features - odds @ each.features
        gradient += (odds - each.shares) @ each.features / len(lists)
        curvature += (spread * odds[:, None]).T @ spread / len(lists)
    return gradient, curvature
