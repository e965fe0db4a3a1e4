"""Why something was no option: what was recorded when statements were compared with the patient.
Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from agents.matching.verdicts import Judgement
from agents.turns import Abstention, Answer, Finding, View

_SEVERAL = re.compile(r" \+ | or ")


@dataclass(frozen=True, slots=True)
class Exclusion:
    """An option, and what speaks against it."""

    option: str
    reason: str
    keys: tuple[str, ...]
    is_for_patient: bool
    """Whether facts of the patient speak against it; else the source is on something else."""


def exclusions_of(view: View) -> tuple[Exclusion, ...]:
    """Those that the ending tells, then those of statements that were found and told nothing; each
    option once with each reason."""
    found: dict[tuple[str, str], Exclusion] = {}
    for each in (*_told_exclusions(view), *_exclusions_of_comparison(view)):
        found.setdefault((each.option, each.reason), each)
    return tuple(found.values())


def exclusions_on(view: View, drugs: Set[str]) -> tuple[Exclusion, ...]:
    """Those of options with all of these drugs."""
    return tuple(
        each for each in exclusions_of(view) if drugs <= set(_SEVERAL.split(each.option.casefold()))
    )


def exclusions_searched_with(view: View, word: str) -> tuple[Exclusion, ...]:
    """Those that rest on what searches for this word found."""
    keys = {
        citation.key
        for step in view.all_steps
        for action in step.thought.actions
        for observation in step.observations
        if observation.call_id == action.call_id and word in str(action.arguments.get("query", ""))
        for finding in observation.findings
        for citation in finding.citations
    }
    return tuple(each for each in exclusions_of(view) if keys & set(each.keys))


def is_up_to_date(view: View, newest: View | None = None) -> bool:
    """Whether nothing was said of the patient since the run compared statements with them, up to
    the newest run of its thread."""
    if not isinstance(view.ending, Answer | Abstention):
        return False
    compared = [fact.value for fact in view.ending.facts]
    runs = (view, newest or view)
    return all(compared == [fact.value for fact in each.sheet.facts] for each in runs)


def _told_exclusions(view: View) -> Iterator[Exclusion]:
    if isinstance(view.ending, Answer | Abstention):
        for each in view.ending.excluded:
            yield Exclusion(each.option, each.reason, each.keys, is_for_patient=True)


def _exclusions_of_comparison(view: View) -> Iterator[Exclusion]:
    for step in view.all_steps:
        for observation in step.observations:
            for finding in observation.findings:
                yield from _of_finding(finding)


def _of_finding(finding: Finding) -> Iterator[Exclusion]:
    """None when the statement answers a part of the question."""
    if any(not judgement.contradictions for judgement in finding.judgements):
        return
    keys = tuple(citation.key for citation in finding.citations)
    for judgement in finding.judgements:
        option = _option(judgement)
        if option and judgement.reason:
            yield Exclusion(option, judgement.reason, keys, judgement.is_excluded_option)


def _option(judgement: Judgement) -> str:
    statement = judgement.statement
    return " or ".join(" + ".join(drugs) for drugs in statement.regimens or (statement.drugs,))
