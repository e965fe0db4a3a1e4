"""How well a statement answers: features from 0 to 1, and weights that were fitted.

``weights.json`` holds the weights and what they were fitted on. ``docs/evaluation.md`` gives the
figures and the effect of leaving out each feature."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from agents.facts.sheet import FactSheet
from agents.matching.patient.therapies import OPTIONS
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.subject.drug_pairs import tells_of_exposure
from agents.matching.subject.substrates import names_as_substrate
from agents.matching.subject.unlisted_drugs import unlisted_drugs
from agents.matching.verdicts import Judgement
from names.clinical.grammar.numerals import numbers_in
from names.tables.treatment.drug_classes import drug_classes
from names.tables.treatment.event_groups import event_covers
from names.tables.trials import acronym_key
from names.tables.ward.class_words import classes_asked_by
from retrieval.statements.model import Statement

ROLE_ORDER: Mapping[str, float] = {
    "label": 1.0,
    "guideline": 0.9,
    "pharmacogenomics": 0.9,
    "trial_result": 0.7,
    "landmark_trial": 0.7,
    "trial": 0.5,
    "variant": 0.5,
    "literature": 0.4,
}
"""How near a source is to what may be done, in the order that clinicians ask for: label, guideline,
trial, evidence record, literature. Others count 0.3. The numbers are chosen by hand."""
NOT_ASKED = 0.5
"""The value of a feature if the question asks for nothing that it compares. It is the middle
between 0 and 1."""


def score_of(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """The probability, by the fitted weights, that the statement answers the part. A feature that
    was not fitted yet counts nothing."""
    weights = fitted_weights()[weights_for(asked)]
    found = features_of(judgement, context, asked, sheet)
    total = weights["bias"] + sum(weights.get(name, 0.0) * found[name] for name in found)
    return 1.0 / (1.0 + math.exp(-total))


WeightSet = Literal["choice", "look-up"]


def weights_for(asked: SubQuestion) -> WeightSet:
    """The set of weights for a part. In a choice the patient must fit, in a look-up the thing asked
    about."""
    return "choice" if asked.is_choice else "look-up"


@cache
def fitted_weights() -> Mapping[WeightSet, Mapping[str, float]]:
    """The weight of every feature, and the bias, for each set."""
    text = (files("agents.matching.scoring") / "weights.json").read_text(encoding="utf-8")
    weights: dict[WeightSet, dict[str, float]] = json.loads(text)["weights"]
    return weights


def features_of(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> dict[str, float]:
    """Every feature by its name, each from 0 to 1."""
    return {name: feature(judgement, context, asked, sheet) for name, feature in FEATURES.items()}


Feature = Callable[[Judgement, StatementContext, SubQuestion, FactSheet], float]


def _kind_fits(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """Whether statements of this kind answer questions of this kind. A statement whose kind is not
    known counts as unknown."""
    if not asked.answered_by or judgement.statement.kind == "other":
        return NOT_ASKED
    told = judgement.statement.kind in asked.answered_by
    return float(told or tells_of_exposure(judgement.statement, context, asked))


def _drug_in_claim(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """The share of the drugs asked about that the statement itself names, or lists and names by
    class."""
    if not asked.drugs:
        return 1.0 if _classes_in_claim(context, asked) else NOT_ASKED
    named = context.names_inside | unlisted_drugs(asked, context, by_title=False)
    named |= _named_by_class(judgement.statement, context, asked)
    return len(asked.drugs & named) / len(asked.drugs)


def _named_by_class(
    statement: Statement, context: StatementContext, asked: SubQuestion
) -> frozenset[str]:
    listed = asked.drugs & frozenset(statement.drugs if "drugs" in statement.stated else ())
    return frozenset(drug for drug in listed if drug_classes(drug) & context.names_inside)


def _trials_stated(statement: Statement, asked: SubQuestion) -> frozenset[str]:
    """The trials asked about that the statement says it is on, though no words name them."""
    return asked.trials & frozenset(map(acronym_key, statement.trials))


def _classes_in_claim(context: StatementContext, asked: SubQuestion) -> frozenset[str]:
    """The classes of a regimen that is asked for ("IO doublet") of which the statement names a
    drug each; empty if it does not, or if no such regimen is asked for."""
    if not asked.are_joined:
        return frozenset()
    told = {name for drug in context.names_inside for name in classes_asked_by(drug)}
    return asked.classes if asked.classes <= told else frozenset()


def _events_held(statement: Statement, asked: SubQuestion) -> frozenset[str]:
    """The effects asked about that a rule of the statement is for, alone or as members of a
    group."""
    rules = statement.applies.toxicities
    return frozenset(
        name for name in asked.words if any(event_covers(rule.event, name) for rule in rules)
    )


def _names_covered(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """The share of all names in the part that the statement, heading or title holds."""
    wanted = (
        asked.drugs
        | asked.classes
        | asked.genes
        | asked.variants
        | asked.trials
        | asked.statuses
        | asked.words
        | (asked.partners if not asked.about else frozenset())
    )
    named = context.names | unlisted_drugs(asked, context)
    statement = judgement.statement
    named |= _named_by_class(statement, context, asked) | _events_held(statement, asked)
    named |= _classes_in_claim(context, asked) | _trials_stated(statement, asked)
    named |= {each for each in asked.partners if names_as_substrate(context.text, {each})}
    return len(wanted & named) / len(wanted) if wanted else NOT_ASKED


def _topics_in_claim(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """The share of the topic words that the statement itself says."""
    return _share_of_words(asked.topics, context, asked)


def _words_in_claim(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """The share of all words outside names, also plain ones, that the statement itself says."""
    return _share_of_words(asked.said, context, asked)


def _share_of_words(words: frozenset[str], context: StatementContext, asked: SubQuestion) -> float:
    """The share of the words that a statement says. Rows of the hospital's own rules say little
    without their heading and title, which all of them share. There, words that only heading and
    title say are not counted. For other sources this lowers the fit (docs/evaluation.md)."""
    if asked.asks_own:
        words -= context.stems_above - context.stems
    return len(words & context.stems) / len(words) if words else NOT_ASKED


def _agreement(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """The share of the dimensions a statement speaks of in which the patient agrees. A look-up has
    no patient, so only circumstances count there."""
    told = [
        v
        for v in judgement.verdicts
        if v.dimension in CIRCUMSTANCES
        or (asked.is_choice and v.dimension not in {"subject", "currency"})
    ]
    return sum(v.outcome == "ok" for v in told) / len(told) if told else NOT_ASKED


def _role(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """How near the role of its source is to what may be done."""
    return ROLE_ORDER.get(context.role, 0.3)


CIRCUMSTANCES = frozenset(
    ("organ function", "interaction", "phenotype", "toxicity", "population", "condition", "safety")
)


def _outcomes_in_claim(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """The share of the outcomes and effects asked about that the statement itself names, or is a
    rule for. Options state no outcome, so for them the feature is not asked."""
    offers = asked.is_choice and judgement.statement.kind in OPTIONS
    if not asked.words or offers:
        return NOT_ASKED
    events = _events_held(judgement.statement, asked)
    return len(asked.words & (context.names_inside | events)) / len(asked.words)


def _marker_fits(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """Whether the statement is for a marker or variant that the patient has."""
    return float(_agrees(judgement, frozenset(("marker", "variant"))))


def _circumstance_fits(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """Whether the statement is for a circumstance of the patient, such as an organ's function, or
    names all drugs of a question on what drugs do to each other."""
    pair = asked.together and asked.drugs <= context.names_inside
    pair = pair or (bool(asked.partners) and asked.partners <= context.names_inside)
    pair = pair or names_as_substrate(context.text, asked.partners)
    return float(pair or _agrees(judgement, CIRCUMSTANCES))


def _nothing_unasked(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """Whether the statement needs no circumstance that neither the question nor the patient has:
    the plain dose, not the dose under an adverse event. A question on what a gene does to a drug
    asks about all its phenotypes."""
    applies = judgement.statement.applies
    phenotypes = [rule for rule in applies.phenotypes if rule.gene not in asked.genes]
    rules = (*applies.organ, *applies.exposures, *phenotypes, *applies.toxicities)
    known = {type(value) for value in asked.about} | {type(fact.value) for fact in sheet.facts}
    return float(all(type(rule) in known for rule in rules))


def _numbers_in_claim(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """The share of the numbers asked about that the statement itself says."""
    if not asked.numbers:
        return NOT_ASKED
    return len(asked.numbers & numbers_in(context.text)) / len(asked.numbers)


def _states_a_result(
    judgement: Judgement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> float:
    """Whether the statement is a result and not a design, if the question asks for results."""
    if asked.kind != "trial_result":
        return NOT_ASKED
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
    "numbers in claim": _numbers_in_claim,
    "agreement": _agreement,
    "marker fits": _marker_fits,
    "circumstance fits": _circumstance_fits,
    "states a result": _states_a_result,
    "nothing unasked": _nothing_unasked,
    "role": _role,
}
"""Every feature has a weight of at least 0, so that more of it never counts against a statement."""
