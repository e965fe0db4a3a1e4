"""What a run had found when it failed: quotes that stand in their documents. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from agents.errors import (
    ContextTooLong,
    CoreFailed,
    ModelAnswerCutOff,
    ModelAnswerInvalid,
    ModelError,
    ModelMisconfigured,
    ModelRefused,
    ModelUnavailable,
    ReadingTooSlow,
)
from agents.turns import Finding, View
from retrieval.text.words import words

MOST_FOUND = 5
"""Quotes that are shown. Chosen by hand: what fits below a sentence; the steps show the rest."""
MOST_OF_ONE = 2
"""Of one document. Chosen by hand."""
_FAILURES: Mapping[str, type[ModelError]] = {
    each.__name__: each
    for each in (
        ContextTooLong,
        CoreFailed,
        ModelAnswerCutOff,
        ModelAnswerInvalid,
        ModelMisconfigured,
        ModelRefused,
        ModelUnavailable,
        ReadingTooSlow,
    )
}


def partial_findings(view: View) -> tuple[Finding, ...]:
    """The quotes with most words of the question and of the search that found them, in the order
    in which they were found. What is known to be none for this patient is not among them; nobody
    has weighed the others."""
    asked = frozenset(words(view.question.text))
    ranked: list[tuple[int, int, Finding]] = []
    for step in view.all_steps:
        queries = {each.call_id: each.arguments for each in step.thought.actions}
        for seen in step.observations:
            query = str(queries.get(seen.call_id, {}).get("query", ""))
            wanted = asked | frozenset(words(query))
            for finding in filter(_may_hold, seen.findings):
                quoted = " ".join(each.quote for each in finding.citations)
                shared = len(wanted.intersection(words(quoted)))
                ranked.append((-shared, len(ranked), finding))
    return tuple(
        found for _, _, found in sorted(_choose_findings(ranked), key=lambda each: each[1])
    )


def _choose_findings(ranked: list[tuple[int, int, Finding]]) -> list[tuple[int, int, Finding]]:
    taken: list[tuple[int, int, Finding]] = []
    held: dict[object, int] = {}
    seen: set[str] = set()
    for row in sorted(ranked, key=lambda each: each[:2]):
        citation = row[2].citations[0]
        if citation.key in seen or held.get(citation.ref, 0) == MOST_OF_ONE:
            continue
        seen.add(citation.key)
        held[citation.ref] = held.get(citation.ref, 0) + 1
        taken.append((*row[:2], replace(row[2], judgements=())))
        if len(taken) == MOST_FOUND:
            break
    return taken


def reading_failure(view: View) -> ModelError | None:
    """The newest failure of the model that kept what a search had found from being read, unless the
    same tool has brought something since: what nobody read is no gap of the sources."""
    failed: dict[str, str] = {}
    for seen in (each for step in view.all_steps for each in step.observations):
        if seen.failed:
            failed[seen.tool] = seen.failed
        elif seen.outcome == "data":
            failed.pop(seen.tool, None)
    newest = _FAILURES.get(next(reversed(failed.values()), ""))
    return newest() if newest else None


def _may_hold(finding: Finding) -> bool:
    judged = finding.judgements
    contradicted = bool(judged) and all(each.contradictions for each in judged)
    return bool(finding.citations) and not contradicted
