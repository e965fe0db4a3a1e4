"""The facts of a patient that may limit a drug, and which statements speak of them.

An adverse event, a value and a disease with one meaning ("QTc 478 ms", "QT prolongation") are one
fact. A statement counts only for what it says itself: that a drug harms the liver is on the liver,
and a rule for any adverse reaction is not on an event before the drug."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.patient.phenotypes import NORMAL, phenotype_name
from agents.matching.safety.frequencies import grades_a_count, is_frequency
from agents.matching.safety.joined_values import is_by_score
from agents.matching.safety.safety_facts import CO_MEDICATION, LIMITS, safety_facts_of
from agents.matching.sequence.class_after_harm import CLASS_HARM
from agents.matching.verdicts import Judgement
from names.clinical.exposures import effects_of, exposure_covers
from names.clinical.fever import (
    FEBRILE_NEUTROPENIA,
    PARTS_OF_FEBRILE_NEUTROPENIA,
    is_febrile_neutropenia,
)
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Measurement,
    OrganFunction,
    Phenotype,
    Population,
    Therapy,
    Toxicity,
)
from names.recognise import recognise_passage
from names.tables.alleles import METABOLISM, dosing_genes
from names.tables.other_drugs import other_drugs, remedies
from names.tables.treatment.drug_classes import drug_classes
from names.tables.treatment.event_groups import event_covers, is_group
from names.tables.treatment.safety import facts_spoken_of, may_limit, safety_facts
from retrieval.statements.model import Statement, StatementKind

TELLING: frozenset[StatementKind] = LIMITS | {"recommendation", "dose", "resistance"}
"""Kinds of statement that may say what a fact means for a drug. What happened in a trial does
not."""
WHILE_TREATED: frozenset[StatementKind] = frozenset(("adjustment", "monitoring", "dose"))
"""Kinds that say what is done about an event while the drug is given."""
OF_TUMOUR = frozenset(("right-sided primary tumour", "variants in cis", "variants in trans"))
"""Safety facts that describe the tumour. They help to choose a treatment and limit none."""


@dataclass(frozen=True, slots=True)
class LimitingFact:
    """One fact of the patient that may limit a drug, with all values that tell it."""

    topic: str
    words: str
    """Its words for a reader: a measured value rather than the event that follows from it."""
    values: tuple[ClinicalValue, ...]
    drug: str = ""
    """The drug, if the fact is that the patient takes it beside."""


def limiting_facts(sheet: FactSheet) -> tuple[LimitingFact, ...]:
    """The facts of the patient that may limit a drug, each once, in the order of the sheet.

    A drug taken beside counts, but not one that is given for an adverse event of the patient. So
    does a treatment that the patient takes now and that acts on other drugs."""
    found: dict[str, LimitingFact] = {}
    for topic, words, value, drug in _named_facts(sheet):
        known = found.get(topic)
        if known is None:
            found[topic] = LimitingFact(topic, words, (value,), drug)
        elif value not in known.values:
            found[topic] = LimitingFact(topic, known.words, (*known.values, value), known.drug)
    return tuple(found.values())


def _named_facts(sheet: FactSheet) -> Iterator[tuple[str, str, ClinicalValue, str]]:
    """Topic, words, value and drug of each fact."""
    for fact in safety_facts_of(sheet):
        if fact.name == CO_MEDICATION:
            yield from _drugs_taken(fact.value, sheet.of(Toxicity))
        elif fact.name not in {*OF_TUMOUR, CLASS_HARM}:
            of_person = isinstance(fact.value, Population) and fact.value.pregnancy
            words = fact.name if of_person else fact.words
            yield topic_named(fact.name), words, fact.value, ""
    febrile = is_febrile_neutropenia(sheet.of(Toxicity))
    for event in sheet.of(Toxicity):
        if febrile and event.event in PARTS_OF_FEBRILE_NEUTROPENIA:
            yield FEBRILE_NEUTROPENIA, FEBRILE_NEUTROPENIA, event, ""
        elif event.event:
            yield topic_named(event.event), describe(event), event, ""
    for disease in sheet.of(Condition):
        if disease.polarity == "present" and disease.name in safety_facts() - OF_TUMOUR:
            yield topic_named(disease.name), disease.name, disease, ""
    yield from _inherited_facts(sheet)
    yield from _acting_treatments(sheet)


def _inherited_facts(sheet: FactSheet) -> Iterator[tuple[str, str, ClinicalValue, str]]:
    """Gene, words and value of each phenotype that is not normal."""
    for value in sheet.of(Phenotype):
        if phenotype_name(value) not in {"", NORMAL}:
            yield value.gene, describe(value), value, ""


def _acting_treatments(sheet: FactSheet) -> Iterator[tuple[str, str, ClinicalValue, str]]:
    """Topic, words, value and drug of each treatment that the patient takes now and that acts on
    other drugs."""
    for had in sheet.of(Therapy):
        for drug in had.drugs if had.outcome == "current" else ():
            if drug not in other_drugs() and effects_of(drug):
                yield drug, drug, had, drug


def _drugs_taken(
    value: ClinicalValue, events: Sequence[Toxicity]
) -> Iterator[tuple[str, str, ClinicalValue, str]]:
    """Topic, words, value and drug of each drug taken beside. ``events``: the adverse events of the
    patient, for which drugs are given; not for a long QT one that lengthens it."""
    past = isinstance(value, Therapy) and value.outcome != "current"
    drugs = value.drugs if isinstance(value, Therapy | Exposure) and not past else ()
    for drug in drugs:
        own = {topic_named(effect.mechanism) for effect in effects_of(drug)}
        remedied = any(topic_named(each.event) not in own for each in events)
        remedy = remedied and drug in remedies()
        if drug in other_drugs() and not remedy:
            yield drug, drug, value, drug


def topic_named(name: str) -> str:
    """The fact that a condition or an adverse event stands for: ``prolonged QT`` for "QT
    prolongation"."""
    spoken = facts_spoken_of(name)
    return spoken[0] if spoken else name


