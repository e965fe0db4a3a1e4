"""Statements that offer several regimens, of which one repeats a treatment that the patient had."""

from __future__ import annotations

from collections.abc import Sequence

from agents.matching.patient.therapies import OFFERING, treatments_counted, why_not_again
from agents.matching.verdicts import Verdict
from names.clinical.values import Therapy
from retrieval.statements.model import Statement


def judge_regimens_had(statement: Statement, had: Sequence[Therapy]) -> list[Verdict]:
    """A verdict for each regimen of a statement that repeats a treatment, while another regimen of
    the same statement does not. Empty for statements that offer one regimen."""
    options = statement.regimens if statement.kind in OFFERING else ()
    rules = (*statement.applies.prior_required, *statement.applies.prior_any_of)
    counted = treatments_counted(had)
    reasons = [
        next(filter(None, (why_not_again(option, each, rules) for each in counted)), "")
        for option in options
    ]
    if all(reasons):
        return []
    told = zip(options, reasons, strict=True)
    return [Verdict("regimen", "silent", reason=why, regimen=each) for each, why in told if why]
