"""Circumstances: organ function, interacting drugs, phenotype, adverse event, person, condition.

Grades and classes are exact: the rule for Child-Pugh B does not hold for C, and the rule for weak
inducers does not hold for strong ones. Readers and rules share the same comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.dimensions import Dimension, MissingKind
from agents.matching.patient.fitness import is_of_fitness, judge_fitness
from agents.matching.patient.person import judge_menopause
from agents.matching.patient.phenotypes import judge_phenotypes
from agents.matching.verdicts import Verdict, differs
from names.clinical.disease.features import feature_covers, feature_excludes
from names.clinical.disease.number_ranges import number_range
from names.clinical.exposures import exposure_covers
from names.clinical.fever import (
    FEBRILE_NEUTROPENIA,
    LEAST_GRADE,
    NEUTROPENIA,
    is_febrile_neutropenia,
)
from names.clinical.grades import is_mild, values_of
from names.clinical.organs import organ_covers
from names.clinical.organs.bilirubin import BILIRUBIN, in_upper_limits
from names.clinical.toxicities import HIGHEST, toxicity_covers
from names.clinical.values import (
    HAD,
    ClinicalValue,
    Condition,
    Exposure,
    OrganFunction,
    Phenotype,
    Therapy,
    Toxicity,
)
from names.tables.treatment.event_groups import event_covers, is_group
from retrieval.statements.model import Applicability, Statement

Value = TypeVar("Value", OrganFunction, Exposure, Toxicity)


def judge_circumstances(statement: Statement, sheet: FactSheet) -> list[Verdict]:
    """A verdict for each circumstance that the statement names."""
    applies = statement.applies
    verdicts = [
        *_organs(applies.organ, (*sheet.of(OrganFunction), *_of_grades(sheet))),
        *_exposures(applies, (*sheet.of(Exposure), *_treatments_now(applies, sheet))),
        *judge_phenotypes(statement, sheet.of(Phenotype)),
        *_toxicities(applies.toxicities, _events(statement, sheet)),
        *_conditions(applies.conditions, sheet.of(Condition)),
        *judge_fitness(statement, sheet),
    ]
    if applies.population is not None:
        verdicts.append(judge_menopause(statement, applies.population, sheet))
    return verdicts


def _any_of(
    dimension: Dimension,
    rules: Sequence[Value],
    stated: Sequence[Value],
    covers: Callable[[Value, Value], bool | None],
) -> list[Verdict]:
    """One verdict: ok if any rule covers any value; contradicts if none can."""
    return _verdict_of_pairs(
        dimension, rules, [(rule, value) for rule in rules for value in stated], covers
    )


def _verdict_of_pairs(
    dimension: Dimension,
    rules: Sequence[Value],
    pairs: Sequence[tuple[Value, Value]],
    covers: Callable[[Value, Value], bool | None],
) -> list[Verdict]:
    if not rules:
        return []
    told = " or ".join(dict.fromkeys(map(describe, rules)))
    if not pairs:
        return [Verdict(dimension, "silent", missing=told)]
    judged = [covers(rule, value) for rule, value in pairs]
    if any(each is True for each in judged):
        return [Verdict(dimension, "ok")]
    if all(each is False for each in judged):
        own = tuple(dict.fromkeys(describe(value) for _, value in pairs))
        return [differs(dimension, f"is for {told}", " and ".join(own), names=own)]
    return [Verdict(dimension, "silent", missing=told)]


CLEARANCE = "creatinine clearance"


def _exact_for(rule: OrganFunction, here: Sequence[OrganFunction]) -> Sequence[OrganFunction]:
    """The values to compare with a rule. If rule and values have numbers, classes are left out,
    because a class is wider than the number from which it follows."""
    exact = [value for value in here if _has_numbers(value)]
    return exact if exact and _has_numbers(rule) else here


def _has_numbers(function: OrganFunction) -> bool:
    return function.low is not None or function.high is not None


def _organs(rules: Sequence[OrganFunction], stated: Sequence[OrganFunction]) -> list[Verdict]:
    """One verdict for each organ. Numbers are compared with numbers of the same measure, if there
    are any. An eGFR does not stand for a creatinine clearance that is known."""
    found: list[Verdict] = []
    for organ in dict.fromkeys(rule.organ for rule in rules):
        own = [rule for rule in rules if rule.organ == organ]
        here = [v for value in stated if value.organ == organ for v in in_upper_limits(value)]
        pairs = [
            (rule, value)
            for rule in _without_unknown_bilirubin(own, here)
            for value in _exact_for(rule, _comparable(rule, here))
        ]
        found += _verdict_of_pairs("organ function", own, pairs, organ_covers)
    return found


def _of_grades(sheet: FactSheet) -> Iterator[OrganFunction]:
    """The values for which the grades of events stand, where nobody has told the number itself: a
    rule for neutrophils below 1.5 holds in grade 3 neutropenia."""
    told = {value.measure for value in sheet.of(OrganFunction)}
    for event in sheet.of(Toxicity):
        yield from (value for value in values_of(event) if value.measure not in told)


BEST_CLASS = "Child-Pugh A"


def _without_unknown_bilirubin(
    rules: Sequence[OrganFunction], here: Sequence[OrganFunction]
) -> Sequence[OrganFunction]:
    """The rules to compare. If a rule has a class of the liver or else a bilirubin ("Child-Pugh C
    or bilirubin above 5"), and the patient is known to be in Child-Pugh A, the class decides: no
    bilirubin as high as that is in class A. In class B it may be, so that it stays unknown."""
    graded = any(rule.grade for rule in rules)
    best = any(value.grade == BEST_CLASS for value in here)
    if not (graded and best) or any(value.measure == BILIRUBIN for value in here):
        return rules
    return [rule for rule in rules if rule.measure != BILIRUBIN]


def _comparable(rule: OrganFunction, here: Sequence[OrganFunction]) -> list[OrganFunction]:
    """The values that may be compared with a rule. Classes of the kidney are classes of the
    clearance."""
    measures = {value.measure for value in here}
    wanted = rule.measure or CLEARANCE
    if wanted not in measures:
        return list(here)
    same = [value for value in here if value.measure in {"", wanted}]
    in_unit = [value for value in same if value.unit in {"", rule.unit}]
    return in_unit if wanted == BILIRUBIN and in_unit else same


def _exposures(applies: Applicability, stated: Sequence[Exposure]) -> list[Verdict]:
    """The verdict on interacting drugs. Only drugs that act on an enzyme of the rules are
    compared."""
    rules = applies.exposures
    if applies.exposures_together:
        return _exposures_together(rules, stated)
    enzymes = {_enzyme(rule) for rule in rules}
    here = [value for value in stated if _enzyme(value) in enzymes]
    return _any_of("interaction", rules, here, exposure_covers)


def _treatments_now(applies: Applicability, sheet: FactSheet) -> list[Exposure]:
    """The drugs of the patient's own treatment that the rules name. No table tells how they act on
    other drugs: "not together with letrozole" names the drug itself."""
    now = {d for each in sheet.of(Therapy) if each.outcome == "current" for d in each.drugs}
    return [
        Exposure(mechanism=rule.mechanism, strength=rule.strength, drugs=tuple(named))
        for rule in applies.exposures
        if (named := sorted(now.intersection(rule.drugs)))
    ]


def _exposures_together(rules: Sequence[Exposure], stated: Sequence[Exposure]) -> list[Verdict]:
    """The verdict on a rule for drugs that act in several ways at once. It does not hold for a drug
    for which the table knows only one of these ways."""
    apart = [
        verdict
        for enzyme in dict.fromkeys(map(_enzyme, rules))
        for own in ([rule for rule in rules if _enzyme(rule) == enzyme],)
        for verdict in _any_of(
            "interaction", own, [v for v in stated if _enzyme(v) == enzyme], exposure_covers
        )
    ]
    unmet = next((v for v in apart if v.outcome == "contradicts"), None)
    agreed = any(v.outcome == "ok" for v in apart)
    missing = [v.missing for v in apart if v.missing]
    if unmet is not None or not missing:
        return [unmet] if unmet is not None else apart[:1]
    known = agreed and any(value.drugs for value in stated)
    if known:
        own_words = tuple(dict.fromkeys(map(describe, stated)))
        told = " and ".join(dict.fromkeys(map(describe, rules)))
        here = " and ".join(own_words)
        return [differs("interaction", f"is for {told}", here, names=own_words)]
    return [Verdict("interaction", "silent", missing=missing[0])]


def _enzyme(exposure: Exposure) -> str:
    return exposure.mechanism.rpartition(" ")[0] or exposure.mechanism


def _events(statement: Statement, sheet: FactSheet) -> list[Toxicity]:
    """The adverse events of the patient. For a rule on reactions of any kind, without mild ones
    that only a number tells, if the patient never had the drug: haemoglobin 9.8 before olaparib is
    no reaction to it."""
    had = {drug for each in sheet.of(Therapy) if each.outcome in HAD for drug in each.drugs}
    rules = statement.applies.toxicities
    if not had.isdisjoint(statement.drugs) or not all(is_group(rule.event) for rule in rules):
        return list(sheet.of(Toxicity))
    read = {fact.value for fact in sheet.facts if fact.rule}
    return [each for each in sheet.of(Toxicity) if not (each in read and is_mild(each))]


def _toxicities(rules: Sequence[Toxicity], stated: Sequence[Toxicity]) -> list[Verdict]:
    """The verdict on adverse events. A rule for another event gives no verdict here: the subject
    decides on that. A rule only for a group of events contradicts if the patient's event is not in
    the group."""
    own = [rule for rule in rules if any(event_covers(rule.event, v.event) for v in stated)]
    here = [v for v in stated if any(event_covers(rule.event, v.event) for rule in own)]
    graded = [v.event for v in stated if v.grade_from is not None]
    if rules and graded and not own and all(is_group(rule.event) for rule in rules):
        return [differs("toxicity", f"is for {rules[0].event}", graded[-1])]
    if is_febrile_neutropenia(stated) and _is_without_fever(rules):
        return [differs("toxicity", "is for neutropenia without fever", FEBRILE_NEUTROPENIA)]
    return _any_of("toxicity", own, here, toxicity_covers) if own else []


def _is_without_fever(rules: Sequence[Toxicity]) -> bool:
    """Whether all rules are for neutropenia of at most grade 3. Labels have another rule for
    neutropenia with fever."""
    return bool(rules) and all(
        rule.event == NEUTROPENIA and (rule.grade_to or HIGHEST) <= LEAST_GRADE for rule in rules
    )


def judge_nameless(applies: Applicability, about: Sequence[ClinicalValue]) -> list[Verdict]:
    """The verdict on a grade that is asked about without an event of the tables."""
    here = [value for value in about if isinstance(value, Toxicity) and not value.event]
    own = [rule for rule in applies.toxicities if event_covers(rule.event, "")]
    return _any_of("toxicity", own, here, toxicity_covers) if own and here else []


def _conditions(rules: Sequence[Condition], stated: Sequence[Condition]) -> list[Verdict]:
    found = []
    for rule in rules:
        if is_of_fitness(rule):
            continue
        here = [value for value in stated if feature_covers(rule.name, value.name)]
        told = describe(rule)
        if any(value.polarity == rule.polarity for value in here):
            found.append(Verdict("condition", "ok"))
        elif here:
            found.append(differs("condition", f"is for {told}", describe(here[-1])))
        elif other := _opposite(rule, stated):
            found.append(differs("condition", f"is for {told}", describe(other)))
        else:
            kind = _missing_kind(rule)
            found.append(Verdict("condition", "silent", missing=told, missing_kind=kind))
    return found


def _missing_kind(rule: Condition) -> MissingKind:
    if rule.polarity == "absent":
        return "absent condition"
    return "number range" if rule.polarity == "present" and number_range(rule.name) else ""


def _opposite(rule: Condition, stated: Sequence[Condition]) -> Condition | None:
    """A feature of the patient's tumour that excludes the feature a rule needs; None if there is
    none."""
    if rule.polarity != "present":
        return None
    return next(
        (
            value
            for value in stated
            if value.polarity == "present"
            and (feature_excludes(rule.name, value.name) or (rule.name, value.name) in OTHER_GRAFT)
        ),
        None,
    )


OTHER_GRAFT = {("stem cell transplant", "transplant")}
"""A rule on blood stem cells, and a patient with the organ of somebody else."""
