"""A dose that is given with a partner, of a patient in whom that partner is on hold or was not
tolerated: encorafenib 450 mg is for those who take binimetinib."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Verdict
from names.clinical.values import Therapy
from retrieval.statements.model import Statement

_NOT_TAKEN = {"held": "is on hold", "intolerant": "was not tolerated"}
_SPEAKS_OF_HOLD = re.compile(
    r"(?i)\b(?:withheld|withhold\w*|held|on hold|interrupt\w*|discontinu\w*|paus\w+|stopped|without"
    r"|alone|monotherapy|single[\s-]agent|resum\w+)\b"
)


def judge_held_partner(
    statement: Statement, text: str, asked: SubQuestion, had: Sequence[Therapy]
) -> list[Verdict]:
    """The verdict on the dose of a drug that is asked about, told for a regimen of which a partner
    is on hold or was not tolerated. Empty for other statements, and where the statement itself
    speaks of a hold."""
    untaken = {d: _NOT_TAKEN[e.outcome] for e in had if e.outcome in _NOT_TAKEN for d in e.drugs}
    partners = untaken.keys() & {*statement.drugs} - asked.drugs
    asks = asked.drugs & {*statement.drugs}
    if statement.kind != "dose" or not partners or not asks or _SPEAKS_OF_HOLD.search(text):
        return []
    if statement.regimens:
        return []
    told = ", ".join(f"{drug}, which {untaken[drug]}" for drug in sorted(partners))
    reason = f"is the dose with {told}"
    return [Verdict("regimen", "contradicts", reason=reason)]
