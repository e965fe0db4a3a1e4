"""How values of the patient meet a rule: rules for two values at once, and values before a drug."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.safety.joined_values import TRANSAMINASES, judge_joined
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.verdicts import Judgement, Verdict, differs
from names.clinical.fever import DENIED, FEBRILE_NEUTROPENIA, needs_fever
from names.clinical.organs.bilirubin import BILIRUBIN, in_upper_limits
from names.clinical.treatment.cycle_days import awaits, lets_wait
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Measurement,
    OrganFunction,
    Toxicity,
)
from names.patterns.filtered import filtered_pattern
from names.tables.treatment.event_groups import event_covers, is_group
from retrieval.statements.model import Statement

_BEFORE_DRUG = filtered_pattern(
    r"(?i)(?<!from )(?<!above )(?<!over )(?<!below )(?<!than )(?<!vs )(?<!her )(?<!his )(?<!the )"
    r"\bbaseline\b|\bpre-?treatment\b|\bbefore (?:starting|treatment|the start|the first dose)\b"
    r"|\bprior to (?:start|treatment|initiat)\w{0,5}\b"
)
"""Words by which a value was measured before the drug: "baseline QTcF 455"."""
AT_BASELINE = filtered_pattern(
    r"(?i)\bbaseline(?: (?:of|was|is))?[ :=]{0,3}(?P<value>\d{1,4}(?:\.\d)?)"
    r"|(?P<value2>\d{1,4}(?:\.\d)?)(?: ?(?:ms|msec|%))? (?:at |as )?baseline\b"
    r"(?!(?: (?:of|was|is))?[ :=]{0,3}\d)"
)
"""A value from before the treatment, with its number."""
_UNDER_DRUG = filtered_pattern(
    r"(?i)\b(?:interrupt|with(?:held|hold)|resum|restart|discontinu|continued|paus|suspend"
    r"|stopped|held\b)\w{0,5}"
)
_START = filtered_pattern(
    r"(?i)\b(?:(?:starts?|started)(?! (?:\w{1,15} ){0,2}(?:methylpred|pred|cort|steroid))"
    r"|initiat\w{1,4}|before the first|before and during|not (?:be )?(?:given|offered))\b"
)
UNDER_DRUG = " under the drug"
"""Behind a value for which a rule would hold, had it come under the drug."""
CHANGING = frozenset(("cardiac", "marrow", "hepatic"))
"""Organs whose values change under drugs, so that labels have rules for a value under the drug and
other rules for its start."""


def is_under_drug(judgement: Judgement, value: str) -> bool:
    """Whether a rule would hold for a value of the patient, told in words, had it come under the
    drug."""
    return bool(value_under_drug(judgement, value))


def value_under_drug(judgement: Judgement, value: str) -> str:
    """What a rule depends on that would hold for a value of the patient, told in words, had it come
    under the drug: ``QTc 505 ms under the drug``. Empty for other statements."""
    against = judgement.contradictions
    named = (v.names if v.kind == "value under drug" else () for v in against)
    told = (any(value in name for name in names) for names in named)
    return against[0].missing if against and all(told) else ""


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
    if asked.drugs - asked.to_start and _RESUMES.search(asked.text):
        found = _judge_recovered(found, statement, context.text, sheet.of(OrganFunction))
    found += _judge_other_organ(found, statement, asked)
    found += _judge_harmed_liver(found, statement, asked, sheet)
    found += _judge_other_event(statement, asked, sheet)
    found += _judge_rise(statement, context.text, asked)
    found += _judge_awaited(context.text, asked)
    if DENIED.search(asked.told) and needs_fever(context.text):
        found.append(differs("toxicity", f"is for {FEBRILE_NEUTROPENIA}", "no fever"))
    if before := _judge_before_drug(statement, context.text, asked, sheet):
        found.append(before)
    return found


_RISE = filtered_pattern(
    r"(?i)(?<!or )\b(?P<bound>up to|at most|no more than|more than|above|over) (?P<rise>\d{2,3})"
    r" ?(?:ms|msec) (?:above|over) (?:the )?baseline\b"
)
"""By how much a QTc of a rule is above the one before the drug."""
_AT_MOST = frozenset(("up to", "at most", "no more than"))


def _judge_rise(statement: Statement, text: str, asked: SubQuestion) -> list[Verdict]:
    """A verdict against a rule for another rise of the QTc above the one before the drug, where the
    question tells both: 515 ms and 430 ms before is more than "up to 60 ms above baseline"."""
    rule = _RISE.search(text)
    before = [float(m["value"] or m["value2"]) for m in AT_BASELINE.finditer(asked.told)]
    measured = (v for v in asked.about if isinstance(v, OrganFunction) and v.measure == "QTc")
    now = next((v.low for v in measured if v.low is not None and v.low not in before), None)
    if rule is None or now is None or len(before) != 1:
        return []
    rise, limit = now - before[0], float(rule["rise"])
    if (rise <= limit) is (rule["bound"].lower() in _AT_MOST):
        return []
    needs = f"is for a QTc {rule['bound'].lower()} {limit:g} ms above baseline"
    return [differs("organ function", needs, f"{rise:g} ms above it")]


def _judge_awaited(text: str, asked: SubQuestion) -> list[Verdict]:
    """The verdict on a rule that lets a course wait for a value: what it says is on the counts
    before a course where the question tells one of them, and else no dose."""
    if not lets_wait(text):
        return []
    told = (
        v.name if isinstance(v, Measurement) else v.measure
        for v in asked.about
        if isinstance(v, Measurement | OrganFunction)
    )
    awaited = any(name and awaits(text, name) for name in told)
    if awaited:
        return [Verdict("organ function", "ok")]
    if asked.kind != "dose":
        return []
    return [differs("organ function", "is for values before a course", "none of them")]


_RESUMES = filtered_pattern(r"(?i)\b(?:resum|re-?start|re-?challeng|re-?introduc)\w{0,5}")
"""Words on giving a drug again that was held."""


def _judge_recovered(
    verdicts: Sequence[Verdict], statement: Statement, text: str, values: Sequence[OrganFunction]
) -> list[Verdict]:
    """The verdicts, without those against a rule that says how the drug is resumed, where the value
    for which it was held has recovered: "platelets back at 120, restart at what dose?" is on the
    rule for platelets below 100."""
    rules = [rule for rule in statement.applies.organ if rule.organ in CHANGING]
    same = [(r, v) for r in rules for v in values if (r.organ, r.measure) == (v.organ, v.measure)]
    if statement.kind != "adjustment" or not same or not _RESUMES.search(text):
        return list(verdicts)
    if not all(_is_recovered(value, rule) for rule, value in same):
        return list(verdicts)
    out = ("organ function", "contradicts")
    return [each for each in verdicts if (each.dimension, each.outcome) != out]


def _is_recovered(value: OrganFunction, rule: OrganFunction) -> bool:
    """Whether a value is on the better side of a rule with one bound."""
    if rule.low is None:
        return rule.high is not None and value.low is not None and value.low >= rule.high
    return rule.high is None and value.high is not None and value.high <= rule.low


def _judge_before_drug(
    statement: Statement, text: str, asked: SubQuestion, sheet: FactSheet
) -> Verdict | None:
    """The verdict against a rule that does not hold for a value or an event from before the drug,
    with the value under the drug for which it would hold; None if it may."""
    about = [*asked.about, *(fact.value for fact in sheet.facts if asked.to_start & asked.drugs)]
    values = [v for v in about if isinstance(v, OrganFunction) and v.organ in CHANGING]
    if values and _is_before_drug(asked) and not _is_beside_baseline(values[0], asked):
        value = describe(_value_ruled(values, statement))
        here = f"{value} before the drug"
        if _is_under_drug(statement, text):
            return _against_under_drug(value, here)
        asks = values[0] in asked.about and values[0].organ != "hepatic"
        if asks and _is_on_something_else(statement, asked):
            return differs("organ function", "names no value for the start", here)
    events = [v for v in about if isinstance(v, Toxicity)]
    is_to_come = bool(asked.to_start & (frozenset(statement.drugs) or asked.drugs))
    reduced = statement.kind == "adjustment" and bool(statement.applies.toxicities)
    if events and is_to_come and (_is_under_drug(statement, text) or reduced):
        here = f"{describe(events[0])} before the drug"
        return differs("organ function", "is for an event under the drug", here)
    return None


def _against_under_drug(value: str, here: str) -> Verdict:
    needs, names = "is for a value under the drug", (value,)
    against = differs("organ function", needs, here, kind="value under drug", names=names)
    return replace(against, missing=f"{value}{UNDER_DRUG}")


def _value_ruled(values: Sequence[OrganFunction], statement: Statement) -> OrganFunction:
    """The value that a rule is on, or the first."""
    rules = [(rule.organ, rule.measure) for rule in statement.applies.organ]
    return next((v for v in values if (v.organ, v.measure) in rules), values[0])


_IMPAIRED = filtered_pattern(
    r"(?i)\b(?:hepatic|liver) (?:impairment|dysfunction|insufficiency|function)\b|\bcirrho\w{2,4}"
)
_SEVERE = 5.0
"""Times the upper limit of normal from which transaminases alone are of grade 3 (CTCAE v5.0)."""
_HARMED = 3.0
"""Times the upper limit of normal from which transaminases beside a raised bilirubin tell of harm
to the liver: the bound of the labels' rules for both together."""


