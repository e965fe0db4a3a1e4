"""Doses: the plain one before those for a circumstance, and the way in which a drug is given."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.answer.selection.suitability import limits_patient
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.splitting.findings import is_measured
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import CIRCUMSTANCES, Dimension
from names.clinical.values import Toxicity
from retrieval.statements.model import StatementKind

FINDINGS = frozenset(("dose", "adverse", "interaction", "contraindication"))
"""Kinds of question on what to do about a finding."""


def plain_first(answers: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The answers in the order that a question on a dose needs. If no circumstance is asked about,
    the plain dose comes before doses for circumstances. Without a plain dose the list is empty,
    because a dose for a circumstance answers another question."""
    exact = [each for each in answers if each.judgement.gives_what_is_asked]
    exact.sort(key=lambda each: -_aspects_met(each))
    if exact and not asked.about:
        return exact
    if asked.kind in FINDINGS and any(map(is_measured, asked.about)):
        return actions_for_finding(answers)
    if exact and any(isinstance(value, Toxicity) for value in asked.about):
        return [*sorted(exact, key=_step), *(each for each in answers if each not in exact)]
    if asked.kind != "dose" or asked.about:
        # What is on another circumstance than the one asked about is not on the subject.
        return list(answers)
    plain = [each for each in answers if not _is_for_circumstance(each)]
    others = [each for each in answers if each not in plain]
    return [*plain, *others] if plain else []


def _aspects_met(found: CitedStatement) -> int:
    return sum((v.dimension, v.outcome) == ("aspect", "ok") for v in found.judgement.verdicts)


def _step(found: CitedStatement) -> tuple[bool, int]:
    """The place of a rule for an event of unknown grade. Rules for any grade come first, then by
    grade. Rules that depend on another fact come last."""
    rules = found.judgement.statement.applies.toxicities
    others = [v for v in found.judgement.verdicts if v.missing and v.dimension != "toxicity"]
    return bool(others), min((rule.grade_from or 0 for rule in rules), default=0)


ACTIONS: frozenset[StatementKind] = frozenset(("adjustment", "contraindication", "recommendation"))
"""Kinds that say what is done, not how often something is seen or measured."""


def actions_for_finding(answers: Sequence[CitedStatement]) -> list[CitedStatement]:
    """The statements that say what to do about a finding with a grade or number. Rules that need no
    further finding come first, and rules for just this grade before those for any grade. If there
    is such a rule, statements on other findings are left out, and so are those that only say how
    often a finding is seen or measured."""
    done = [
        each
        for each in answers
        if _is_heard(each) and (_kind(each) not in SEEN or _stops_at_value(each))
    ]
    if not done:
        return [each for each in answers if _kind(each) not in FOUND or _is_of_organ(each)]
    done.sort(key=lambda each: (_hangs_on_more(each), not _is_graded(each)))
    others = [each for each in answers if each not in done and _kind(each) in ACTIONS]
    return [*done, *(each for each in others if not _is_for_circumstance(each))]


def _stops_at_value(found: CitedStatement) -> bool:
    """Whether it says, beside what is measured, at which value the drug is not given, and the
    patient's value is such: "it is not offered with an LVEF of 55% or less"."""
    bounded = any(each.measure for each in found.judgement.statement.applies.organ)
    return bounded and _is_of_organ(found) and bool(_STOPS.search(found.words))


def _is_of_organ(found: CitedStatement) -> bool:
    """Whether it is what was found in just the class of an organ's function that is asked about."""
    verdicts = found.judgement.verdicts
    return any((v.dimension, v.outcome) == ("organ function", "ok") for v in verdicts)


FOUND: frozenset[StatementKind] = frozenset(("result", "design"))
SEEN = FOUND | {"monitoring", "warning"}


def _hangs_on_more(found: CitedStatement) -> bool:
    """Whether it holds only with a further finding that nobody has told."""
    return any(v.missing and v.dimension in CIRCUMSTANCES for v in found.judgement.verdicts)


def _kind(found: CitedStatement) -> StatementKind:
    return found.judgement.statement.kind


def _is_graded(found: CitedStatement) -> bool:
    applies = found.judgement.statement.applies
    return bool(applies.organ) or any(rule.grade_from is not None for rule in applies.toxicities)


