"""Facts of the patient that a treatment has to weigh: pregnancy, organs, comorbidities, allergies,
other drugs. Which facts these are is in ``safety/facts.tsv`` alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.dimensions import ReasonKind
from agents.matching.patient.class_partners import classes_offered
from agents.matching.patient.therapies import OPTIONS
from agents.matching.safety.companion_drugs import judge_companion
from agents.matching.sequence.class_after_harm import (
    CLASS_HARM,
    IMMUNE_EVENTS,
    harm_of_class,
    is_drug_of_harm,
)
from agents.matching.sequence.marrow_disease import marrow_disease_beside
from agents.matching.sub_question import HARM, SubQuestion
from agents.matching.verdicts import Verdict, differs, two_sided_reason
from agents.wording.answer_labels import SILENCE
from names.clinical.conditions import is_lasting
from names.clinical.disease.features import feature_covers
from names.clinical.treatment.fitness import treatment_of
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Measurement,
    OrganFunction,
    Population,
    Therapy,
    Toxicity,
)
from names.patterns.side_effects import SIDE_EFFECTS
from names.tables.other_drugs import other_drugs
from names.tables.treatment.event_groups import event_covers
from names.tables.treatment.safety import (
    REPRODUCTION,
    SafetyLimit,
    facts_spoken_of,
    is_hard_for,
    safety_facts,
    safety_limits,
)
from retrieval.statements.model import SAFETY, Statement, StatementKind

LIMITS: frozenset[StatementKind] = frozenset(
    ("warning", "contraindication", "monitoring", "adjustment", "interaction", "status")
)
"""Kinds of statement that say what a fact of the patient means for a drug."""
NOT_STATED: ReasonKind = "safety not stated"
SEVERE = 3
"""Grade from which an earlier adverse event has to be weighed (CTCAE: severe)."""
PERFORMANCE, POOR = "poor performance status", 3
"""More than half of the day in bed or a chair (Oken et al., PMID 7165009)."""
OF_PREGNANCY = {"pregnant": "pregnancy", "breastfeeding": "breastfeeding"}
OF_EVENT = {"haemorrhage": "bleeding"}
"""Events that the table of safety facts has under another name."""
OF_ORGAN = {
    "renal": "renal impairment",
    "hepatic": "hepatic impairment",
    "cardiac": "left ventricular dysfunction",
    "marrow": "low blood counts",
    "chemistry": "electrolytes",
}
MOST_DRUGS = 3
"""Drugs that are named behind a fact that their statements do not weigh. Chosen by hand."""
CO_MEDICATION = "co-medication"
BILIRUBIN = "bilirubin"
"""The measure whose value is already compared as a function of the liver."""
MG = "mg/dL"
CONVERTED = {"glucose"}
"""Measures that are told once, in the unit in which they were stated."""
CIRCUMSTANCES = {"wish for pregnancy", "transplant", "stem cell transplant"}
"""Safety facts that are told with "with a …". The others are told with "in …"."""


@dataclass(frozen=True, slots=True)
class SafetyFact:
    """A fact of the patient that a treatment has to weigh."""

    name: str
    """Its name in the table of safety facts; ``co-medication`` for other drugs."""
    words: str
    """Its words for a reader."""
    value: ClinicalValue


_MEN = re.compile(r"(?i)\b(?:men|man|males?|partners?|fathers?|sperm|his|he|him)\b")
"""Words of a question on pregnancy that is also on men."""


def judge_reproduction(
    statement: Statement, asked: SubQuestion, sheet: FactSheet
) -> Iterator[Verdict]:
    """A verdict against statements that are only on pregnancy, contraception or breastfeeding, if
    the question does not ask about them and is on something else, or the patient is
    postmenopausal; and against what only men are told, if the question is on a drug in pregnancy
    and names no man."""
    pregnant = any(isinstance(v, Population) and v.pregnancy for v in asked.about)
    whom = statement.applies.population
    if pregnant and whom is not None and whom.sex == "male" and not _MEN.search(asked.text):
        yield differs("population", "is for male patients", "pregnancy")
    spoken = frozenset(statement.safety)
    after = any(each.menopause == "postmenopausal" for each in sheet.of(Population))
    beside = statement.kind in SAFETY and bool(spoken) and spoken <= REPRODUCTION
    if not beside or not REPRODUCTION.isdisjoint(facts_spoken_of(asked.text)):
        return
    if after:
        yield differs("population", "is on pregnancy and breastfeeding", "postmenopausal")
    elif _is_on_something_else(asked, sheet):
        yield Verdict("population", "contradicts", reason="is on pregnancy and breastfeeding")


_MEN_OR_CHILDREN = re.compile(
    r"(?i)\b(?:fathers?|sperm|partners?|child|children|bab(?:y|ies)|infants?|conceiv\w{1,4}|conception|condoms?|ivf|oocytes?"
    r"|fo?et(?:us(?:es)?|al)|embryo\w{0,8}|teratogen\w{0,6}"
    r"|milk|wean\w{0,3}|family planning)\b"
)


_ON_THE_PATIENT = re.compile("|".join(SIDE_EFFECTS), re.IGNORECASE)
"""Words for what a drug does to the one who takes it. Contraception is a precaution."""


def _is_on_something_else(asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether a look-up asks about a finding, an effect, a topic or what the patient suffers from a
    drug, and neither it nor the patient has anything to do with having children. A question on all
    warnings of a drug names none."""
    named = bool(asked.about or asked.words or (asked.topics and asked.kind != "general"))
    suffered = asked.aspects <= {HARM} and _ON_THE_PATIENT.search(asked.text) is not None
    touches = any(fact.name in REPRODUCTION for fact in safety_facts_of(sheet))
    touches = touches or bool(_MEN_OR_CHILDREN.search(asked.text))
    return (suffered or (named and not asked.aspects)) and not (asked.is_choice or touches)


