"""Documents that are shown whole: their statements as evidence that may be cited. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents.checking.citations import citation_of
from agents.cores import OPEN_DOCUMENT
from agents.facts.sheet import FactSheet
from agents.matching.judging import judge_for_patient
from agents.turns import (
    OPEN_STEP,
    Finding,
    Observation,
    OfferedDocument,
    OfferedSpan,
    Pointer,
    Step,
    View,
)
from retrieval.documents import Document, DocumentRef
from retrieval.statements.lookup import statement_at

MANY_CALLS = 3
"""Calls of one step from which on what a search finds is shown in part. What is shown is paid for
in every later call of the run. Chosen by hand: a usual step has one or two searches."""
ROOM_OF_STEP = 3_200
"""Characters of statements that the searches of such a step show in all, the nearest to the patient
and the queries; each has its share. Chosen by the wide cases of
``tests/integration/llm/economy``, which this takes below 25,000 tokens."""
LEAST_ROOM = 800
"""However many the calls are, each document has so much: some eight statements. Chosen by hand."""


def offer_document(document: Document) -> OfferedDocument:
    """Every stretch that a statement of the document stands in, in the order of the text."""
    spans = sorted({span for statement in document.statements for span in statement.spans})
    return OfferedDocument(
        ref=document.ref, spans=tuple(OfferedSpan(start=start, end=end) for start, end in spans)
    )


def room_for(seen: Observation, step: Step) -> int | None:
    """How many characters of statements a document of this observation is shown with; None where it
    is shown as it stands. In a step of many calls a search shows no more; what was opened is."""
    calls = len(step.thought.actions)
    if calls < MANY_CALLS or seen.tool in (OPEN_DOCUMENT, OPEN_STEP):
        return None
    return max(LEAST_ROOM, ROOM_OF_STEP // calls)


def _is_whole(shown: OfferedDocument, seen: Observation, step: Step) -> bool:
    room = room_for(seen, step)
    return room is None or sum(span.end - span.start for span in shown.spans) <= room


def shown_whole(steps: Sequence[Step]) -> frozenset[DocumentRef]:
    """The documents that these steps show whole, not only in part."""
    return frozenset(
        each.ref
        for step in steps
        for seen in step.observations
        for each in seen.offered
        if _is_whole(each, seen, step)
    )


def without_repeats(observation: Observation, steps: Sequence[Step]) -> Observation:
    """The observation without documents that these steps show already. One of which only a part was
    shown may come again: another query has other statements nearest."""
    shown = shown_whole(steps)
    kept = tuple(each for each in observation.offered if each.ref not in shown)
    return replace(observation, offered=kept)


def offered_refs(view: View) -> tuple[DocumentRef, ...]:
    """The documents that a run shows whole."""
    seen = (seen for step in view.all_steps for seen in step.observations)
    return tuple(dict.fromkeys(each.ref for one in seen for each in one.offered))


def offered_findings(
    shown: OfferedDocument, document: Document, sheet: FactSheet
) -> tuple[Finding, ...]:
    """A finding for each stretch: its words, and what its statement comes to for the patient."""
    found: list[Finding] = []
    for span in shown.spans:
        words = document.text[span.start : span.end]
        pointer = Pointer(ref=shown.ref, text=words, start=span.start, end=span.end)
        citation = citation_of(pointer, (document,))
        if citation is None:
            continue
        statement = statement_at(document.statements, span.start, span.end)
        judged = (judge_for_patient(statement, sheet),) if statement else ()
        keyed = replace(citation, key=span.key)
        found.append(Finding(text=words.strip(), citations=(keyed,), judgements=judged))
    return tuple(found)


def with_offered(
    view: View,
    documents: Mapping[DocumentRef, Document],
    findings: Mapping[OfferedDocument, tuple[Finding, ...]],
) -> View:
    """The view in which the statements of documents shown whole are findings of their
    observations, so that they are cited and checked as any other."""

    def filled(seen: Observation) -> Observation:
        more = [each for shown in seen.offered for each in findings.get(shown, ())]
        return replace(seen, findings=(*seen.findings, *more)) if more else seen

    def filled_step(step: Step) -> Step:
        return replace(step, observations=tuple(map(filled, step.observations)))

    return replace(
        view,
        earlier_steps=tuple(map(filled_step, view.earlier_steps)),
        steps=tuple(map(filled_step, view.steps)),
        documents=documents,
    )
