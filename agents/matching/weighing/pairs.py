"""Two drugs given together: which statement speaks of the pair, and what one does to the other.

The roles are bound. The drug asked about is the one that a statement is on; its partner must be
named beside it, or act as the class of drugs that the statement names. What a statement says of the
partner alone, such as how it is metabolised, says nothing of the pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.facts.sheet import Fact, FactSheet
from agents.facts.words import describe
from agents.matching.asked import Asked, Scope
from agents.matching.tumours import either
from agents.matching.verdicts import Verdict
from names.clinical.exposures import exposure_covers
from names.clinical.values import Exposure
from names.tables import strategies
from names.tables.treatment.drug_classes import drug_classes
from retrieval.statements.model import Statement


def is_on_pair(statement: Statement, scope: Scope, asked: Asked) -> bool:
    """Whether a statement speaks of a drug asked about together with its partner."""
    of_pair = frozenset(statement.drugs) & (asked.drugs | asked.partners)
    if "drugs" in statement.stated and statement.drugs and not of_pair:
        # What both do to a third drug is nothing that one does to the other.
        return False
    if not _is_on(statement, scope, asked.drugs):
        return False
    return _names_partner(statement, scope, asked) or _acts_as_named(statement, asked)


def sheet_of_pair(sheet: FactSheet, asked: Asked) -> FactSheet:
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
    verdicts: Sequence[Verdict], statement: Statement, scope: Scope, asked: Asked
) -> list[Verdict]:
    """The verdicts, where a statement names the very partner that is asked about: whatever class it
    is of, the statement holds for it."""
    rules = statement.applies.exposures
    listed = asked.partners & {drug for rule in rules for drug in rule.drugs}
    if not listed or any(v.dimension == "interaction" and v.reason for v in verdicts):
        return list(verdicts)
    others = [v for v in verdicts if v.dimension != "interaction"]
    return [*others, Verdict("interaction", "ok")]


def judge_pair(statement: Statement, scope: Scope, asked: Asked) -> list[Verdict]:
    """That a rule on a class, or on one strength of it, is none for a partner of which nobody knows
    how, or how strongly, it acts."""
    rules = statement.applies.exposures
    if not asked.partners or not rules or _names_partner(statement, scope, asked):
        return []
    taken = _effects(asked)
    if any(exposure_covers(rule, value) is not None for rule in rules for value in taken):
        return []
    told = either(list(dict.fromkeys(describe(rule) for rule in rules)))
    how = "how strongly" if taken else "how"
    partner = either(sorted(asked.partners))
    reason = f"is for {told}; {how} {partner} acts on other drugs, the tables do not say"
    return [Verdict("interaction", "contradicts", reason=reason)]


def _is_on(statement: Statement, scope: Scope, drugs: frozenset[str]) -> bool:
    on = frozenset(statement.drugs)
    if "drugs" not in statement.stated:
        on = (on & (scope.names | scope.drugs)) or scope.drugs
    classes = frozenset(name for drug in drugs for name in drug_classes(drug))
    classes -= {rule.mechanism for rule in statement.applies.exposures}
    # "Strong inducers such as enzalutamide": what is on another drug only names it as a partner.
    beside = {drug for rule in statement.applies.exposures for drug in rule.drugs} - on
    inside = scope.names_inside - beside
    return bool(drugs & (on | inside)) or bool(classes & inside)


def _names_partner(statement: Statement, scope: Scope, asked: Asked) -> bool:
    """By name or by class in its own words. A heading or a title names it only for what is on no
    other drug."""
    listed = {drug for rule in statement.applies.exposures for drug in rule.drugs}
    classes = frozenset(name for drug in asked.partners for name in drug_classes(drug))
    # How it acts on enzymes is compared with its strength, not by the name of the class.
    classes -= {name for drug in asked.partners for name in strategies().get(drug, ())}
    if asked.partners & (scope.names_inside | listed) or classes & scope.names_inside:
        return True
    on_others = frozenset(statement.drugs) - asked.drugs - asked.partners
    return bool(asked.partners & scope.names) and not on_others & scope.names_inside


def _acts_as_named(statement: Statement, asked: Asked) -> bool:
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


def _effects(asked: Asked) -> list[Exposure]:
    return [value for value in asked.about if isinstance(value, Exposure)]