def safety_facts_of(sheet: FactSheet) -> tuple[SafetyFact, ...]:
    """The safety facts of the patient, each wording once, in the order of the sheet."""
    return sheet.read_by(_safety_facts)


def _safety_facts(sheet: FactSheet) -> tuple[SafetyFact, ...]:
    found: dict[str, SafetyFact] = {}
    measured = {each.name for each in sheet.of(Measurement) if each.unit != MG}
    for fact in sheet.facts:
        if isinstance(fact.value, OrganFunction) and fact.value.measure in measured & CONVERTED:
            continue
        for name, words in _named_safety_facts(fact.value):
            found.setdefault(words, SafetyFact(name, words, fact.value))
    harm = [SafetyFact(*told) for told in harm_of_class(sheet)]
    beside = [SafetyFact(*told) for told in marrow_disease_beside(sheet)]
    found.update((each.words, each) for each in (*harm, *beside))
    return tuple(found.values())


def _named_safety_facts(value: ClinicalValue) -> Iterator[tuple[str, str]]:
    """The safety facts that a value stands for, as pairs of name and words."""
    match value:
        case Population(pregnancy=state) if state in OF_PREGNANCY:
            yield OF_PREGNANCY[state], state
        case Population(ecog_from=low, ecog_to=high) if (low or 0) >= POOR:
            yield PERFORMANCE, describe(Population(ecog_from=low, ecog_to=high))
        case Condition(name=name, polarity="present"):
            known = "allergy" if name.startswith("allergy to") else name
            yield from ((each, name) for each in (known,) if each in safety_facts())
        case Toxicity(event=event, grade_from=grade) if (grade or SEVERE) >= SEVERE or is_lasting(
            event
        ):
            known = OF_EVENT.get(event, event)
            yield from ((each, describe(value)) for each in (known,) if each in safety_facts())
        case Measurement(name=name, unit=unit, value=number) if name != BILIRUBIN:
            yield from _beyond_limits(value, name, unit, number, number)
        case OrganFunction():
            yield from _of_organ(value)
        case Exposure() | Therapy():
            yield from _co_medication(value)