def limits_drug(fact: LimitingFact, drug: str) -> bool:
    """Whether a fact may limit a drug, so that it is missed if no source speaks of it. A phenotype
    limits the drugs that are dosed by its gene, and a drug taken beside any drug if the tables know
    that it acts on others or on the heart; a treatment of the tumour, which may be what ends, is
    not missed. Else it counts where a statement is on it."""
    if fact.drug:
        return fact.drug in other_drugs() and bool(effects_of(fact.drug))
    if any(isinstance(value, Phenotype) for value in fact.values):
        return fact.topic in dosing_genes(drug)
    return may_limit(fact.topic, drug)


def is_asked_about(fact: LimitingFact, about: Iterable[ClinicalValue]) -> bool:
    """Whether values that a question is about tell a fact. The class of an organ that follows from
    a number is told with that number, although the question only names the number."""
    told = set(about)
    organs = [each for each in told if isinstance(each, OrganFunction)]
    return bool(told & set(fact.values)) or any(
        isinstance(value, OrganFunction) and value.organ == each.organ and _same(each, value)
        for value in fact.values
        for each in organs
    )


def is_of_values(fact: LimitingFact) -> bool:
    """Whether a fact is a class, a grade or a number of an organ or event, and not a disease, a
    pregnancy or a drug taken beside. Rules for two organs stand beside each other."""
    return all(isinstance(v, OrganFunction | Measurement | Toxicity) for v in fact.values)


def drugs_had(sheet: FactSheet) -> frozenset[str]:
    """The drugs that the patient has or had."""
    had = [each for each in sheet.of(Therapy) if each.outcome not in ("not given", "planned")]
    return frozenset(drug for each in had for drug in each.drugs)


