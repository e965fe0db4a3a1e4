"""A dose that is given with a partner, of a patient in whom that partner is on hold or was not
tolerated: encorafenib 450 mg is for those who take binimetinib."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.verdicts import Verdict, differs
from names.clinical.values import Therapy
from names.tables.treatment.regimens import regimens
from retrieval.statements.model import Statement

_NOT_TAKEN = {"held": "is on hold", "intolerant": "was not tolerated"}
_SPEAKS_OF_HOLD = re.compile(
    r"(?i)\b(?:withheld|withhold\w*|held|on hold|interrupt\w*|discontinu\w*|paus\w+|stopped|without"
    r"|alone|monotherapy|single[\s-]agent|resum\w+)\b"
)


def judge_held_partner(
    statement: Statement, context: StatementContext, asked: SubQuestion, had: Sequence[Therapy]
) -> list[Verdict]:
    """The verdicts on what is told of the dose of a drug that is asked about, of a patient in whom
    a partner of it is on hold or was not tolerated: the rule for just that hold is what is asked,
    and the dose with that partner, or with another one that the patient is not given, is not. Empty
    for other statements, and where the statement itself speaks of a hold."""
    untaken = {d: _NOT_TAKEN[e.outcome] for e in had if e.outcome in _NOT_TAKEN for d in e.drugs}
    if not untaken or not asked.drugs & {*statement.drugs}:
        return []
    if _is_for_hold(context.text, untaken):
        return [Verdict("regimen", "ok"), Verdict("aspect", "ok")] if asked.kind == "dose" else []
    if statement.kind != "dose" or _SPEAKS_OF_HOLD.search(context.text) or statement.regimens:
        return []
    # A question on what goes on may name the drug on hold, too.
    partners = {*statement.drugs} - (asked.drugs - untaken.keys() or asked.drugs)
    if told := ", ".join(f"{d}, which {untaken[d]}" for d in sorted(partners & untaken.keys())):
        return [Verdict("regimen", "contradicts", reason=f"is the dose with {told}")]
    taken = {d for e in had if e.outcome not in _NOT_TAKEN for d in e.drugs}
    regimen = sorted(_partners_of(asked.drugs) & untaken.keys())
    if not partners or partners & (taken | untaken.keys()) or not regimen:
        return []
    needs = f"is the dose with {' and '.join(sorted(partners))}"
    here = ", ".join(f"{drug}, which {untaken[drug]}" for drug in regimen)
    return [differs("regimen", needs, here)]


def _partners_of(drugs: Set[str]) -> frozenset[str]:
    """The drugs that a regimen with a name holds beside one of these."""
    named = (frozenset(own) for own, _ in regimens().values())
    return frozenset(one for own in named if own & drugs for one in own - drugs)


def is_rule_for_hold(text: str, asked: SubQuestion, had: Sequence[Therapy]) -> bool:
    """Whether a statement is the rule for a hold of a partner that the patient has on hold, while
    the drug that is asked about goes on."""
    held = {drug for each in had if each.outcome == "held" for drug in each.drugs}
    partners = dict.fromkeys(held, _NOT_TAKEN["held"])
    return not held & asked.drugs and _is_for_hold(text, partners)


def _is_for_hold(text: str, untaken: Mapping[str, str]) -> bool:
    """Whether a statement is the rule for a hold of one of the drugs: "if binimetinib is
    withheld"."""
    held = (drug for drug, outcome in untaken.items() if outcome == _NOT_TAKEN["held"])
    return any(re.search(_HOLD_OF.format(re.escape(drug)), text) for drug in held)


_HOLD_OF = (
    r"(?i)\b(?:if|when|while|where)\s{}\s(?:is|has been|was|must be)\s(?:temporarily\s)?"
    r"(?:withheld|held|on hold|interrupted|paused)\b"
)