def _of_organ(value: OrganFunction) -> Iterator[tuple[str, str]]:
    if value.measure:
        yield from _beyond_limits(value, value.measure, value.unit, value.low, value.high)
    elif value.grade != "normal":
        yield OF_ORGAN[value.organ], describe(value)


def _co_medication(value: Exposure | Therapy) -> Iterator[tuple[str, str]]:
    """The drugs that are taken for something other than the tumour."""
    drugs = value.drugs
    if isinstance(value, Therapy):
        taken = value.outcome in {"current", "given"}
        drugs = tuple(drug for drug in drugs if taken and drug in other_drugs())
    if drugs:
        yield CO_MEDICATION, ", ".join(drugs)


def _beyond_limits(
    value: ClinicalValue, measure: str, unit: str, low: float | None, high: float | None
) -> Iterator[tuple[str, str]]:
    for limit in safety_limits():
        if (limit.measure, limit.unit) == (measure, unit) and _is_beyond(limit, low, high):
            yield limit.fact, describe(value)


def _is_beyond(limit: SafetyLimit, low: float | None, high: float | None) -> bool:
    below = limit.at_most is not None and high is not None and high <= limit.at_most
    return below or (limit.at_least is not None and low is not None and low >= limit.at_least)


def speaks_of(statement: Statement, fact: SafetyFact) -> bool:
    """Whether a statement speaks of a fact of the patient, by its words or its fields."""
    if fact.name in statement.safety:
        return True
    applies, value = statement.applies, fact.value
    if fact.name == CLASS_HARM:
        return any(rule.event in IMMUNE_EVENTS for rule in applies.toxicities)
    match value:
        case Population(pregnancy=state):
            told = applies.population.pregnancy if applies.population is not None else ""
            return bool(told) and (told == state or {told, state} == {"pregnant", "not pregnant"})
        case Condition():
            return speaks_of_condition(statement, value)
        case Toxicity():
            return any(event_covers(rule.event, value.event) for rule in applies.toxicities)
        case Exposure():
            return any(rule.mechanism == value.mechanism for rule in applies.exposures)
        case OrganFunction():
            return any(rule.organ == value.organ for rule in applies.organ)
        case _:
            return False


def speaks_of_condition(statement: Statement, value: Condition) -> bool:
    """Whether a condition is among those for which the statement says when it holds."""
    treatment = treatment_of(value)
    return any(
        feature_covers(rule.name, value.name) or (treatment and treatment_of(rule) == treatment)
        for rule in statement.applies.conditions
    )


_HISTORY = re.compile(r"(?i)\b(?:history of|pre-?existing|underlying)\b")


def judge_history(statement: Statement, text: str, sheet: FactSheet) -> list[Verdict]:
    """The verdict that a limit holds for this patient, if it is for patients who had a disease
    before the drug: "a history of lung disease may raise the risk". Empty for other statements."""
    if statement.kind not in LIMITS or not _HISTORY.search(text):
        return []
    facts = [each for each in safety_facts_of(sheet) if isinstance(each.value, Condition)]
    met = any(each.name in statement.safety for each in facts)
    return [Verdict("condition", "ok")] if met else []


def judge_safety(statement: Statement, sheet: FactSheet) -> list[Verdict]:
    """The verdict against an option whose statement does not speak of a hard fact of the patient.
    For a statement on a limit: the verdict that it holds for a fact of the patient."""
    if statement.kind in OPTIONS and statement.drugs:
        return _unsafe(statement, sheet)
    facts = safety_facts_of(sheet)
    if statement.kind in LIMITS and any(speaks_of(statement, each) for each in facts):
        return [Verdict("safety", "ok")]
    return []


