"""Sentences that rest on comparing a statement with the patient, compared once more. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.facts.sheet import Fact, FactSheet
from agents.matching.judging import patient_reasons
from agents.matching.therapies import OPTIONS
from agents.matching.verdicts import Judgement
from agents.turns import DraftSentence, Excluded, View

NOT_REPEATED = "comparing the statement with the facts again gives another result"
NO_SUCH_STATEMENT = "no statement that was found says this"


def problem_with_match(text: str, keys: Sequence[str], view: View, facts: Sequence[Fact]) -> str:
    """Why a sentence that gives a reason does not hold; empty when it does.

    The option must be one of a statement under these keys, and the reason must be what the
    comparison of that statement with the facts gives again."""
    sheet = FactSheet(facts=tuple(facts))
    found = False
    for judgement in _judgements(keys, view):
        statement = judgement.statement
        if not all(drug.lower() in text.lower() for drug in statement.drugs):
            continue
        found = True
        reasons = [each.reason for each in judgement.contradictions if each.reason]
        if not reasons or not all(reason in text for reason in reasons):
            continue
        again = patient_reasons(judgement, sheet)
        if again >= frozenset(reasons):
            return ""
    return NOT_REPEATED if found else NO_SUCH_STATEMENT


def keep_excluded(
    excluded: Sequence[Excluded], view: View, facts: Sequence[Fact]
) -> tuple[Excluded, ...]:
    """The options not for this patient whose reason holds when it is compared once more."""
    return tuple(
        each
        for each in excluded
        if not problem_with_match(f"{each.option} {each.reason}", each.keys, view, facts)
    )


def problem_with_option(sentence: DraftSentence, view: View) -> str:
    """Why a quote must not be said as an option for this patient; empty when nothing is against
    it. A statement that is superseded, or that the patient's facts contradict, offers nothing."""
    judged = [each for each in _judgements(sentence.keys, view) if each.part == sentence.part]
    options = [each for each in judged if each.statement.kind in OPTIONS]
    if not options or any(not each.contradictions for each in options):
        return ""
    reason = next((v.reason for each in options for v in each.contradictions if v.reason), "")
    return f"not for this patient: {reason}" if reason else ""


def _judgements(keys: Sequence[str], view: View) -> Iterator[Judgement]:
    wanted = frozenset(keys)
    for step in view.steps:
        for observation in step.observations:
            for finding in observation.findings:
                if wanted & {citation.key for citation in finding.citations}:
                    yield from finding.judgements
