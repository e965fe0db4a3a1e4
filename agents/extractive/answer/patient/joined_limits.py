"""Says that no rule is for several facts of the patient together, if each fact alone changes the
dose of one drug."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.extractive.answer.selection.statements import Selected
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.facts.value_words import describe
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Dimension
from agents.wording.not_found import no_rule_for_all
from names.clinical.values import Exposure, OrganFunction, Phenotype

CHANGE_EXPOSURE: Mapping[type, Dimension] = {
    OrganFunction: "organ function",
    Exposure: "interaction",
    Phenotype: "phenotype",
}
"""Kinds of fact that change how much of a drug acts, with the dimension of rules on them. A rule on
one of two such facts does not say how much to give with both."""
TELL_A_DOSE = frozenset(("adjustment", "contraindication", "dose", "interaction", "recommendation"))


def joined_limits_said(parts: Sequence[Selected]) -> list[str]:
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


def _within(chosen: Selected) -> list[str]:
    """The same line for one part whose answers are rules for several facts of the patient."""
    drugs = sorted(chosen.asked.drugs)
    if len(chosen.limits) < 2 or len(drugs) != 1:
        return []
    return [no_rule_for_all(sorted(chosen.limits), drugs[0])]


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
