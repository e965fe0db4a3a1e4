"""Puts plain doses before doses for a circumstance, and finds doses by another route than asked
for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.answer.selection.suitability import (
    advises_against,
    is_on_gene,
    limits_patient,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.splitting.findings import has_class_or_number
from agents.matching import general_rules
from agents.matching.dimensions import CIRCUMSTANCES, Dimension
from agents.matching.safety.barred_drugs import FOR_GOOD
from agents.matching.safety.frequencies import only_tells_frequency
from agents.matching.sequence.class_again import names_class_again
from agents.matching.sub_question import LIMITS, SubQuestion
from agents.matching.verdicts import STEPS
from names.clinical.toxicities import HIGHEST
from names.clinical.values import Toxicity
from retrieval.statements.model import StatementKind

FINDINGS = frozenset(("dose", "adverse", "interaction", "contraindication", LIMITS))
"""Kinds of question on what to do about a finding."""


def plain_first(answers: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The answers in the order that a question on a dose needs. If no circumstance is asked about,
    the plain dose comes before doses for circumstances. Without a plain dose the list is empty,
    because a dose for a circumstance answers another question."""
    answers = _by_level(answers)
    exact = [each for each in answers if each.judgement.gives_what_is_asked]
    exact.sort(key=lambda each: (_is_alone(each, asked), -_aspects_met(each)))
    if exact and not asked.about:
        return exact
    if asked.kind in FINDINGS and any(map(has_class_or_number, asked.about)):
        told = actions_for_finding(answers)
        return told if asked.kind != "dose" else [e for e in told if not is_only_frequency(e)]
    if exact and any(isinstance(value, Toxicity) for value in asked.about):
        return [*sorted(exact, key=_step), *(each for each in answers if each not in exact)]
    if asked.kind != "dose" or asked.about:
        # Statements on other circumstances are not on the subject, so none has to be moved.
        return list(answers)
    plain = [each for each in answers if not _is_for_circumstance(each)]
    others = [each for each in answers if each not in plain]
    return [*plain, *others] if plain else []


def _by_level(answers: Sequence[CitedStatement]) -> list[CitedStatement]:
    """The answers, what is for just the level that is told first. Rows for levels that nobody has
    told are left out behind an answer that needs none."""
    own = sorted(answers, key=lambda each: not _levels(each) & {"ok"})
    if not own or "missing" in _levels(own[0]):
        return own
    return [each for each in own if "missing" not in _levels(each)]


def _levels(found: CitedStatement) -> frozenset[str]:
    """How a statement stands to the levels of drugs in the blood: ``ok``, ``missing``."""
    own = (v for v in found.judgement.verdicts if v.dimension == "level")
    return frozenset("missing" if v.missing else v.outcome for v in own)


_ALONE = re.compile(r"(?i)\b(?:monotherapy|alone|single[- ]agent|by itself)\b")