def _judge_harmed_liver(
    verdicts: Sequence[Verdict], statement: Statement, asked: SubQuestion, sheet: FactSheet
) -> list[Verdict]:
    """A verdict against a dose for a class of an impaired liver that nobody has told, where
    transaminases are very high, or raised with the bilirubin, and the drug is not only planned:
    that is harm under the drug, for which the dose in Child-Pugh A or B is no answer."""
    classed = [each for each in statement.applies.organ if each.organ == "hepatic" and each.grade]
    untold = any(v.missing for v in verdicts if v.dimension == "organ function")
    if not classed or not untold or statement.applies.toxicities:
        return []
    if asked.to_start & asked.drugs or _IMPAIRED.search(asked.text):
        return []
    limits = [v for each in sheet.of(OrganFunction) for v in in_upper_limits(each)]
    high = [v for v in limits if v.measure in TRANSAMINASES and (v.low or 0) > _HARMED]
    raised = [v for v in limits if v.measure == BILIRUBIN and (v.low or 0) > 1]
    if not high or not (raised or (high[-1].low or 0) > _SEVERE):
        return []
    told = " or ".join(dict.fromkeys(map(describe, classed)))
    here = " and ".join(map(describe, (high[-1], *raised[-1:])))
    return [differs("organ function", f"is for {told}", here)]


