"""How well a statement answers: documented features in 0..1, and weights that were fitted.

The weights are those of ``weights.json``, with what they were fitted on; ``docs/evaluation.md``
tells the figures and what leaving out each feature changes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

from agents.facts.sheet import FactSheet
from agents.matching.asked import Asked
from agents.matching.subject import Scope
from agents.matching.verdicts import Judgement

ROLE_ORDER: Mapping[str, float] = {
    "label": 1.0,
    "guideline": 0.9,
    "pharmacogenomics": 0.9,
    "trial_result": 0.7,
    "landmark_trial": 0.7,
    "trial": 0.5,
    "evidence": 0.5,
    "literature": 0.4,
}
"""How near a source stands to what may be done, in the order that issue and clinicians ask for:
label, guideline, trial, evidence record, literature. Others count 0.3."""


def score_of(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """The probability, by the fitted weights, that the statement answers the part."""
    weights = fitted_weights()
    features = features_of(judgement, scope, asked, sheet)
    total = weights["bias"] + sum(weights[name] * value for name, value in features.items())
    return 1.0 / (1.0 + math.exp(-total))


@cache
def fitted_weights() -> Mapping[str, float]:
    """The weight of every feature, and the bias."""
    text = (files("agents.matching") / "weights.json").read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(text)["weights"]
    return weights


def features_of(
    judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet
) -> dict[str, float]:
    """Every feature by name, each from 0 to 1."""
    return {name: feature(judgement, scope, asked, sheet) for name, feature in FEATURES.items()}


Feature = Callable[[Judgement, Scope, Asked, FactSheet], float]


def _kind_fits(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """Whether statements of this kind answer questions of that kind."""
    if not asked.answered_by:
        return 0.5
    return float(judgement.statement.kind in asked.answered_by)


def _drug_in_claim(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """The share of the drugs asked about that the statement itself names."""
    if not asked.drugs:
        return 0.5
    return len(asked.drugs & scope.names_inside) / len(asked.drugs)


def _names_an_option(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """Where a choice is asked for: whether the statement itself names a drug to choose."""
    if not asked.is_choice:
        return 0.5
    return float(bool(frozenset(judgement.statement.drugs) & scope.names_inside))


def _names_covered(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """The share of all names in the part that the statement, heading or title holds."""
    wanted = (
        asked.drugs | asked.genes | asked.variants | asked.trials | asked.statuses | asked.words
    )
    return len(wanted & scope.names) / len(wanted) if wanted else 0.5


def _topics_in_claim(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """The share of the topic words that the statement itself says."""
    return len(asked.topics & scope.stems) / len(asked.topics) if asked.topics else 0.5


def _topics_above(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """The share of the topic words that only heading or title say."""
    only = asked.topics & (scope.stems_above - scope.stems)
    return len(only) / len(asked.topics) if asked.topics else 0.0


def _agreement(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """Of the dimensions that the statement speaks to, the share in which the patient agrees."""
    told = [v for v in judgement.verdicts if v.dimension not in {"subject", "currency"}]
    return sum(v.outcome == "ok" for v in told) / len(told) if told else 0.5


def _specificity(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """To how many of the patient's facts it speaks; four or more count fully."""
    told = [v for v in judgement.verdicts if v.outcome == "ok" and v.dimension != "subject"]
    return min(len(told), 4) / 4


def _role(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """How near its kind of source stands to what may be done."""
    return ROLE_ORDER.get(scope.role, 0.3)


def _confirmed(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """Whether nothing casts doubt on the document."""
    return 0.0 if scope.is_doubtful else 1.0


def _recent(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """1 for 2025, less by a tenth for every year before; 0.3 when no date is known."""
    year = judgement.statement.as_of[:4]
    return max(0.0, min(1.0, 1.0 - (2025 - int(year)) / 10)) if year.isdigit() else 0.3


def _has_numbers(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """Whether it says a number, as doses and results do."""
    return float(any(letter.isdigit() for letter in scope.text))


FEATURES: Mapping[str, Feature] = {
    "kind fits": _kind_fits,
    "drug in claim": _drug_in_claim,
    "names an option": _names_an_option,
    "names covered": _names_covered,
    "topics in claim": _topics_in_claim,
    "topics above": _topics_above,
    "agreement": _agreement,
    "specificity": _specificity,
    "role": _role,
    "confirmed": _confirmed,
    "recent": _recent,
    "has numbers": _has_numbers,
}
