"""How well a statement answers a part of a question, by fitted weights."""

from agents.matching.scoring.features import (
    CIRCUMSTANCES,
    FEATURES,
    ROLE_ORDER,
    WeightSet,
    features_of,
    fitted_weights,
    score_of,
    weights_for,
)

__all__ = [
    "CIRCUMSTANCES",
    "FEATURES",
    "ROLE_ORDER",
    "WeightSet",
    "features_of",
    "fitted_weights",
    "score_of",
    "weights_for",
]
