"""Logistic regression with a squared penalty and weights that have a least value. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
PENALTY = 0.002
"""Of squared weights, against the mean loss of a pair. The loss in cross-validation is the same to
0.002 from 0.0005 to 0.002 and grows above (docs/evaluation.md)."""
STEPS = 200
"""At most; Newton's method on the free weights needs about ten."""
LEAST_STEP = 1e-9
"""The fit ends when no weight moves by more. Chosen by hand: far below the digits that are kept."""
MOST_CERTAIN = 1e-9
"""How near a probability may come to 0 and 1 in a log loss, so that it stays finite."""


def fit_logistic(
    features: Floats, answers: Floats, least: Sequence[float], penalty: float = PENALTY
) -> Floats:
    """The weights of each feature and, last, the bias, which is not penalised.

    ``least`` has the least weight of each feature. The loss is convex: there is one answer, the
    same on every run."""
    rows = np.column_stack([features, np.ones(len(features))])
    floor = np.array([*least, -np.inf])
    price = np.append(np.full(features.shape[1], penalty), 0.0)
    weights = np.maximum(np.zeros(rows.shape[1]), floor)
    loss = _loss(rows, answers, weights, price)
    for _ in range(STEPS):
        gradient, curvature = _derivatives(rows, answers, weights, price)
        free = (weights > floor) | (gradient < 0)
        step = np.zeros_like(weights)
        step[free] = np.linalg.solve(curvature[np.ix_(free, free)], gradient[free])
        share = 1.0
        while share > LEAST_STEP:
            moved = np.maximum(weights - share * step, floor)
            after = _loss(rows, answers, moved, price)
            if after <= loss:
                break
            share /= 2
        if np.abs(moved - weights).max() < LEAST_STEP or after > loss:
            break
        weights, loss = moved, after
    result: Floats = weights
    return result


def probabilities(features: Floats, weights: Floats) -> Floats:
    """The probability of each row that it answers; the last weight is the bias."""
    found: Floats = 1.0 / (1.0 + np.exp(-(features @ weights[:-1] + weights[-1])))
    return found


def cross_validate(
    features: Floats,
    answers: Floats,
    fold: NDArray[np.int64],
    least: Sequence[float],
    penalty: float = PENALTY,
) -> Floats:
    """The probability of each row by weights that saw no row of its fold."""
    found = np.zeros(len(answers))
    for number in np.unique(fold):
        held = fold == number
        weights = fit_logistic(features[~held], answers[~held], least, penalty)
        found[held] = probabilities(features[held], weights)
    return found


def assign_folds(questions: Sequence[str], count: int) -> NDArray[np.int64]:
    """The fold of each row, whole questions together, always the same."""
    names, place = np.unique(np.array(questions), return_inverse=True)
    order = np.random.default_rng(0).permutation(len(names))
    folds: NDArray[np.int64] = (order % count)[place]
    return folds


def log_loss(found: Floats, answers: Floats) -> float:
    """Mean negative logarithm of the probability that was given to what is so."""
    sure = np.clip(found, MOST_CERTAIN, 1 - MOST_CERTAIN)
    return float(-np.mean(answers * np.log(sure) + (1 - answers) * np.log(1 - sure)))


def area_under_curve(found: Floats, answers: Floats) -> float:
    """How often a pair that answers stands above one that does not; ties count half."""
    good, bad = found[answers == 1], found[answers == 0]
    above = (good[:, None] > bad[None, :]).mean() + (good[:, None] == bad[None, :]).mean() / 2
    return float(above)


def first_is_right(found: Floats, answers: Floats, questions: Sequence[str]) -> list[bool]:
    """Of each question with both sorts of statements: whether the one that stands first answers."""
    right = []
    named = np.array(questions)
    for name in dict.fromkeys(questions):
        own = named == name
        if 0 < answers[own].sum() < own.sum():
            right.append(bool(answers[own][int(np.argmax(found[own]))]))
    return right


def _loss(rows: Floats, answers: Floats, weights: Floats, price: Floats) -> float:
    total = rows @ weights
    return float(np.mean(np.logaddexp(0.0, total) - answers * total) + price @ weights**2 / 2)


def _derivatives(
    rows: Floats, answers: Floats, weights: Floats, price: Floats
) -> tuple[Floats, Floats]:
    found = 1.0 / (1.0 + np.exp(-(rows @ weights)))
    gradient = rows.T @ (found - answers) / len(rows) + price * weights
    spread = (rows * (found * (1 - found))[:, None]).T @ rows / len(rows)
    return gradient, spread + np.diag(price) + 1e-9 * np.eye(len(weights))