def came_before(fact: LimitingFact, drug: str, had: AbstractSet[str]) -> bool:
    """Whether the patient has a disease, or had an event, that the drug did not cause, because the
    patient has never had the drug."""
    return drug not in had and any(isinstance(value, Condition) for value in fact.values)


def weighs_fact(judgement: Judgement, words: str, fact: LimitingFact) -> bool:
    """Whether a statement that holds for this patient says what a fact means for its drugs.
    ``words``: the words of the statement."""
    statement = judgement.statement
    if statement.kind not in TELLING or not judgement.answers or is_for_another_tumour(judgement):
        return False
    # A rule for carriers of an inherited variant still warns of a drug taken beside.
    for_carriers = is_for_carriers(judgement) and not fact.drug
    if for_carriers or _only_measures(statement, fact) or _only_counts(statement, words, fact):
        return False
    return speaks_on(statement, words, fact)


def speaks_on(statement: Statement, words: str, fact: LimitingFact) -> bool:
    """Whether a statement speaks of a fact at all, whatever it says of it."""
    if fact.drug:
        return _is_on_partner(statement, words, fact.drug)
    on_others = _is_on_a_pair(statement, fact) or _only_on_carriers(statement, fact)
    if on_others or is_by_score(statement, fact.values):
        return False
    liver = any(isinstance(v, OrganFunction) and v.organ == "hepatic" for v in fact.values)
    if liver and statement.applies.toxicities and not statement.applies.organ:
        # What is done for a hepatitis under a drug does not say what cirrhosis means for it.
        return any(isinstance(v, Toxicity) and _is_of_event(statement, v) for v in fact.values)
    return any(_is_on(statement, value, fact.topic) for value in fact.values)


def weighs_value(statement: Statement, words: str, fact: LimitingFact) -> bool:
    """Whether a statement speaks of a fact, and not only of adverse reactions of any kind, and
    does not only warn of the event or have it measured, while the fact is a value that was
    measured: what is said then says nothing of the value."""
    any_kind = {is_group(rule.event) for rule in statement.applies.toxicities} == {True}
    told = any_kind or _only_warns(statement, fact) or _only_measures(statement, fact)
    is_value = _is_measured(fact) or grades_a_count(fact.values)
    return speaks_on(statement, words, fact) and not (told and is_value)


def _only_warns(statement: Statement, fact: LimitingFact) -> bool:
    """Whether a statement warns without a value, class or grade, or a disease of the patient: that
    a drug was not studied in diabetes says nothing of a glucose of 310."""
    applies = statement.applies
    graded = any(rule.grade_from is not None for rule in applies.toxicities)
    ill = applies.conditions and any(isinstance(v, Condition) for v in fact.values)
    return statement.kind == "warning" and not (applies.organ or ill or graded)


def _is_of_event(statement: Statement, value: Toxicity) -> bool:
    """Whether a statement is on just this event, and no rule for adverse reactions of any kind."""
    rules = [rule.event for rule in statement.applies.toxicities]
    return any(event_covers(rule, value.event) and not is_group(rule) for rule in rules)


def _only_measures(statement: Statement, fact: LimitingFact) -> bool:
    """Whether a statement only says that a value is measured under a drug, while the fact is such a
    value. It does not say at which value the drug is given."""
    applies = statement.applies
    bounded = applies.organ or any(rule.grade_from for rule in applies.toxicities)
    return _is_measured(fact) and statement.kind == "monitoring" and not bounded


def _is_measured(fact: LimitingFact) -> bool:
    """Whether a fact is a number that was measured."""
    return any(
        isinstance(v, Measurement) or (isinstance(v, OrganFunction) and v.low is not None)
        for v in fact.values
    )


def _only_counts(statement: Statement, words: str, fact: LimitingFact) -> bool:
    """Whether a statement only says in how many patients an event was seen, while the fact is a
    value or grade of the event."""
    is_value = any(
        isinstance(v, OrganFunction | Measurement)
        or (isinstance(v, Toxicity) and v.grade_from is not None)
        for v in fact.values
    )
    return is_value and is_frequency(statement, words)


