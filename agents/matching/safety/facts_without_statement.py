"""What is said of facts of the patient that no statement found weighs for a drug."""

from __future__ import annotations

from collections.abc import Sequence

from agents.facts.sheet import FactSheet
from agents.matching.patient.tumours import join_with_or
from agents.matching.safety.frequencies import is_frequency
from agents.matching.safety.limiting_facts import (
    came_before,
    drugs_had,
    is_while_treated,
    limiting_facts,
    limits_drug,
    weighs_fact,
)
from agents.matching.safety.values_told import is_under_drug
from agents.matching.verdicts import Judgement
from agents.wording.not_found import before_the_drug, said_nothing


def nothing_said(
    sheet: FactSheet, drugs: Sequence[str], told: Sequence[tuple[Judgement, str]]
) -> tuple[str, ...]:
    """The sentences (:func:`agents.wording.not_found.said_nothing`) on facts of the patient that no
    statement found weighs for these drugs, one for each and one for all of them. ``told``: the
    statements found, with their words. What to do when an event comes under a drug does not weigh
    one that came before it."""
    had = drugs_had(sheet)
    found = []
    for fact in limiting_facts(sheet):
        silent: dict[str, list[str]] = {}
        for drug in drugs:
            weighed = [
                (judgement.statement, words)
                for judgement, words in told
                if drug in judgement.statement.drugs and weighs_fact(judgement, words, fact)
            ]
            before = came_before(fact, drug, had)
            late = [is_while_treated(s, fact) or is_frequency(s, words) for s, words in weighed]
            under = any(
                drug in judgement.statement.drugs and is_under_drug(judgement, fact.words)
                for judgement, _ in told
            )
            if limits_drug(fact, drug) and (not weighed or (before and all(late))):
                is_before = under or (before and late)
                said = before_the_drug(fact.words) if is_before else fact.words
                silent.setdefault(said, []).append(drug)
        found += [said_nothing(said, drug) for said, each in silent.items() for drug in each]
        found += [said_nothing(said, join_with_or(each)) for said, each in silent.items()]
    return tuple(dict.fromkeys(found))
