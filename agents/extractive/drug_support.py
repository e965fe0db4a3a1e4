"""Whether a sentence speaks of the drugs, or the class of drugs, that were asked about."""

from __future__ import annotations

from agents.extractive.needs import Need
from agents.extractive.scope import ABOUT, ABOVE, INSIDE, Scope, best
from agents.names.tables import strategies


def drugs_support(scope: Scope, need: Need) -> float | None:
    asked = frozenset(name for drug in need.drugs for name in drug.names)
    classes = frozenset(name for group in need.classes for name in group.names)
    if not asked:
        here = scope.told.names("drug") | scope.above.names("drug") | scope.drugs_about
        return class_support(scope, classes, here) if classes else None
    return asked_support(scope, need, asked)


def asked_support(scope: Scope, need: Need, asked: frozenset[str]) -> float:
    """The drugs by name. A sentence on another drug is no answer, wherever it stands."""
    told, above = scope.told.names("drug"), scope.above.names("drug")
    about = scope.drugs_about
    elsewhere = bool(about) and not asked & about
    if elsewhere and need.kind_name == "dose":
        return 0.0
    if told and not asked & (told | above) and not about <= asked:
        return 0.0
    score = best(asked, (told, INSIDE), (above, ABOVE), (about, title_weight(scope, need)))
    if not score and not told and need.kind_name in {"therapy", "mechanism"}:
        share = 0.9 if need.kind_name == "mechanism" else 0.5
        return share * class_support(scope, classes_of(asked), frozenset())
    if len(asked) > 1:
        spoken = asked & (told | above | (frozenset() if need.together else about))
        share = (len(spoken) + 0.8 * class_spoken(scope, asked - spoken)) / len(asked)
        score *= (0.6 if need.crowded else 0.1) + (0.4 if need.crowded else 0.9) * share
    return score * (0.7 if elsewhere and need.kind_name != "trial_result" else 1.0)


def class_spoken(scope: Scope, drugs: frozenset[str]) -> int:
    """How many of the drugs are spoken of by the name of their class."""
    told = scope.told.names("drug_class")
    return sum(bool(classes_of(frozenset({drug})) & told) for drug in drugs)


def title_weight(scope: Scope, need: Need) -> float:
    """What a drug in the title counts. For a choice, only a document on that drug alone does."""
    choice = need.kind_name in {"therapy", "trial_result"}
    alone = len(scope.drugs_about) == 1 and not scope.about.of("gene", "trial")
    return ABOUT if alone or not choice else 0.0


def classes_of(drugs: frozenset[str]) -> frozenset[str]:
    return frozenset(strategy for drug in drugs for strategy in strategies().get(drug, ()))


def class_support(scope: Scope, classes: frozenset[str], drugs: frozenset[str]) -> float:
    """A class is spoken of by its own name or by one of its members."""
    told, above = scope.told.names("drug_class"), scope.above.names("drug_class")
    return best(
        classes,
        (told, INSIDE),
        (above | scope.about.names("drug_class"), ABOVE),
        (classes_of(drugs), ABOUT),
    )