_ON_NO_EVENT = frozenset(("general", "interaction"))
"""Kinds of question whose words name no event, so that a rule for any event may be found."""


def _judge_other_event(statement: Statement, asked: SubQuestion, sheet: FactSheet) -> list[Verdict]:
    """A verdict against the rule for one adverse event where the patient has another, and the part
    does not name the first: what is contraindicated in an immune-related hepatitis is no answer in
    a colitis, though the rule names the drug that is asked about, nor is the warning of diarrhoea
    where a low neutrophil count is asked about."""
    rules = [each for each in statement.applies.toxicities if not is_group(each.event)]
    events = [*sheet.of(Toxicity), *(v for v in asked.about if isinstance(v, Toxicity))]
    of_event = asked.kind == "adverse" and statement.kind == "warning" and not asked.aspects
    if not (asked.kind in _ON_NO_EVENT or of_event) or not rules or not events:
        return []
    if any(event_covers(rule.event, each.event) for rule in rules for each in events):
        return []
    told = " or ".join(dict.fromkeys(map(describe, rules)))
    return [differs("toxicity", f"is for {told}", describe(events[-1]))]


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


def _is_before_drug(asked: SubQuestion) -> bool:
    """Whether the question says that the drug is not yet given."""
    return bool(asked.to_start & asked.drugs) or bool(_BEFORE_DRUG.search(asked.text))


def _is_beside_baseline(value: OrganFunction, asked: SubQuestion) -> bool:
    """Whether the question tells another value for the time before the drug: "QTc 520, was 430 at
    baseline" is a value under it."""
    told = [float(m["value"] or m["value2"]) for m in AT_BASELINE.finditer(asked.told)]
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
