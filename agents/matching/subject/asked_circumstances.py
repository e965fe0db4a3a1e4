"""Whether a statement is on the circumstances that a part asks about: an organ, a drug taken
beside, an event, a genotype, a condition, a pregnancy."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from agents.facts.sheet import FactSheet
from agents.matching.patient.person import BOUND
from agents.matching.safety.limiting_facts import drugs_had
from agents.matching.safety.safety_facts import OF_ORGAN, OF_PREGNANCY
from agents.matching.sequence.held_partner import is_rule_for_hold
from agents.matching.sub_question import LIMITS, StatementContext, SubQuestion
from names.clinical.exposures import exposure_covers
from names.clinical.grades import grade_of
from names.clinical.organs import organ_covers
from names.clinical.treatment.cycle_days import awaits
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Marker,
    Measurement,
    OrganFunction,
    Phenotype,
    Population,
    Therapy,
    Toxicity,
)
from names.patterns.filtered import filtered_pattern
from names.tables.alleles import METABOLISM
from names.tables.treatment.event_groups import ANY_EVENT, event_covers, is_group
from names.tables.treatment.safety import facts_spoken_of, safety_facts
from names.tables.ward.measures import forms_in_prose
from retrieval.statements.model import Statement


def judge_asked_circumstances(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> list[bool | None]:
    """Whether the statement speaks of each circumstance asked about, one value for each. A drug may
    change the exposure in several ways, and an organ may have a class and a number: one of them is
    enough. If the part only asks what limits a drug, a statement on the organ without a class
    counts, too."""
    # What a partner is held for is told; the rule for its hold is the same for each reason.
    held = is_rule_for_hold(context.text, asked, sheet.of(Therapy))
    about = () if asked.partners or held else asked.about
    together: dict[object, list[bool | None]] = {}
    for value in about:
        told = _circumstance(statement, context, value)
        if asked.kind == LIMITS and isinstance(value, OrganFunction):
            told = told or _speaks_of_organ(statement, value)
        if asked.kind in _ON_CLASS and isinstance(value, OrganFunction):
            told = told and not _is_for_event(statement, value)
        if _is_found(value, asked):
            told = told and not _is_for_other_carriers(statement, asked, sheet)
        if isinstance(value, Toxicity) and _is_state_of_liver(value, asked, sheet):
            told = told and not _is_for_any_event(statement, value)
        together.setdefault(topic_of(value, about), []).append(told)
    return [any(judged) for judged in together.values()]


def _is_found(value: ClinicalValue, asked: SubQuestion) -> bool:
    """Whether a value is an organ's function or an event as this patient has it: with a number, a
    class or a grade, or where it is only asked what it means for a drug."""
    match value:
        case OrganFunction():
            return asked.kind == LIMITS or not value.is_bare
        case Toxicity():
            return asked.kind == LIMITS or value.grade_from is not None
        case _:
            return False


def _speaks_of_organ(statement: Statement, value: OrganFunction) -> bool:
    """Whether a statement speaks of an organ without naming a class. A rule to monitor the liver is
    no rule for Child-Pugh B. A contraindication in patients with a bad liver is one."""
    spoken = OF_ORGAN[value.organ] in statement.safety and not statement.applies.organ
    # What two drugs do to each other is no rule for an organ of which the words also speak.
    spoken = spoken and statement.kind != "interaction"
    return spoken and (not value.grade or statement.kind == "contraindication")


_ON_CLASS = frozenset(("dose", LIMITS))
"""Kinds of question on what a class of an organ's function means for a drug."""


def _is_for_event(statement: Statement, asked: OrganFunction) -> bool:
    """Whether a statement is for an adverse event under the drug, and not for the class of the
    organ that is asked about. What to do when a drug harms the liver is no dose for a liver that
    was impaired before."""
    applies = statement.applies
    classed = bool(asked.grade) and asked.low is None and asked.high is None
    told = (organ_covers(rule, asked) for rule in applies.organ)
    return classed and bool(applies.toxicities) and all(each is None for each in told)


_UNDER_DRUG = filtered_pattern(
    r"(?i)\b(?:on|under|during|rose|ris(?:es|ing|en)|went up|jumped|climb(?:s|ed|ing)"
    r"|increas(?:ed|ing)|develop(?:s|ed|ing)|worsen(?:s|ed|ing)|new|now|cycle|C\d|D\d{1,2}"
    r"|weeks?)\b"
)
"""Words by which a value came, or changed, while the drug was given: "her bilirubin rose"."""


def _is_for_grade_of(statement: Statement, value: OrganFunction) -> bool:
    """Whether a statement is for just the event that a number is: "grade 2 bilirubin" for 2.5 times
    the upper limit."""
    event = grade_of(value)
    rules = [each.event for each in statement.applies.toxicities if not is_group(each.event)]
    return event is not None and any(event_covers(rule, event.event) for rule in rules)


