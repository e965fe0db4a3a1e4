"""Two drugs given together: which statement speaks of the pair, and what one does to the other.

The roles are bound. The drug asked about is the one that a statement is on; its partner must be
named beside it, or act as the class of drugs that the statement names. What a statement says of the
partner alone, such as how it is metabolised, says nothing of the pair.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.facts.sheet import Fact, FactSheet
from agents.facts.value_words import describe
from agents.matching.patient.tumours import join_with_or
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.verdicts import Verdict
from names.clinical.exposures import exposure_covers
from names.clinical.values import Exposure
from names.tables import drugs, strategies, tokens
from names.tables.other_drugs import foods
from names.tables.treatment.drug_classes import drug_classes
from retrieval.statements.model import Statement

AMOUNT = re.compile(r"\d ?(?:mg|µg|mcg)\b")
"""How a rule gives a dose."""
EXPOSURE = re.compile(r"(?i)\b(?:exposure|AUC|C ?max|concentrations?|plasma levels?)\b")
"""How a study says what one drug did to another."""


def is_on_pair(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement speaks of a drug asked about together with its partner."""
    of_pair = frozenset(statement.drugs) & (asked.drugs | asked.partners)
    if "drugs" in statement.stated and statement.drugs and not of_pair:
        # What both do to a third drug is nothing that one does to the other.
        return False
    if not _is_on(statement, context, asked.drugs):
        return False
    return _names_partner(statement, context, asked) or _acts_as_named(statement, asked)


def sheet_of_pair(sheet: FactSheet, asked: SubQuestion) -> FactSheet:
    """The sheet for a question on a pair: of what is taken beside, only the partner counts. A rule
    on strong inhibitors holds for the strong one, not for the weak one that is weighed instead."""
    if not asked.partners:
        return sheet
    others = tuple(fact for fact in sheet.facts if not isinstance(fact.value, Exposure))
    own = tuple(
        Fact(value=value, text=describe(value))
        for value in asked.about
        if isinstance(value, Exposure)
    )
    return replace(sheet, facts=(*others, *own))


def with_partner_named(
    verdicts: Sequence[Verdict], statement: Statement, context: StatementContext, asked: SubQuestion
) -> list[Verdict]:
    """The verdicts, where a statement names the very partner that is asked about: whatever class it
    is of, the statement holds for it."""
    rules = statement.applies.exposures
    listed = asked.partners & {drug for rule in rules for drug in rule.drugs}
    if not listed or any(v.dimension == "interaction" and v.reason for v in verdicts):
        return list(verdicts)
    others = [v for v in verdicts if v.dimension != "interaction"]
    return [*others, Verdict("interaction", "ok")]


def judge_pair(
    statement: Statement, context: StatementContext, asked: SubQuestion
) -> list[Verdict]:
    """The verdict against a rule on a class of drugs, or on one strength of it, if the tables do
    not say how, or how strongly, the partner acts. Food is no partner of a rule on medicines."""
    rules = statement.applies.exposures
    if not asked.partners or not rules or _names_partner(statement, context, asked):
        return []
    if asked.partners <= foods() and AMOUNT.search(context.text):
        food = join_with_or(sorted(asked.partners))
        reason = f"lowers a dose beside medicines; {food} is food, which it does not name"
        return [Verdict("interaction", "contradicts", reason=reason)]
    taken = _effects(asked)
    if any(exposure_covers(rule, value) is not None for rule in rules for value in taken):
        return []
    told = join_with_or(list(dict.fromkeys(describe(rule) for rule in rules)))
    how = "how strongly" if taken else "how"
    partner = join_with_or(sorted(asked.partners))
    reason = f"is for {told}; {how} {partner} acts on other drugs, the tables do not say"
    return [Verdict("interaction", "contradicts", reason=reason)]


def _is_on(statement: Statement, context: StatementContext, wanted: frozenset[str]) -> bool:
    on = frozenset(statement.drugs)
    if "drugs" not in statement.stated:
        on = (on & (context.names | context.drugs)) or context.drugs
    classes = frozenset(name for drug in wanted for name in drug_classes(drug))
    classes -= {rule.mechanism for rule in statement.applies.exposures}
    # "Strong inducers such as enzalutamide": what is on another drug only names it as a partner.
    beside = {drug for rule in statement.applies.exposures for drug in rule.drugs} - on
    inside = context.names_inside - beside
    return bool(wanted & (on | inside)) or bool(classes & inside)


def _names_partner(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """By name or by class in its own words. A heading or a title names it only for what is on no
    other drug."""
    listed = {drug for rule in statement.applies.exposures for drug in rule.drugs}
    classes = frozenset(name for drug in asked.partners for name in drug_classes(drug))
    # How it acts on enzymes is compared with its strength, not by the name of the class.
    classes -= {name for drug in asked.partners for name in strategies().get(drug, ())}
    if asked.partners & (_names_inside(context, asked) | listed) or classes & context.names_inside:
        return True
    on_others = frozenset(statement.drugs) - asked.drugs - asked.partners
    return bool(asked.partners & context.names) and not on_others & context.names_inside


def _names_inside(context: StatementContext, asked: SubQuestion) -> frozenset[str]:
    """The names in a statement's own words, with the partners of which no table knows other names:
    they stand there by the word that was asked."""
    unlisted = frozenset(drug for drug in asked.partners if drug not in drugs())
    return context.names_inside | (unlisted & frozenset(tokens(context.text.lower())))


def tells_of_exposure(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether it is a result on how a drug asked about changed the exposure to the partner, or the
    other way round: what a label says of the pair by its class was derived from such."""
    named = asked.partners & _names_inside(context, asked)
    own = asked.drugs & (frozenset(statement.drugs) or context.drugs)
    return bool(statement.kind == "result" and named and own and EXPOSURE.search(context.text))


def _acts_as_named(statement: Statement, asked: SubQuestion) -> bool:
    """Whether the partner acts on others as the class of drugs that the statement names, or nobody
    knows how it acts. Whether the statement holds for it, the verdict tells."""
    classes = [rule for rule in statement.applies.exposures if not rule.from_drug]
    taken = _effects(asked)
    unknown = not taken and any(not rule.drugs for rule in classes)
    return unknown or any(
        rule.mechanism == value.mechanism or exposure_covers(rule, value) is True
        for rule in classes
        for value in taken
    )


def _effects(asked: SubQuestion) -> list[Exposure]:
    return [value for value in asked.about if isinstance(value, Exposure)]