def _is_on_a_pair(statement: Statement, fact: LimitingFact) -> bool:
    """Whether a statement is on an interaction of two drugs, and not on the fact. An interaction
    that lengthens QT is on a patient with a long QT, but does not say at which QTc the drug is
    given. A clot under a combination is not on a patient who does not get the combination."""
    if fact.drug or statement.kind != "interaction":
        return False
    if _is_measured(fact) and not (statement.applies.organ or statement.applies.toxicities):
        return True
    rules = statement.applies.exposures
    return not any(topic_named(rule.mechanism) == fact.topic for rule in rules)


def _only_on_carriers(statement: Statement, fact: LimitingFact) -> bool:
    """Whether a statement only says that an event comes more often with a genotype, while the fact
    is a value or grade of the event: that carriers may have more neutropenia does not say what
    neutrophils of 0.8 mean for the drug."""
    applies = statement.applies
    bounded = applies.organ or any(rule.grade_from for rule in applies.toxicities)
    return bool(applies.phenotypes) and not bounded and is_of_values(fact)


def is_for_another_tumour(judgement: Judgement) -> bool:
    """Whether a statement is for a tumour that the patient is not known to have."""
    return any(each.dimension == "tumour" and each.missing for each in judgement.verdicts)


def is_for_carriers(judgement: Judgement) -> bool:
    """Whether a statement is for carriers of an inherited variant, and the patient is not known to
    be one. That the drug harms the liver of carriers is no rule for an impaired liver."""
    return any(
        each.missing and (each.dimension == "phenotype" or any(map(METABOLISM.match, each.markers)))
        for each in judgement.verdicts
    )


def is_open(judgement: Judgement) -> bool:
    """Whether a statement is for a class of an organ's function, and the patient's class is not
    known."""
    untold = (each for each in judgement.verdicts if each.outcome == "silent" and each.missing)
    return any(each.dimension == "organ function" for each in untold)


def is_while_treated(statement: Statement, fact: LimitingFact) -> bool:
    """Whether a statement says what to do when the event comes while the drug is given."""
    rules = statement.applies.toxicities
    events = {topic_named(rule.event) for rule in rules}
    on_any = any(is_group(rule.event) for rule in rules)
    return statement.kind in WHILE_TREATED and (on_any or fact.topic in events)


def _is_on(statement: Statement, value: ClinicalValue, topic: str) -> bool:
    applies = statement.applies
    match value:
        case OrganFunction():
            named = any(rule.organ == value.organ and _same(rule, value) for rule in applies.organ)
        case Toxicity():
            graded = value.grade_from is not None
            rules = [rule.event for rule in applies.toxicities]
            named = any(event_covers(e, value.event) for e in rules if graded or not is_group(e))
        case Condition():
            named = any(rule.name == value.name for rule in applies.conditions)
        case Phenotype():
            named = any(rule.gene == value.gene for rule in applies.phenotypes)
        case Population():
            person = applies.population
            named = person is not None and bool(person.pregnancy)
        case _:
            named = False
    return named or any(topic_named(name) == topic for name in statement.safety)


def _same(rule: OrganFunction, value: OrganFunction) -> bool:
    """Whether a rule on an organ may be on a value of it. The rhythm of the heart is not its
    strength."""
    return not (rule.measure and value.measure) or rule.measure == value.measure


def _is_on_partner(statement: Statement, words: str, partner: str) -> bool:
    """Whether a statement names a drug that is taken beside, its class, or how it acts on other
    drugs."""
    rules = statement.applies.exposures
    taken = effects_of(partner)
    if any(exposure_covers(rule, value) is True for rule in rules for value in taken):
        return True
    found = recognise_passage(words)
    return partner in found.names("drug") or bool(
        found.names("drug_class") & frozenset(drug_classes(partner))
    )
