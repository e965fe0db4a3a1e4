"""Rules that hold for one day of a cycle: what grade 3 neutropenia means on Day 1 is not what it
means on Day 15."""

from __future__ import annotations

from agents.matching.patient.tumours import join_with_or
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Verdict, differs
from names.clinical.treatment.cycle_days import NO_DAYS, read_rule_days
from retrieval.statements.model import Statement

COUNTS = "marrow"
"""The organ whose values are counted on days of a cycle."""


def judge_day(statement: Statement, text: str, asked: SubQuestion) -> Verdict:
    """The verdict on the day of the cycle that the question tells. Silent if it tells none, or if
    the statement is no rule on a finding of one day."""
    applies = statement.applies
    on_finding = applies.toxicities or any(rule.organ == COUNTS for rule in applies.organ)
    rule = read_rule_days(text) if on_finding and asked.cycle_days.days else NO_DAYS
    if not rule.days:
        return Verdict("day", "silent")
    told = asked.cycle_days
    if not rule.days & told.days:
        return _against(rule.days, told.days, "Day")
    if rule.cycles and told.cycles and not rule.cycles & told.cycles:
        return _against(rule.cycles, told.cycles, "cycle")
    return Verdict("day", "ok")


def _against(rule: frozenset[int], told: frozenset[int], name: str) -> Verdict:
    stated, here = (join_with_or([str(n) for n in sorted(numbers)]) for numbers in (rule, told))
    return differs("day", f"is for {name} {stated}", f"{name} {here}")