def _is_alone(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether it is the dose of a drug alone, where the drug is asked about with a partner."""
    return len(asked.drugs) > 1 and not asked.compared and bool(_ALONE.search(found.words))


def _aspects_met(found: CitedStatement) -> int:
    return sum((v.dimension, v.outcome) == ("aspect", "ok") for v in found.judgement.verdicts)


def _step(found: CitedStatement) -> tuple[bool, int]:
    """The place of a rule for an event of unknown grade, as (depends on another fact, lowest
    grade). Rules for any grade come first, then by grade. Rules that depend on another fact come
    last."""
    rules = found.judgement.statement.applies.toxicities
    others = [v for v in found.judgement.verdicts if v.missing and v.dimension != "toxicity"]
    return bool(others), min((rule.grade_from or 0 for rule in rules), default=0)


def actions_for_finding(answers: Sequence[CitedStatement]) -> list[CitedStatement]:
    """The statements that say what to do about a finding with a grade or number. Rules that need no
    further finding come first, and rules for just this grade before those for any grade. If there
    is such a rule, statements on other findings are left out, and so are those that only say how
    often a finding is seen or measured."""
    done = [
        each
        for each in answers
        if _is_heard(each) and (_kind(each) not in SEEN or _stops_at_value(each))
        if not is_for_any_event(each)
    ]
    if not done:
        told = [each for each in answers if _kind(each) not in FOUND or _is_of_organ(each)]
        told = [each for each in told if not is_only_frequency(each)] or told
        return sorted(told, key=is_for_any_event)
    first = without_vaguer(done)
    first.sort(key=_place_of_action)
    others = [each for each in answers if each not in done and _kind(each) in STEPS]
    return [*first, *(each for each in others if not _is_for_circumstance(each))]


def _place_of_action(found: CitedStatement) -> tuple[object, ...]:
    """The place of a rule for a finding: first the rule for its day, then what needs no further
    finding, then rules for a grade, of these the one for the fewest grades."""
    rules = [r for r in found.judgement.statement.applies.toxicities if r.grade_from is not None]
    grades = [(rule.grade_to or HIGHEST) - (rule.grade_from or 0) for rule in rules]
    vague = not _is_graded(found)
    return not is_on_day(found), _hangs_on_more(found), vague, min(grades, default=0)


def without_vaguer(done: Sequence[CitedStatement]) -> list[CitedStatement]:
    """The rules, without those on an event for which another rule is for just the day told: "it is
    interrupted or reduced" beside "on Day 15 it is continued"."""
    exact = {event for each in done if is_on_day(each) for event in _events(each)}
    return [e for e in done if is_on_day(e) or not _events(e) or _events(e) - exact]


def _events(found: CitedStatement) -> frozenset[str]:
    return frozenset(rule.event for rule in found.judgement.statement.applies.toxicities)


def is_for_any_event(found: CitedStatement) -> bool:
    """Whether a statement only tells the steps of a dose reduction for adverse reactions of any
    kind and grade. It does not say for which event."""
    return general_rules.is_for_any_event(found.judgement.statement)


def _stops_at_value(found: CitedStatement) -> bool:
    """Whether a statement says at which value of an organ's function the drug is not given, and the
    patient's value is in that range: "it is not offered with an LVEF of 55% or less"."""
    bounded = any(each.measure for each in found.judgement.statement.applies.organ)
    return bounded and _is_of_organ(found) and says_to_stop(found.words)


def is_only_frequency(found: CitedStatement) -> bool:
    """Whether a warning only says how often an event was seen. It does not say what to do."""
    return _kind(found) == "warning" and only_tells_frequency(found.words)


def _is_of_organ(found: CitedStatement) -> bool:
    """Whether a statement is for the class of an organ's function that the patient is known to
    have."""
    verdicts = found.judgement.verdicts
    return any((v.dimension, v.outcome) == ("organ function", "ok") for v in verdicts)


FOUND: frozenset[StatementKind] = frozenset(("result", "design"))
"""Kinds of statement that report on a trial."""
SEEN = FOUND | {"monitoring", "warning"}
"""Kinds of statement that report how often a finding is seen or measured, and not what to do."""


def _hangs_on_more(found: CitedStatement) -> bool:
    """Whether a statement depends on a further circumstance that nobody has stated."""
    return any(v.missing and v.dimension in CIRCUMSTANCES for v in found.judgement.verdicts)


def _kind(found: CitedStatement) -> StatementKind:
    return found.judgement.statement.kind


def _is_graded(found: CitedStatement) -> bool:
    applies = found.judgement.statement.applies
    return bool(applies.organ) or any(rule.grade_from is not None for rule in applies.toxicities)


def _is_heard(found: CitedStatement) -> bool:
    """Whether a statement is for a circumstance that the patient is known to have."""
    return any(v.outcome == "ok" and v.dimension in CIRCUMSTANCES for v in found.judgement.verdicts)


def _is_for_circumstance(found: CitedStatement) -> bool:
    """Whether a statement is for an organ's function, an event, a phenotype or another drug, and
    the patient is not known to have it."""
    applies = found.judgement.statement.applies
    named = applies.organ or applies.exposures or applies.phenotypes or applies.toxicities
    return bool(named) and not _is_heard(found)


def is_plain_dose(found: CitedStatement) -> bool:
    """Whether a statement is a dose that is for no circumstance which the patient is known to
    have."""
    return _kind(found) == "dose" and not _is_heard(found)


def by_other_route(
    found: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[CitedStatement, ...]:
    """At most two statements whose only contradiction is the route of the drug, plain doses first.
    Empty if a statement is for the route that is asked for."""
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
"""Words of a rule for patients who cannot have the recommended treatment."""


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
"""Words by which a rule says that a drug is not given, for now or for good. Used only to order
rules."""
_ONLY_IF = re.compile(r"(?i)\b(?:only if|unless)\b[^.;,]{0,160}")
_STRICT: frozenset[Dimension] = frozenset(("organ function", "interaction", "toxicity"))


def place_of_limit(found: CitedStatement, asked: SubQuestion) -> int:
    """The place of a statement by how far it limits the drug. 0: the drug is contraindicated in
    this patient. 1: a rule that the patient meets says to stop the drug for good. 2: such a rule
    says not to give the drug for now, or is for just the day told. 3: all other statements."""
    if limits_patient(found):
        return 0
    if not (is_met_exactly(found) and found.judgement.is_met_for(asked)):
        return 3
    if FOR_GOOD.search(found.words):
        return 1
    return 2 if says_to_stop(found.words) or is_on_day(found) else 3


def is_on_day(found: CitedStatement) -> bool:
    """Whether a rule is for just the day of the cycle that the question tells."""
    return any((v.dimension, v.outcome) == ("day", "ok") for v in found.judgement.verdicts)


def ends_for_good(found: CitedStatement) -> bool:
    """Whether a rule that the patient meets says to stop the drug for good."""
    met = is_met_exactly(found) and found.judgement.is_met
    return met and bool(FOR_GOOD.search(found.words))


def is_met_exactly(found: CitedStatement) -> bool:
    """Whether the patient meets a rule on a number, a grade or an interacting drug. A rule for any
    event of any grade is not exact."""
    applies = found.judgement.statement.applies
    exact = bool(applies.organ or applies.exposures)
    exact = exact or any(rule.grade_from is not None for rule in applies.toxicities)
    return exact and any(
        v.dimension in _STRICT and v.outcome == "ok" for v in found.judgement.verdicts
    )


def says_to_stop(words: str) -> bool:
    """Whether a rule says that a drug is not given for now, or for good. What is given "only if
    another one is contraindicated" is given."""
    return bool(_STOPS.search(_ONLY_IF.sub(" ", words)))


def speaks_against(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement speaks against a drug in this patient: because of what the patient has,
    or, if the question names the drug, because of an altered gene or of an earlier drug of its
    class. It is shown before the indications."""
    if limits_patient(found) or names_class_again(found.judgement, asked.drugs, asked.classes):
        return True
    against = found.judgement.statement.kind == "resistance" or advises_against(found)
    return against and is_on_gene(found) and bool(asked.drugs & frozenset(found.drugs))
