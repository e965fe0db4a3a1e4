"""Whether a patient can have the treatment that an option is, holds or is given with: intensive
chemotherapy, cisplatin, a transplant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.patient.therapies import OFFERING, matches, options_of
from agents.matching.verdicts import Verdict, differs
from names.clinical.treatment.agents import find_agents
from names.clinical.treatment.fitness import (
    CHEMOTHERAPY,
    FROM_AGE,
    INTENSIVE,
    TRANSPLANTATION,
    UNFIT,
    is_given_in,
    treatment_of,
)
from names.clinical.values import HAD, Condition, Population, Therapy
from names.tables.treatment.drug_classes import class_in_sentence, wider_classes
from retrieval.statements.model import Statement

ALWAYS_TOLD = frozenset((INTENSIVE, TRANSPLANTATION))
"""Treatments of which an option tells that nobody has said whether the patient is fit for them.
That somebody gets chemotherapy is taken for possible until it is denied."""
_AGE = re.compile(re.escape(FROM_AGE) + r"(?P<age>\d{2,3}) years")


def is_of_fitness(condition: Condition) -> bool:
    """Whether a condition of a statement says who is fit or unfit for a treatment."""
    return condition.name.startswith(UNFIT)


def judge_fitness(statement: Statement, sheet: FactSheet) -> Iterator[Verdict]:
    """The verdicts on what the patient is fit for: by the drugs of the option, by the chemotherapy
    that its words give it with, and by whom it is for."""
    told = [each for each in sheet.of(Condition) if treatment_of(each)]
    unfit = [each for each in told if each.polarity == "present"]
    rules = list(filter(is_of_fitness, statement.applies.conditions))
    meant = [
        _for_the_unfit(rule, told, sheet.of(Population))
        for rule in rules
        if rule.polarity == "present"
    ]
    needed = [_for_the_fit(rule, told) for rule in rules if rule.polarity == "absent"]
    yield from meant
    yield from (each for each in needed if each.outcome != "contradicts")
    if any(each.outcome == "ok" for each in meant):
        # What is for the unfit holds less of it: azacitidine for those unfit for chemotherapy.
        return
    against = list(_by_drugs(statement, unfit)) if statement.kind in OFFERING else []
    # One reason is enough: "with platinum", "with a fluoropyrimidine".
    against = against or [each for each in needed if each.outcome == "contradicts"][:1]
    yield from against or _after_what_is_barred(statement, unfit, sheet)


def _after_what_is_barred(
    statement: Statement, unfit: Sequence[Condition], sheet: FactSheet
) -> Iterator[Verdict]:
    """The verdict on maintenance after a treatment that the patient cannot have and has not had.
    What is for a later line may be for somebody who had it and cannot have more."""
    rules = (*statement.applies.prior_required, *statement.applies.prior_any_of)
    had = [each for each in sheet.of(Therapy) if each.outcome in HAD]
    if statement.kind not in OFFERING or "maintenance" not in statement.applies.settings:
        return
    for rule in rules:
        named = [*rule.drugs, *map(class_in_sentence, rule.classes)]
        barred = [c for c in unfit if named and all(_covers(treatment_of(c), n) for n in named)]
        if barred and not any(matches(rule, each) for each in had):
            needs = f"is for after {' or '.join(named)}"
            yield differs("fitness", needs, describe(barred[0]), kind="after barred treatment")
            return


def _by_drugs(statement: Statement, unfit: Sequence[Condition]) -> Iterator[Verdict]:
    options = [each for each in options_of(statement) if each]
    for condition in unfit:
        treatment = treatment_of(condition)
        if options and all(is_given_in(treatment, each) for each in options):
            held = [drug for drug in options[0] if _is_part_of(drug, treatment)]
            how = "is or holds" if options[0][0] in held else "is given with"
            yield differs("fitness", f"{how} {' and '.join(held)}", describe(condition))
            return


def _is_part_of(drug: str, treatment: str) -> bool:
    if treatment == INTENSIVE:
        return is_given_in(CHEMOTHERAPY, (drug,))
    own = {name for agent in find_agents(treatment) for name in agent.drugs}
    return drug in own or is_given_in(treatment, (drug,))


def _for_the_fit(rule: Condition, told: Sequence[Condition]) -> Verdict:
    """For whom can have a treatment: what is given with chemotherapy is not for those who
    cannot."""
    needed = treatment_of(rule)
    for each in told:
        if each.polarity == "present" and _covers(treatment_of(each), needed):
            return differs("fitness", f"is given with {needed}", describe(each))
        if each.polarity == "absent" and treatment_of(each) == needed:
            return Verdict("fitness", "ok")
    missing = f"whether the patient is {describe(rule)}" if needed in ALWAYS_TOLD else ""
    return Verdict("fitness", "silent", missing=missing)


def _for_the_unfit(
    rule: Condition, told: Sequence[Condition], persons: Sequence[Population]
) -> Verdict:
    age = _AGE.search(rule.name)
    if age and any((each.age_from or 0) >= int(age["age"]) for each in persons):
        return Verdict("fitness", "ok")
    needed = treatment_of(rule)
    for each in told:
        if each.polarity == "present" and _covers(treatment_of(each), needed):
            return Verdict("fitness", "ok")
        if each.polarity == "absent" and treatment_of(each) == needed:
            return differs("fitness", f"is for patients {rule.name}", describe(each))
    return Verdict("fitness", "silent", missing=f"whether the patient is {rule.name}")


def _covers(unfit: str, treatment: str) -> bool:
    """Whether who is unfit for one treatment is unfit for another, too: for chemotherapy, also for
    platinum; for platinum, also for cisplatin."""
    if unfit == treatment:
        return True
    agents = find_agents(treatment)
    drugs = [drug for agent in agents for drug in agent.drugs]
    if unfit == CHEMOTHERAPY:
        names = {name for agent in agents for name in agent.classes}
        wider = any("Chemotherapy" in {name, *wider_classes(name)} for name in names)
        return treatment == INTENSIVE or wider or is_given_in(CHEMOTHERAPY, drugs)
    return unfit != INTENSIVE and bool(drugs) and is_given_in(unfit, drugs)