def judge_advice(
    statement: Statement, text: str, asked: SubQuestion, sheet: FactSheet
) -> list[Verdict]:
    """The verdict against advice that names no drug ("a checkpoint inhibitor") and does not speak
    of a hard fact of the patient; the verdicts for a drug that this patient gets beside."""
    if statement.kind in OPTIONS and not statement.drugs:
        return _unsafe(statement, sheet, classes_offered(text))
    return judge_companion(statement, text, asked, sheet)


def _unsafe(statement: Statement, sheet: FactSheet, offered: Sequence[str] = ()) -> list[Verdict]:
    facts = safety_facts_of(sheet)
    regimens = statement.regimens or (statement.drugs,)
    hard = [(each, _hard_fact(each, statement, facts, offered)) for each in regimens]
    against = [(each, fact) for each, fact in hard if fact]
    if len(against) == len(regimens):
        drugs, fact = against[0]
        unstated, names = safety_not_stated(fact, drugs), (fact.name,)
        return [differs("safety", unstated, fact.words, names=names, kind=NOT_STATED)]
    return [
        Verdict("regimen", "silent", why_unsafe(fact, drugs), regimen=drugs, kind=NOT_STATED)
        for drugs, fact in against
    ]


def _hard_fact(
    regimen: tuple[str, ...],
    statement: Statement,
    facts: Sequence[SafetyFact],
    offered: Sequence[str],
) -> SafetyFact | None:
    """Why a regimen of a statement is none: a fact that is hard for one of its drugs, or of the
    classes ``offered`` without a drug, and of which the statement does not speak. None if there is
    none."""
    hard = (
        each
        for each in facts
        if is_hard_for(each.name, regimen, offered) and not _is_of_itself(each, regimen)
    )
    return next((each for each in hard if not speaks_of(statement, each)), None)


def _is_of_itself(fact: SafetyFact, regimen: tuple[str, ...]) -> bool:
    """Whether a fact is the harm that the drugs of a regimen themselves have done."""
    return isinstance(fact.value, Therapy) and is_drug_of_harm(regimen, fact.value)


def why_unsafe(fact: SafetyFact, drugs: Sequence[str] = ()) -> str:
    """The reason against every option: ``the source states no safety in pregnancy; here:
    pregnant``."""
    return two_sided_reason(safety_not_stated(fact, drugs), fact.words)


def safety_not_stated(fact: SafetyFact, drugs: Sequence[str] = ()) -> str:
    """``the source states no safety in pregnancy``. Where that speaks against some of the ``drugs``
    alone, these are named: ``no safety of bevacizumab in bleeding``."""
    when = f"with a {fact.name}" if fact.name in CIRCUMSTANCES else f"in {fact.name}"
    if fact.name == CLASS_HARM:  # whichever of its drugs: the harm is of the class
        return f"{SILENCE} after {fact.name}"
    hard = [drug for drug in drugs if is_hard_for(fact.name, (drug,))]
    of = f" of {' and '.join(hard)}" if hard and len(hard) < len(drugs) else ""
    return f"{SILENCE}{of} {when}"


def unweighed_facts(facts: Sequence[SafetyFact], shown: Sequence[Statement]) -> tuple[str, ...]:
    """The facts, in words, that no statement shown speaks of. If statements speak of a fact only
    for some drugs, the fact is told with the first other drugs offered. Harm of a class is told as
    the event that it was."""
    offered = list(dict.fromkeys(s.drugs[0] for s in shown if s.kind in OPTIONS and s.drugs))
    found = []
    for fact in (each for each in facts if each.name != CLASS_HARM):
        weighed = {drug for s in shown if speaks_of(s, fact) for drug in s.drugs}
        if not any(speaks_of(each, fact) for each in shown):
            found.append(fact.words)
        elif weighed and (left := [drug for drug in offered if drug not in weighed]):
            found.append(f"{fact.words} for {', '.join(left[:MOST_DRUGS])}")
    return tuple(found)