def _is_heard(found: CitedStatement) -> bool:
    """Whether it is for a circumstance that the patient is known to have."""
    return any(v.outcome == "ok" and v.dimension in CIRCUMSTANCES for v in found.judgement.verdicts)


def _is_for_circumstance(found: CitedStatement) -> bool:
    """Whether it is for an organ's function, an event, a phenotype or another drug of which the
    patient is not known to have any."""
    applies = found.judgement.statement.applies
    named = applies.organ or applies.exposures or applies.phenotypes or applies.toxicities
    return bool(named) and not _is_heard(found)


def by_other_route(
    found: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[CitedStatement, ...]:
    """The statements that only the way of giving the drug speaks against, plain doses first; none
    when some statement is for the way that is asked for."""
    told = [v.outcome for e in found for v in e.judgement.verdicts if v.dimension == "route"]
    if "contradicts" not in told or "ok" in told:
        return ()
    own = [
        each
        for each in found
        if each.judgement.is_on_subject
        and {v.dimension for v in each.judgement.contradictions} == {"route"}
        and frozenset(each.drugs) == asked.drugs
    ]
    own.sort(key=lambda each: (_is_beside(each, asked), len(each.judgement.missing)))
    return tuple(own[:2])


def _is_beside(found: CitedStatement, asked: SubQuestion) -> bool:
    return bool(asked.answered_by) and found.judgement.statement.kind not in asked.answered_by


RULES: frozenset[StatementKind] = frozenset(
    ("adjustment", "recommendation", "interaction", "contraindication", "dose")
)
"""Kinds of statement that say what to do with a drug."""
FALLBACK = re.compile(
    r"(?:^|(?<=[.;] ))(?:If|Where|When)\b[^,.;]{0,80}\b(?:contraindicated|not possible"
    r"|not tolerated|unavoidable|unavailable|cannot be (?:avoided|used|given))\b"
    r"|\bonly if\b[^.;]{0,60}\b(?:contraindicated|not possible|not tolerated|cannot)\b"
)
"""Words of what is done only where the recommended course is not open."""


def main_rule_first(answers: Sequence[CitedStatement]) -> list[CitedStatement]:
    """The answers, with each fallback behind the first rule on the same drug: "40 mg if an
    aromatase inhibitor is contraindicated" stands after the rule with the aromatase inhibitor."""
    found = list(answers)
    for each in [e for e in answers if FALLBACK.search(e.words)]:
        rules = [
            number
            for number, other in enumerate(found)
            if set(other.drugs) & set(each.drugs)
            and other.judgement.statement.kind in RULES
            and not FALLBACK.search(other.words)
        ]
        if rules and rules[0] > found.index(each):
            found.remove(each)
            found.insert(rules[0], each)
    return found


_STOPS = re.compile(
    r"(?i)\b(?:avoid(?:ed|s)?|contraindicated|interrupted|withheld|suspended|discontinued|stopped"
    r"|paused|(?:is|are|be) held"
    r"|not (?:be )?(?:given|used|started|offered|recommended|co-?administered))\b"
)
"""How a rule says that a drug is not given for now, or for good. It orders rules, nothing more."""
_STRICT: frozenset[Dimension] = frozenset(("organ function", "interaction", "toxicity"))


def place_of_limit(found: CitedStatement, asked: SubQuestion) -> int:
    """What the patient must not have, then the rules that he meets and that say not to give the
    drug, then the rest."""
    return 0 if limits_patient(found) else 1 if _is_met_stop(found, asked) else 2


def _is_met_stop(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a rule that the patient meets says not to give the drug; one for any event of any
    grade is no such rule."""
    judgement = found.judgement
    applies = judgement.statement.applies
    exact = bool(applies.organ or applies.exposures)
    exact = exact or any(rule.grade_from is not None for rule in applies.toxicities)
    agrees = any(v.dimension in _STRICT and v.outcome == "ok" for v in judgement.verdicts)
    met = exact and agrees and judgement.is_met_for(asked)
    return met and says_to_stop(found.words)


def says_to_stop(words: str) -> bool:
    """Whether a rule says that a drug is not given for now, or for good."""
    return bool(_STOPS.search(words))
