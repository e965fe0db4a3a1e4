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
from agents.matching.subject import Scope, unlisted_drugs
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
    """Whether statements of this kind answer questions of that kind. A kind that nothing tells is
    unknown, not another one."""
    if not asked.answered_by or judgement.statement.kind == "other":
        return 0.5
    return float(judgement.statement.kind in asked.answered_by)


def _drug_in_claim(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """The share of the drugs asked about that the statement itself names."""
    if not asked.drugs:
        return 0.5
    named = scope.names_inside | unlisted_drugs(asked, scope.text)
    return len(asked.drugs & named) / len(asked.drugs)


def _names_covered(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """The share of all names in the part that the statement, heading or title holds."""
    wanted = (
        asked.drugs | asked.genes | asked.variants | asked.trials | asked.statuses | asked.words
    )
    named = scope.names | unlisted_drugs(asked, f"{scope.title} {scope.text}")
    return len(wanted & named) / len(wanted) if wanted else 0.5


def _topics_in_claim(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """The share of the topic words that the statement itself says."""
    return _heard(asked.topics, scope, asked)


def _words_in_claim(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """The same of all words beside names, plain ones, too."""
    return _heard(asked.said, scope, asked)


ABOVE = 0.5
"""What a word counts that only heading or title say, where a hospital's own rules are asked for:
those are rows and items that say little without them. Chosen by hand, half: what a heading says it
says of the neighbours, too. For other sources it lowers the fit (docs/evaluation.md)."""


def _heard(words: frozenset[str], scope: Scope, asked: Asked) -> float:
    if not words:
        return 0.5
    above = len((words & scope.stems_above) - scope.stems) if asked.asks_own else 0
    return (len(words & scope.stems) + ABOVE * above) / len(words)


def _agreement(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """Of the dimensions that the statement speaks to, the share in which the patient agrees."""
    told = [v for v in judgement.verdicts if v.dimension not in {"subject", "currency"}]
    return sum(v.outcome == "ok" for v in told) / len(told) if told else 0.5


def _role(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """How near its kind of source stands to what may be done."""
    return ROLE_ORDER.get(scope.role, 0.3)


CIRCUMSTANCES = frozenset(
    ("organ function", "interaction", "phenotype", "toxicity", "population", "condition", "safety")
)


def _outcomes_in_claim(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """The share of the outcomes and effects asked about that the statement itself names."""
    return len(asked.words & scope.names_inside) / len(asked.words) if asked.words else 0.5


def _marker_fits(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """Whether it is for a marker or variant that the patient has."""
    return float(_agrees(judgement, frozenset(("marker", "variant"))))


def _circumstance_fits(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """Whether it is for a circumstance of the patient, such as an organ's function."""
    return float(_agrees(judgement, CIRCUMSTANCES))


def _states_a_result(judgement: Judgement, scope: Scope, asked: Asked, sheet: FactSheet) -> float:
    """Where results are asked for: whether it is one, not a design."""
    if asked.kind != "trial_result":
        return 0.5
    return float(judgement.statement.kind == "result")


def _agrees(judgement: Judgement, dimensions: frozenset[str]) -> bool:
    return any(v.outcome == "ok" and v.dimension in dimensions for v in judgement.verdicts)


FEATURES: Mapping[str, Feature] = {
    "kind fits": _kind_fits,
    "drug in claim": _drug_in_claim,
    "names covered": _names_covered,
    "outcomes in claim": _outcomes_in_claim,
    "topics in claim": _topics_in_claim,
    "words in claim": _words_in_claim,
    "agreement": _agreement,
    "marker fits": _marker_fits,
    "circumstance fits": _circumstance_fits,
    "states a result": _states_a_result,
    "role": _role,
}
"""Every one has a weight of at least 0: more of it never speaks against a statement."""
