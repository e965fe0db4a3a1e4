"""How likely each rule is the one that a question asks for: a softmax over all rules of a hospital.

``weights.json`` holds the weights and what they were fitted on; ``python -m evals.protocols.train``
fits them, and ``docs/evaluation.md`` gives the figures."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from agents.extractive.own_rules.likelihood.features import FEATURES, features_of
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule


@cache
def fitted_weights() -> Mapping[str, float]:
    """The weight of each feature."""
    text = (files(__package__) / "weights.json").read_text("utf-8")
    found: dict[str, float] = json.loads(text)["weights"]
    return found


def probabilities(
    question: OwnQuestion, rules: Sequence[OwnRule], fitted: Mapping[str, float] | None = None
) -> tuple[float, ...]:
    """For each rule the probability that it is the one asked for, supposing that one is: they sum
    to 1, unless no rule says a word of the question. ``fitted``: other weights than the shipped
    ones, to measure without the hospital that is asked."""
    weights = [(fitted or fitted_weights())[name] for name in FEATURES]
    scores = [
        None if row is None else sum(w * x for w, x in zip(weights, row, strict=True))
        for row in features_of(question, rules)
    ]
    highest = max((each for each in scores if each is not None), default=0.0)
    odds = [0.0 if each is None else math.exp(each - highest) for each in scores]
    total = sum(odds) or 1.0
    return tuple(each / total for each in odds)
