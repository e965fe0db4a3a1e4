"""How likely each rule is the one that a question asks for: a softmax over the rules of a hospital
that may be told; and how likely the likeliest of them answers, for the hospital may have no rule.

``weights.json`` holds the weights and what they were fitted on; ``python -m evals.protocols.train``
fits them, and ``docs/evaluation-protocols.md`` gives the figures."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from agents.extractive.own_rules.likelihood.features import (
    FEATURES,
    Row,
    features_of,
    neighbours_of,
)
from agents.extractive.own_rules.names_asked import REQUIRED
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule

OF_ANSWER = (
    "constant",
    "probability",
    "score",
    "names unknown",
    "own",
    "begun alike",
    "does not give it",
    "values met",
    "row not asked for",
    "behind the best",
)
"""What tells whether the likeliest rule answers, in the order of :func:`signs_of_answer`."""
SHARE = 0.5
"""Of the probability of the likeliest rule that a further rule needs to be told, too. Chosen among
.2 to .8 on eleven invented hospitals, each by weights of the others."""
MOST_LIKELY = 2
"""Rules that are told for their probability: a third was right for no further question there."""


@dataclass(frozen=True, slots=True)
class FittedWeights:
    """The weights of both decisions, by name."""

    rules: Mapping[str, float]
    answer: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Likely:
    """A rule, its place among all, its features, and the probability that it is asked for."""

    place: int
    rule: OwnRule
    features: Mapping[str, float]
    probability: float


@cache
def fitted_weights() -> FittedWeights:
    """The weights that were fitted on all invented hospitals."""
    found = json.loads((files(__package__) / "weights.json").read_text("utf-8"))
    return FittedWeights(found["weights"], found["answer"])


def likeliest_rules(
    question: OwnQuestion, rules: Sequence[OwnRule], weights: Mapping[str, float] | None = None
) -> tuple[Likely, ...]:
    """The rules that say anything of the question and may be told, likeliest first. ``weights``:
    other than the shipped ones, to measure without the hospital that is asked."""
    return rank_rules(rules, features_of(question, rules), weights or fitted_weights().rules)


def rank_rules(
    rules: Sequence[OwnRule], rows: Sequence[Row | None], weights: Mapping[str, float]
) -> tuple[Likely, ...]:
    """The rules that have features, likeliest first; their probabilities sum to 1."""
    heard = [place for place, row in enumerate(rows) if row is not None]
    named = [dict(zip(FEATURES, rows[place] or (), strict=True)) for place in heard]
    scores = [sum(weights[name] * value for name, value in each.items()) for each in named]
    highest = max(scores, default=0.0)
    odds = [math.exp(each - highest) for each in scores]
    total = sum(odds) or 1.0
    found = [
        Likely(place, rules[place], features, each / total)
        for place, features, each in zip(heard, named, odds, strict=True)
    ]
    return tuple(sorted(found, key=lambda each: -each.probability))


def likely_enough(likely: Sequence[Likely]) -> tuple[Likely, ...]:
    """The likeliest rule, and the next that is nearly as likely and no neighbour of it: two rows of
    one table are told only where their words find both."""
    if not likely:
        return ()
    kept = [likely[0]]
    for each in likely[1:]:
        near = neighbours_of(each.rule)
        if len(kept) == MOST_LIKELY or each.probability < SHARE * likely[0].probability:
            break
        if not near or all(near != neighbours_of(other.rule) for other in kept):
            kept.append(each)
    return tuple(kept)


def signs_of_answer(question: OwnQuestion, likeliest: Likely, score: float) -> tuple[float, ...]:
    """The values of :data:`OF_ANSWER`. ``score``: the share of the question that the rule says."""
    names = [each for each in question.terms if each.kind in REQUIRED]
    unknown = sum(not each.ways & question.known for each in names)
    return (
        1.0,
        likeliest.probability,
        score,
        unknown / len(names) if names else 0.0,
        *(likeliest.features[name] for name in OF_ANSWER[4:]),
    )


def probability_of_answer(
    question: OwnQuestion,
    likeliest: Likely,
    score: float,
    weights: Mapping[str, float] | None = None,
) -> float:
    """How likely an answer of the likeliest rules is right."""
    told = weights or fitted_weights().answer
    signs = zip(OF_ANSWER, signs_of_answer(question, likeliest, score), strict=True)
    return 1.0 / (1.0 + math.exp(-sum(told[name] * value for name, value in signs)))
