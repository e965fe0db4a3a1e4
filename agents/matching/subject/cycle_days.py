"""Rules that hold for one day of a cycle: what grade 3 neutropenia means on Day 1 is not what it
means on Day 15."""

from __future__ import annotations

import re

from agents.matching.patient.tumours import join_with_or
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Verdict, differs
from names.clinical.treatment.cycle_days import NO_DAYS, read_rule_days
from names.clinical.values import OrganFunction
from names.patterns.filtered import filtered_pattern
from retrieval.statements.model import Statement

NADIR = filtered_pattern(r"(?i)\bnadirs?\b")
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


_NADIR = filtered_pattern(
    r"(?i)\bnadirs?\b|\blowest\b|\b(?:after|between|during|in|since|following) (?:the |his |her )?"
    r"(?:previous |last |prior |earlier |first |second |third )?(?:cycles?|courses?|[CD]\d{1,2})\b"
)
"""Words on the lowest value after a course."""
_ON_THE_DAY = filtered_pattern(
    r"(?i)\b(?:today|due|this morning|now|day of (?:treatment|chemo\w{0,7}|cycle|(?:the )?next)"
    r"|on the day|go ahead|proceed|(?:day|d) ?1\b(?!\d))"
    r"|\b(?:give|treat)(?: (?:it|him|her))?\s?\?"
)
"""Words by which counts were taken before a course is given."""


def judge_nadir(text: str, asked: SubQuestion) -> Verdict:
    """The verdict on a rule for the lowest counts after the course before. Silent for other rules,
    and where the question does not tell counts of the day of treatment."""
    counted = any(isinstance(v, OrganFunction) and v.organ == COUNTS for v in asked.about)
    today = counted and _ON_THE_DAY.search(asked.told) and not _NADIR.search(asked.told)
    if not today or not NADIR.search(text):
        return Verdict("day", "silent")
    return differs(
        "day", "is for the lowest counts after the course before", "the day of treatment"
    )


_TIMES = {
    "the first time": re.compile(r"(?i)\b(?:1st|first) (?:time|episode|occurrence)\b"),
    "the second time": re.compile(r"(?i)\b(?:2nd|second) (?:time|episode|occurrence)\b"),
}


def judge_occurrence(statement: Statement, text: str, asked_text: str) -> Verdict:
    """The verdict on a rule for the first or the second time that a finding is seen, if the
    question tells which it is. Silent for other rules and questions."""
    acts = statement.kind in ("adjustment", "contraindication", "warning")
    here = [name for name, words in _TIMES.items() if words.search(asked_text)] if acts else []
    rule = [name for name, words in _TIMES.items() if words.search(text)] if here else []
    if len(here) != 1 or len(rule) != 1:
        return Verdict("day", "silent")
    if rule == here:
        return Verdict("day", "ok")
    return differs("day", f"is for {rule[0]}", here[0])


def _against(rule: frozenset[int], told: frozenset[int], name: str) -> Verdict:
    stated, here = (join_with_or([str(n) for n in sorted(numbers)]) for numbers in (rule, told))
    return differs("day", f"is for {name} {stated}", f"{name} {here}")
