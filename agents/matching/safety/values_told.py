"""How values of the patient meet a rule: rules for two values at once, and values before a drug."""

from __future__ import annotations

from collections.abc import Sequence

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.safety.joined_values import judge_joined
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.verdicts import Verdict
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    OrganFunction,
    Therapy,
    Toxicity,
)
from names.patterns.filtered import filtered_pattern
from retrieval.statements.model import Statement

_BEFORE_DRUG = filtered_pattern(
    r"(?i)(?<!from )(?<!above )(?<!over )(?<!below )(?<!than )(?<!vs )(?<!her )(?<!his )(?<!the )"
    r"\bbaseline\b|\bpre-?treatment\b|\bbefore (?:starting|treatment|the start|the first dose)\b"
    r"|\bprior to (?:start|treatment|initiat)\w{0,5}\b"
)
"""Words by which a value was measured before the drug: "baseline QTcF 455"."""
_TO_START = filtered_pattern(
    r"(?i)\b(?:start|starting|to start|initiat(?:e|ing|ion)|wants?|wishes|planned|planning"
    r"|considering|proposed|candidate for|eligible for)\b(?! (?:to )?(?:stop|hold|pause|switch))"
)
"""Words by which a drug is asked for that is not yet given: "wants ribociclib, QTc 490"."""
AT_BASELINE = filtered_pattern(
    r"(?i)\bbaseline(?: (?:of|was|is))?[ :=]{0,3}(?P<value>\d{1,4}(?:\.\d)?)"
    r"|(?P<value2>\d{1,4}(?:\.\d)?)(?: ?(?:ms|msec|%))? (?:at |as )?baseline\b"
)
"""A value from before the treatment, with its number."""
_UNDER_DRUG = filtered_pattern(
    r"(?i)\b(?:interrupt|with(?:held|hold)|resum|restart|discontinu|continued|paus|suspend)\w{0,5}"
)
_START = filtered_pattern(
    r"(?i)\b(?:starts?|started|initiat\w{1,4}|before the first|not (?:be )?(?:given|offered))\b"
)
CHANGING = frozenset(("cardiac", "marrow"))
"""Organs whose values change under drugs, so that labels have rules for a value under the drug and
other rules for its start."""


def judge_values(
    verdicts: Sequence[Verdict],
    statement: Statement,
    context: StatementContext,
    asked: SubQuestion,
    sheet: FactSheet,
) -> list[Verdict]:
    """The verdicts, with those on values of the patient judged by the words of statement and
    question."""
    found = judge_joined(verdicts, statement, context.text, sheet)
    found += _judge_other_organ(found, statement, asked)
    values = [v for v in asked.about if isinstance(v, OrganFunction) and v.organ in CHANGING]
    if not values or not _is_before_drug(asked, sheet) or _is_beside_baseline(values[0], asked):
        return found
    here = f"here: {describe(values[0])} before the drug"
    if _is_under_drug(statement, context.text):
        reason = f"is for a value under the drug; {here}"
        found.append(Verdict("organ function", "contradicts", reason=reason))
    elif _is_on_something_else(statement, asked):
        reason = f"names no value for the start; {here}"
        found.append(Verdict("organ function", "contradicts", reason=reason))
    return found


def _judge_other_organ(
    verdicts: Sequence[Verdict], statement: Statement, asked: SubQuestion
) -> list[Verdict]:
    """A verdict against a rule for the liver where the question is on the kidneys, and the other
    way. That nobody has told how the other organ works does not make the rule one for this
    patient: "moderate impairment" is of one organ."""
    about = {_filtering_organ(each) for each in asked.about}
    ruled = {each.organ for each in statement.applies.organ}
    holds = any(v.dimension == "organ function" and v.outcome == "ok" for v in verdicts)
    if holds or len(about) != 1 or not about < _FILTERING or not ruled or not ruled < _FILTERING:
        return []
    if about & ruled:
        return []
    told = " or ".join(dict.fromkeys(map(describe, statement.applies.organ)))
    return [Verdict("organ function", "contradicts", reason=f"is for {told}")]


_FILTERING = frozenset(("renal", "hepatic"))
"""Organs of whose impairment labels tell classes of one name."""


def _filtering_organ(value: ClinicalValue) -> str:
    """``renal`` or ``hepatic`` for a value of the kidneys or the liver; empty for others."""
    if isinstance(value, OrganFunction):
        return value.organ
    told = value.event if isinstance(value, Toxicity) else ""
    told = value.name if isinstance(value, Condition) else told
    if "renal" in told or "kidney" in told:
        return "renal"
    return "hepatic" if "hepat" in told or "liver" in told else ""


def _is_before_drug(asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether the question says that the drug is not yet given, and the patient does not take
    it."""
    if _BEFORE_DRUG.search(asked.text):
        return True
    taken = {drug for had in sheet.of(Therapy) if had.outcome != "planned" for drug in had.drugs}
    return bool(_TO_START.search(asked.text)) and taken.isdisjoint(asked.drugs)


def _is_beside_baseline(value: OrganFunction, asked: SubQuestion) -> bool:
    """Whether the question tells another value for the time before the drug: "QTc 520, was 430 at
    baseline" is a value under it."""
    told = [float(m["value"] or m["value2"]) for m in AT_BASELINE.finditer(asked.text)]
    return bool(told) and value.low not in told


def _is_under_drug(statement: Statement, text: str) -> bool:
    """Whether a rule says what to do with a drug that is being given, and not whether to start
    it."""
    applies = statement.applies
    on_value = applies.toxicities or any(rule.organ in CHANGING for rule in applies.organ)
    return bool(on_value) and bool(_UNDER_DRUG.search(text)) and not _START.search(text)


def _is_on_something_else(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a statement is a warning without a value, or on drugs taken beside of which the
    question names none."""
    partners = asked.partners or any(isinstance(value, Exposure) for value in asked.about)
    valued = any(rule.measure for rule in statement.applies.organ)
    told = statement.kind == "warning" or (statement.kind == "interaction" and not partners)
    return told and not valued
