"""Whether a statement is on the circumstances that a part of a question asks about: an organ, a
drug taken beside, an event, a genotype, a condition, a state of the person."""

from __future__ import annotations

from collections.abc import Sequence

from agents.matching.safety.safety_facts import OF_ORGAN, OF_PREGNANCY
from agents.matching.sub_question import LIMITS, StatementContext, SubQuestion
from names.clinical.exposures import exposure_covers
from names.clinical.grades import grade_of
from names.clinical.organs import organ_covers
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    OrganFunction,
    Phenotype,
    Population,
    Toxicity,
)
from names.tables.alleles import METABOLISM
from names.tables.treatment.event_groups import event_covers
from names.tables.treatment.safety import facts_spoken_of, safety_facts
from retrieval.statements.model import Statement


def judge_asked_circumstances(
    statement: Statement, context: StatementContext, asked: SubQuestion
) -> list[bool | None]:
    """Whether the statement speaks of the things that are asked about, one value for each. A drug
    may change the exposure in several ways, and an organ is told as class and number: one of them
    is enough. If the question is only what limits a drug, a statement on the organ without a class
    counts, too."""
    about = () if asked.partners else asked.about
    together: dict[object, list[bool | None]] = {}
    for value in about:
        told = _circumstance(statement, context, value)
        if asked.kind == LIMITS and isinstance(value, OrganFunction):
            told = told or _speaks_of_organ(statement, value)
        if asked.kind in _ON_CLASS and isinstance(value, OrganFunction):
            told = told and not _is_for_event(statement, value)
        if asked.kind == LIMITS and isinstance(value, OrganFunction | Toxicity):
            told = told and not _only_for_carriers(statement)
        together.setdefault(topic_of(value, about), []).append(told)
    return [any(judged) for judged in together.values()]


def _speaks_of_organ(statement: Statement, value: OrganFunction) -> bool:
    """Whether a statement speaks of an organ without naming a class. To watch the liver is no rule
    for Child-Pugh B, but a contraindication in those with a bad liver is."""
    spoken = OF_ORGAN[value.organ] in statement.safety and not statement.applies.organ
    return spoken and (not value.grade or statement.kind == "contraindication")


_ON_CLASS = frozenset(("dose", LIMITS))
"""Kinds of question that ask of a class of an organ's function what it means for a drug."""


def _is_for_event(statement: Statement, asked: OrganFunction) -> bool:
    """Whether it is for an adverse event under the drug, and does not tell of the class of the
    organ's function that is asked about: what is done when the liver is harmed by a drug is no dose
    for a liver that worked badly before."""
    applies = statement.applies
    classed = bool(asked.grade) and asked.low is None and asked.high is None
    told = (organ_covers(rule, asked) for rule in applies.organ)
    return classed and bool(applies.toxicities) and all(each is None for each in told)


def _only_for_carriers(statement: Statement) -> bool:
    """Whether it is for those with an inherited variant, and for no class of an organ or event:
    that a drug harms the liver of carriers is no rule for a liver that does not work."""
    applies = statement.applies
    genes = (each.name for rule in applies.requires for each in rule.any_of)
    of_carriers = bool(applies.phenotypes) or any(map(METABOLISM.match, genes))
    return of_carriers and not (applies.organ or applies.toxicities)


def topic_of(value: ClinicalValue, about: Sequence[ClinicalValue]) -> object:
    """What a circumstance is on. The grade that follows from a number is on the organ that the
    number is of; a statement may tell either."""
    match value:
        case Exposure():
            return value.drugs or "exposure"
        case OrganFunction():
            return value.organ
        case Toxicity():
            numbers = (v for v in about if isinstance(v, OrganFunction) and _is_told(value, v))
            return next((v.organ for v in numbers), value.event)
        case _:
            return value


def _is_told(event: Toxicity, number: OrganFunction) -> bool:
    """Whether a number tells this event: "hyperglycaemia, glucose 15 mmol/L" is one finding."""
    told = grade_of(number)
    ungraded = event.grade_from is None and event.grade_to is None
    return told is not None and (told == event or (ungraded and told.event == event.event))


def _is_harm_of(statement: Statement, fact: str) -> bool:
    """Whether a statement is for an event under the drug, and not a warning of who is more prone to
    it by something else: "a history of lung disease may raise the risk of pneumonitis"."""
    events = statement.applies.toxicities
    apart = not any(fact in facts_spoken_of(rule.event) for rule in events)
    return bool(events) and not (statement.kind == "warning" and apart)


def _circumstance(
    statement: Statement, context: StatementContext, value: ClinicalValue
) -> bool | None:
    applies = statement.applies
    match value:
        case OrganFunction():
            own = [rule for rule in applies.organ if rule.organ == value.organ]
            # Another class of the organ is on the subject; that it is another, its verdict tells.
            return bool(own)
        case Exposure():
            judged = [exposure_covers(rule, value) for rule in applies.exposures]
            same = any(rule.mechanism == value.mechanism for rule in applies.exposures)
            named = bool(set(value.drugs) & context.names)
            return same or named or any(each is True for each in judged)
        case Phenotype():
            own_genes = [rule for rule in applies.phenotypes if rule.gene == value.gene]
            return bool(own_genes)
        case Toxicity():
            if applies.toxicities:
                # A heading may list events; what is on one of them is not on the others.
                inside = value.event in context.names_inside or value.event in context.text
                return inside or any(event_covers(r.event, value.event) for r in applies.toxicities)
            return value.event in {*context.names, *statement.safety} or value.event in context.text
        case Condition():
            # What to do when the drug does harm is not on who has had the like before.
            weighed = value.name in statement.safety and not _is_harm_of(statement, value.name)
            weighed = weighed and not _only_for_carriers(statement)
            # Of a title that lists what the page holds one statement is on one thing.
            known = context.names_inside if value.name in safety_facts() else context.names
            named = value.name in known or weighed
            return named or any(rule.name == value.name for rule in applies.conditions)
        case Population(pregnancy=state) if state in OF_PREGNANCY:
            told = applies.population is not None and applies.population.pregnancy == state
            return told or OF_PREGNANCY[state] in statement.safety
        case Population():
            return applies.population is not None
        case _:
            return None
