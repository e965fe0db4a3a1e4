"""Several facts of the patient that limit one drug. The answer shows the rule for each and, if each
alone changes the dose, says that no rule is for all of them together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents.extractive.answer.selection.doses import (
    is_met_exactly,
    place_of_limit,
    says_to_stop,
)
from agents.extractive.answer.selection.statements import MOST_BESIDE, PartHits
from agents.extractive.answer.selection.suitability import advises_against
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.splitting.limit_questions import (
    TOLD_BESIDE,
    is_on_what_is_given,
    is_told_beside,
    told_facts,
)
from agents.extractive.question.splitting.split_by_entity import treatments_among
from agents.facts.value_words import describe
from agents.matching.dimensions import Dimension
from agents.matching.safety.steps_by_grade import is_step_by_grade
from agents.matching.sub_question import SubQuestion
from agents.wording.not_found import no_rule_for_all
from names.clinical.values import Exposure, OrganFunction, Phenotype

CHANGE_EXPOSURE: Mapping[type, Dimension] = {
    OrganFunction: "organ function",
    Exposure: "interaction",
    Phenotype: "phenotype",
}
"""Kinds of fact that change how much of a drug acts, with the dimension of rules on them. A rule on
one of two such facts does not say how much to give with both."""
LAST = 3
"""The place of a rule that neither stops a drug nor is for just the day told."""
TELL_A_DOSE = frozenset(("adjustment", "contraindication", "dose", "interaction", "recommendation"))


def with_limits_beside(selected: PartHits, limited: PartHits) -> PartHits:
    """A part that has answers, with the rules of ``limited`` that the patient meets, if it asks
    about another fact, or has no rule on this one among its answers. Rules on a drug taken beside,
    rules to stop, the rules for the grades of an event whose grade nobody has told, and in a choice
    what a genotype means for the drug that is given, come first: advice to give another drug before
    all."""
    on_fact, heard = limited.asked, {each.words for each in selected.answers}
    met = [each for each in limited.answers if _is_rule_on(each, on_fact)]
    leads = selected.asked.is_choice and is_on_what_is_given(on_fact)
    new = met if leads else [each for each in met if each.words not in heard]
    steps = [e for e in limited.answers if is_step_by_grade(e.judgement, on_fact)]
    told_beside = is_told_beside(on_fact, selected.asked) or _is_left_out(on_fact, met, selected)
    if not told_beside and selected.asked.is_choice and selected.asked.drugs & on_fact.drugs:
        # Whatever a drug is for: with this value of the patient it is not given now.
        new, steps = [each for each in new if _stops_at_value(each, on_fact)], []
        told_beside = bool(new)
    if not (new or steps) or not told_beside:
        return selected
    new = sorted(new, key=lambda each: not (leads and advises_against(each)))[:MOST_BESIDE]
    first = [e for e in new if leads or on_fact.partners or _stops(e, on_fact)]
    first = [*steps, *first]
    last = [each for each in new if each not in first]
    answers = tuple({e.words: e for e in (*first, *selected.answers, *last)}.values())
    facts = {*on_fact.about} - {*selected.asked.about}
    changes_exposure = any(type(value) in CHANGE_EXPOSURE for value in facts)
    told = (told_facts(on_fact),) if changes_exposure else ()
    return replace(selected, answers=answers, beside=(*selected.beside, *told))


def _is_rule_on(found: CitedStatement, on_fact: SubQuestion) -> bool:
    """Whether the patient meets a rule on the fact. A warning with a number or a grade is one: "it
    is withheld at a neutrophil count below 1500/mm3". That the event comes more often with a
    genotype is none on the event."""
    by_gene = any(isinstance(each, Phenotype) for each in on_fact.about)
    if found.judgement.statement.applies.phenotypes and not (by_gene or on_fact.partners):
        return False
    return found.judgement.is_met_for(on_fact) or _is_bounded_warning(found, on_fact)


def _is_bounded_warning(found: CitedStatement, on_fact: SubQuestion) -> bool:
    statement = found.judgement.statement
    own = not on_fact.is_choice and bool(on_fact.drugs & frozenset(statement.drugs))
    return own and statement.kind == "warning" and is_met_exactly(found)


def _stops(found: CitedStatement, on_fact: SubQuestion) -> bool:
    """Whether a rule says that the drug is not given now, or is for just the day told."""
    warned = _is_bounded_warning(found, on_fact) and says_to_stop(found.words)
    return warned or place_of_limit(found, on_fact) < LAST


def _stops_at_value(found: CitedStatement, on_fact: SubQuestion) -> bool:
    """Whether a rule that says to withhold or stop the drug holds for a measured value."""
    measured = any(isinstance(each, OrganFunction) and not each.is_bare for each in on_fact.about)
    return measured and says_to_stop(found.words) and is_met_exactly(found)


def _is_left_out(on_fact: SubQuestion, rules: Sequence[CitedStatement], selected: PartHits) -> bool:
    """Whether a part asks about several facts of the patient and its answers hold none of the
    ``rules`` on one of them: what is said of a genotype has taken all places."""
    asked, heard = selected.asked, {each.words for each in selected.answers}
    several = bool({*asked.about} - {*on_fact.about}) and not asked.aspects
    left = bool(rules) and not any(each.words in heard for each in rules)
    return several and left and asked.kind in TOLD_BESIDE


def joined_limits_said(parts: Sequence[PartHits]) -> list[str]:
    """One line for each drug that has rules for several such facts of the patient: no statement
    shown is on these facts together. Empty if one statement is on all of them. What parts tell of
    different patients, or of different values of one measure, nobody has together. ``parts``: the
    parts of the message."""
    rules: dict[tuple[str, int], dict[str, set[str]]] = {}
    for chosen in parts:
        dimension, fact = _fact_of(chosen.asked)
        for drug in chosen.asked.drugs if dimension else ():
            told = {e.judgement.statement.id for e in chosen.answers if _tells(e, drug, dimension)}
            if told:
                of_patient = rules.setdefault((drug, id(chosen.asked.own_sheet)), {})
                of_patient.setdefault(fact, set()).update(told)
    of_parts = [
        no_rule_for_all(sorted(facts), drug)
        for (drug, _), facts in rules.items()
        if len(facts) > 1 and not set.intersection(*facts.values())
    ]
    return of_parts or [line for chosen in parts for line in _within(chosen)]


def _within(chosen: PartHits) -> list[str]:
    """The same line for one part whose answers are rules for several facts of the patient."""
    drugs = sorted(treatments_among(chosen.asked.drugs) or chosen.asked.drugs)
    facts = {*chosen.limits, *chosen.beside}
    dimension, fact = _fact_of(chosen.asked)
    own = (_tells(e, drug, dimension) for e in chosen.answers for drug in drugs)
    if chosen.beside and dimension and any(own):
        facts.add(fact)
    return [no_rule_for_all(sorted(facts), drugs[0])] if len(facts) > 1 == len(drugs) else []


def _fact_of(asked: SubQuestion) -> tuple[Dimension | None, str]:
    """The dimension of the fact that a part asks about, and the fact in a few words. (None, "") for
    a choice, and if the part asks about no such fact or about several kinds."""
    about = [value for value in asked.about if type(value) in CHANGE_EXPOSURE]
    kinds = {type(value) for value in about}
    if asked.is_choice or len(kinds) != 1:
        return None, ""
    drugs = sorted({drug for value in about if isinstance(value, Exposure) for drug in value.drugs})
    return CHANGE_EXPOSURE[kinds.pop()], " and ".join(drugs) or describe(about[0])


def _tells(found: CitedStatement, drug: str, dimension: Dimension | None) -> bool:
    """Whether a statement is a rule on the drug that the patient meets in just this dimension."""
    judgement = found.judgement
    on_drug = drug in judgement.statement.drugs and judgement.statement.kind in TELL_A_DOSE
    on_fact = any((v.dimension, v.outcome) == (dimension, "ok") for v in judgement.verdicts)
    return on_drug and on_fact and judgement.is_met
