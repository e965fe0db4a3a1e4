"""Whether a sentence speaks of the drugs, or the class of drugs, that were asked about."""

from __future__ import annotations

import re

from agents.extractive.needs import Need
from agents.extractive.scope import ABOUT, ABOVE, INSIDE, Scope, best
from names.tables import effects_on_others, strategies

OTHER_DRUG = 0.35
"""What a sentence on another drug counts for a case whose question names one."""
HAD = 0.5
"""What a sentence counts that is only on drugs which the patient has had."""


def drugs_support(scope: Scope, need: Need) -> float | None:
    asked = frozenset(name for drug in need.drugs for name in drug.names)
    classes = frozenset(name for group in need.classes for name in group.names)
    if asked:
        score = asked_support(scope, need, asked)
        if need.kind_name == "interaction" and classes:
            score *= class_support(scope, classes, scope.told.names("drug") - asked)
        open_case = need.crowded and need.kind_name == "therapy"
        return max(score, OTHER_DRUG) if open_case else score
    told = scope.told.names("drug")
    if classes:
        here = told | scope.above.names("drug") | scope.drugs_about
        return class_support(scope, classes, here)
    return HAD if need.kind_name == "therapy" and told and told <= need.had else None


def asked_support(scope: Scope, need: Need, asked: frozenset[str]) -> float:
    """The drugs by name. A sentence on another drug is no answer, wherever it stands."""
    told = scope.told.names("drug") | written_in(scope.text, need)
    above = scope.above.names("drug") | written_in(scope.heading, need)
    about = scope.drugs_about | written_in(scope.title, need)
    elsewhere = bool(about) and not asked & about
    if elsewhere and need.kind_name == "dose":
        return 0.0
    read_under = (about and about <= asked) or (asked & above and not told & above)
    if told and not asked & told and not read_under:
        return 0.0
    score = best(asked, (told, INSIDE), (above, ABOVE), (about, title_weight(scope, need)))
    if not score and not told and need.kind_name in {"therapy", "mechanism"}:
        share = 0.9 if need.kind_name == "mechanism" else 0.5
        return share * class_support(scope, classes_of(asked), frozenset())
    if len(asked) > 1:
        score *= share_spoken(scope, need, asked)
    return score * (0.7 if elsewhere and need.kind_name != "trial_result" else 1.0)


def written_in(text: str, need: Need) -> frozenset[str]:
    """The drugs asked about that are in no table of names, where a source has them literally."""
    strange = need.found.names("unknown_drug")
    return strange & frozenset(re.findall(r"[\w-]+", text.lower())) if strange else frozenset()


def share_spoken(scope: Scope, need: Need, asked: frozenset[str]) -> float:
    """How many of several drugs are spoken of, by name or by class. Where it is asked what they
    do to each other, all have to be, or an effect that is asked about."""
    here = scope.told.names("drug") | scope.above.names("drug")
    here |= written_in(f"{scope.text} {scope.heading}", need)
    spoken = asked & (here | (frozenset() if need.together else scope.drugs_about))
    if need.together and about_one(scope, asked):
        spoken |= asked & scope.drugs_about
    covered = len(spoken) + 0.8 * class_spoken(scope, asked - spoken)
    effects = need.found.names("effect") & scope.told.names("effect")
    if need.together and not effects and covered <= 1:
        return 0.0
    share = covered / len(asked)
    return 0.6 + 0.4 * share if need.crowded else 0.1 + 0.9 * share


def about_one(scope: Scope, asked: frozenset[str]) -> bool:
    """Whether the document is on one of the drugs and the sentence on the class of another."""
    return bool(class_spoken(scope, asked - scope.drugs_about))


def class_spoken(scope: Scope, drugs: frozenset[str]) -> float:
    """How many of the drugs are spoken of by the name of their class, in their strength."""
    told = scope.told.names("drug_class")
    return sum(
        strength_fit(scope.text, drug) for drug in drugs if classes_of(frozenset({drug})) & told
    )


STRENGTHS = re.compile(r"\b(strong|moderate|weak)\b", re.IGNORECASE)


def strength_fit(text: str, drug: str) -> float:
    """A sentence on moderate inhibitors is not for a strong one."""
    own = {name.split()[0] for name in effects_on_others().get(drug, ()) if STRENGTHS.match(name)}
    told = {word.lower() for word in STRENGTHS.findall(text)}
    return 0.5 if own and told and not own & told else 1.0


def title_weight(scope: Scope, need: Need) -> float:
    """What a drug in the title counts. For a choice, only a document on that drug alone does."""
    choice = need.kind_name in {"therapy", "trial_result", "dose", "interaction", "adverse"}
    alone = len(scope.drugs_about) == 1 and not scope.about.of("gene", "trial", "variant")
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