def _is_state_of_liver(event: Toxicity, asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether an event only follows from a value of the liver, and nothing says that it came under
    the drug. Then the question is on an impaired liver: "capecitabine, bilirubin 4x ULN"."""
    numbers = (v for v in asked.about if isinstance(v, OrganFunction) and v.organ == "hepatic")
    told = any(_is_one_finding(event, each) for each in numbers)
    return told and not (asked.drugs & drugs_had(sheet) or _UNDER_DRUG.search(asked.text))


def _is_for_any_event(statement: Statement, event: Toxicity) -> bool:
    """Whether a statement is a rule for adverse reactions of any kind, and not for this event."""
    covering = [r for r in statement.applies.toxicities if event_covers(r.event, event.event)]
    return bool(covering) and all(is_group(rule.event) for rule in covering)


def _only_for_carriers(statement: Statement) -> bool:
    """Whether a statement is only for carriers of an inherited variant. That a drug harms the liver
    of carriers is no rule for an impaired liver."""
    applies = statement.applies
    return bool(_genes_carried(statement)) and not (applies.organ or applies.toxicities)


def _is_for_other_carriers(statement: Statement, asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether a statement is for carriers of an inherited variant, while the part names no such
    gene and the patient is not known to carry one. The event that carriers are warned of is none
    that this patient has."""
    known = {each.name for each in sheet.of(Marker)} | {v.gene for v in sheet.of(Phenotype)}
    genes = _genes_carried(statement)
    return bool(genes) and not genes & (known | asked.genes)


def _genes_carried(statement: Statement) -> frozenset[str]:
    applies = statement.applies
    named = (each.name for rule in applies.requires for each in rule.any_of)
    told = (name for name in named if METABOLISM.match(name))
    return frozenset((*told, *(rule.gene for rule in applies.phenotypes)))


def topic_of(value: ClinicalValue, about: Sequence[ClinicalValue]) -> object:
    """The topic of a circumstance: its organ, its event or its drugs. A grade that follows from a
    number has the topic of that number, because a statement may tell either."""
    match value:
        case Exposure():
            return value.drugs or "exposure"
        case OrganFunction():
            return value.organ
        case Toxicity():
            numbers = (
                v for v in about if isinstance(v, OrganFunction) and _is_one_finding(value, v)
            )
            return next((v.organ for v in numbers), value.event)
        case _:
            return value


def _is_one_finding(event: Toxicity, number: OrganFunction) -> bool:
    """Whether a number and an event are one finding: "hyperglycaemia, glucose 15 mmol/L"."""
    told = grade_of(number)
    ungraded = event.grade_from is None and event.grade_to is None
    return told is not None and (told == event or (ungraded and told.event == event.event))


def _is_harm_of(statement: Statement, fact: str) -> bool:
    """Whether a statement is for an event under the drug. A warning that another disease raises the
    risk of the event ("a history of lung disease may raise the risk of pneumonitis") is not."""
    events = statement.applies.toxicities
    apart = not any(fact in facts_spoken_of(rule.event) for rule in events)
    return bool(events) and not (statement.kind == "warning" and apart)


_APART = frozenset(("cardiac", "marrow", "chemistry"))
"""Organs with several independent measures, such as the rhythm of the heart and its strength."""


def _is_other_measure(rule: OrganFunction, value: OrganFunction) -> bool:
    measured = bool(rule.measure and value.measure) and rule.measure != value.measure
    return measured and value.organ in _APART


def _circumstance(
    statement: Statement, context: StatementContext, value: ClinicalValue
) -> bool | None:
    applies = statement.applies
    match value:
        case OrganFunction():
            own = [rule for rule in applies.organ if rule.organ == value.organ]
            # Another class of the organ is on the subject, too. The verdict says that it differs.
            same = any(not _is_other_measure(rule, value) for rule in own)
            waits = bool(value.measure) and awaits(context.text, value.measure)
            return same or waits or _is_for_grade_of(statement, value)
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
                # A heading may list several events. A statement on one is not on the others.
                inside = _is_named(value, context.names_inside, context)
                graded = value.grade_from is not None
                return inside or any(
                    event_covers(r.event, value.event)
                    for r in applies.toxicities
                    # The steps of a reduction for any event do not answer a question on one event.
                    if graded or r.event != ANY_EVENT or r.grade_from is not None
                )
            return _is_named(value, {*context.names, *statement.safety}, context)
        case Condition():
            # What to do about harm by the drug is not on a disease before the drug.
            weighed = value.name in statement.safety and not _is_harm_of(statement, value.name)
            weighed = weighed and not _only_for_carriers(statement)
            # A title may list several conditions. A statement is on one of them.
            known = context.names_inside if value.name in safety_facts() else context.names
            named = value.name in known or weighed
            return named or any(rule.name == value.name for rule in applies.conditions)
        case _:
            return _of_person(statement, context, value)


def _is_named(value: Toxicity, names: AbstractSet[str], context: StatementContext) -> bool:
    """Whether an event stands among names, or in the words of a statement. A grade whose event was
    not read is named by nothing."""
    return bool(value.event) and (value.event in names or value.event in context.text)


def _of_person(
    statement: Statement, context: StatementContext, value: ClinicalValue
) -> bool | None:
    applies = statement.applies
    match value:
        case Population(pregnancy=state) if state in OF_PREGNANCY:
            told = applies.population is not None and applies.population.pregnancy == state
            return told or OF_PREGNANCY[state] in statement.safety
        case Population():
            return applies.population is not None
        case Measurement(name="weight"):
            return BOUND.search(context.text) is not None
        case Measurement(name=name):
            return forms_in_prose(name).search(context.text) is not None
        case _:
            return None
