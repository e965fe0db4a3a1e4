"""Two drugs given together: which statements are on the pair, and what one drug does to the other.

The roles are fixed. The statement is on the drug asked about. The partner must be named beside it,
or belong to the class of drugs that the statement names. A statement on the partner alone, such as
how it is metabolised, is not on the pair."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.facts.sheet import Fact, FactSheet
from agents.facts.value_words import describe
from agents.matching.patient.tumours import join_with_or
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.subject.substrates import names_as_substrate
from agents.matching.verdicts import Verdict
from names.clinical.exposures import exposure_covers
from names.clinical.values import Exposure, Therapy
from names.tables import drugs, strategies, tokens
from names.tables.other_drugs import foods
from names.tables.treatment.drug_classes import drug_classes
from retrieval.statements.model import Statement

AMOUNT = re.compile(r"\d ?(?:mg|µg|mcg)\b")
"""The amount of a dose in a rule."""
EXPOSURE = re.compile(r"(?i)\b(?:exposure|AUC|C ?max|concentrations?|plasma levels?)\b")
"""Words by which a study tells what one drug did to another."""


def is_on_pair(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement speaks of a drug asked about together with its partner."""
    of_pair = frozenset(statement.drugs) & (asked.drugs | asked.partners)
    if "drugs" in statement.stated and statement.drugs and not of_pair:
        # The effect of both on a third drug is not an effect on each other.
        return False
    if not _is_on(statement, context, asked.drugs):
        return False
    return _names_partner(statement, context, asked) or _acts_as_named(statement, asked)


def sheet_of_pair(sheet: FactSheet, asked: SubQuestion) -> FactSheet:
    """The fact sheet for a question on a pair: of the drugs taken beside, only the partner counts.
    A rule on strong inhibitors holds for a strong partner, not for a weak one that is considered
    instead."""
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
    """The verdicts. If the statement names the partner itself, it holds for the partner, whatever
    its class, and whatever other drug it names beside."""
    rules = statement.applies.exposures
    listed = asked.partners & {drug for rule in rules for drug in rule.drugs}
    if all(rule.from_drug for rule in rules):
        listed |= asked.partners & frozenset(statement.drugs)
    if not listed or any(v.dimension == "interaction" and v.reason for v in verdicts):
        return list(verdicts)
    others = [v for v in verdicts if v.dimension != "interaction"]
    return [*others, Verdict("interaction", "ok")]


_OVER = frozenset(("given", "completed", "not given"))
_SPEAKS_OF_END = re.compile(
    r"(?i)\bhalf-li(?:fe|ves)\b"
    r"|\b(?:stopp(?:ed|ing)|discontinu(?:ed|ing|ation)|washout|last dose)\b"
)
"""Words of a rule that also tells what holds once the partner is taken no more."""


def _judge_end(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> list[Verdict]:
    """A verdict against a rule on a partner that the patient takes no more, unless it tells what
    holds from then on."""
    if not (asked.partners and statement.applies.exposures):
        return []
    taken = {d for t in sheet.of(Therapy) if t.outcome == "current" for d in t.drugs}
    over = {d for t in sheet.of(Therapy) if t.outcome in _OVER for d in t.drugs} - taken
    if not asked.partners <= over or _SPEAKS_OF_END.search(context.text):
        return []
    partner = join_with_or(sorted(asked.partners))
    reason = f"holds while {partner} is taken; here: no longer taken"
    return [Verdict("interaction", "contradicts", reason=reason)]


def judge_pair(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> list[Verdict]:
    """A verdict against a rule on a class of drugs, or on a strength of the class, if the tables do
    not say how, or how strongly, the partner acts, or if it is taken no more. A rule on medicines
    is not for food."""
    if over := _judge_end(statement, context, asked, sheet):
        return over
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
    # "Strong inducers such as enzalutamide" names enzalutamide only as a partner.
    beside = {drug for rule in statement.applies.exposures for drug in rule.drugs} - on
    inside = context.names_inside - beside
    return bool(wanted & (on | inside)) or bool(classes & inside)


def _names_partner(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement names the partner, or a class of it, in its own words. A name in the
    heading or title counts only if the statement is on no other drug."""
    listed = {drug for rule in statement.applies.exposures for drug in rule.drugs}
    classes = frozenset(name for drug in asked.partners for name in drug_classes(drug))
    # Effects on enzymes are compared with their strength, not by the class name.
    classes -= {name for drug in asked.partners for name in strategies().get(drug, ())}
    if asked.partners & (_names_inside(context, asked) | listed) or classes & context.names_inside:
        return True
    if statement.kind != "result" and names_as_substrate(context.text, asked.partners):
        return True
    on_others = frozenset(statement.drugs) - asked.drugs - asked.partners
    return bool(asked.partners & context.names) and not on_others & context.names_inside


def _names_inside(context: StatementContext, asked: SubQuestion) -> frozenset[str]:
    """The names in a statement's own words, and partners that no table knows if their word is
    there."""
    unlisted = frozenset(drug for drug in asked.partners if drug not in drugs())
    return context.names_inside | (unlisted & frozenset(tokens(context.text.lower())))


def tells_of_exposure(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement is a result on how a drug asked about changed the exposure to the
    partner, or the reverse. Labels derive their rules for a pair from such results."""
    named = asked.partners & _names_inside(context, asked)
    own = asked.drugs & (frozenset(statement.drugs) or context.drugs)
    return bool(statement.kind == "result" and named and own and EXPOSURE.search(context.text))


def _acts_as_named(statement: Statement, asked: SubQuestion) -> bool:
    """Whether the partner acts on other drugs as the class that the statement names, or nobody
    knows how it acts. The verdict then says whether the statement holds for the partner."""
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


_AS_PARTNER = re.compile(
    r"(?i)\b(?:as (?:a )?partner|(?:together|combined) with|in combination|plus)\b"
)
"""Words of a statement on a class that is given together with another drug."""


def is_given_with_others(
    statement: Statement, context: StatementContext, classes: frozenset[str]
) -> bool:
    """Whether a statement is on a class of drugs together with a drug of another class."""
    others = any(not classes & drug_classes(drug) for drug in statement.drugs)
    return others or _AS_PARTNER.search(context.text) is not None
