"""The whole of a run that is asked for the criteria of a trial, whichever core answers: the record
is searched, every criterion is held against the facts by rules, and no model is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from agents.cores import ToolCard
from agents.eligibility.asking import trial_to_compare
from agents.eligibility.splitting import PlacedCriterion, criteria_of
from agents.eligibility.verdicts import judged_criteria, of_digest, summary_of
from agents.turns import Action, Draft, DraftSentence, Gap, Insight, Pointer, Reading, Thought, View
from agents.wording.gaps import NO_SILO
from retrieval.documents import Document

TRIALS = "trial"
"""The role of the silos that hold records of trials."""
IsQuotable = Callable[[str, int, int], bool]
"""Whether what stands there in a text is a quote by itself."""
NOTE = (
    "Rules read these criteria, and only those of which they read every word. Unknown is never met:"
    " open the record before anybody is told that they can take part."
)
MOST_LINES_BEFORE = 8
"""Lines from which a short criterion may be quoted. Chosen by hand: its own, blank ones, and two
more items."""
_LOOK = "This asks whether the patient meets the criteria of {}; I look for its record."
_COMPARE = "It states {} criteria; I hold each against what is known of the patient."
_OF_DIGEST = (
    "A digest states only some criteria of {0}. Fetch the record with"
    " `curbside ingest clinicaltrials {0}`, and ask again."
)
_NOT_HELD = (
    "No silo holds the criteria of {0} as its registry states them. Fetch the record with"
    " `curbside ingest clinicaltrials {0}`."
)


def thought_on_trial(view: View, cards: Sequence[ToolCard]) -> Thought | None:
    """The next thought of such a run; None for any other question."""
    trial = trial_to_compare(view.question.text)
    if not trial:
        return None
    if view.steps:
        judged = judged_criteria(view, view.sheet)
        if judged:
            return Thought(text=_COMPARE.format(len(judged)))
        gap = _gap(trial)
        return Thought(text=gap.detail, gap=gap)
    silos = [card for card in cards if card.role == TRIALS and card.silo]
    if not silos:
        gap = Gap(purpose=NO_SILO.purpose, missing="silo", name=NO_SILO.name, detail=NO_SILO.detail)
        return Thought(text=gap.detail, gap=gap)
    actions = tuple(
        Action(call_id=f"s1a{number}", tool=card.name, arguments={"query": trial})
        for number, card in enumerate(silos, start=1)
    )
    return Thought(text=_LOOK.format(trial), actions=actions)


def _gap(trial: str) -> Gap:
    return Gap(
        purpose="holding the criteria of a trial against the patient",
        missing="silo",
        name=f"the criteria of {trial}",
        detail=_NOT_HELD.format(trial),
    )


def reading_of_trial(
    view: View, documents: Sequence[Document], is_quotable: IsQuotable
) -> Reading | None:
    """The criteria of the trial, each with its words; None for any other question."""
    trial = trial_to_compare(view.question.text)
    if not trial:
        return None
    for document in sorted(documents, key=lambda each: each.kind != "original"):
        if _is_record_of(trial, document) and (placed := criteria_of(document.text)):
            return Reading(insights=tuple(_insight(document, each, is_quotable) for each in placed))
    return Reading(insights=(), remark=f"None of them is the record of {trial} with its criteria.")


def _insight(document: Document, placed: PlacedCriterion, is_quotable: IsQuotable) -> Insight:
    text, end = document.text, placed.end
    start = _quotable_start(text, placed, is_quotable)
    pointer = Pointer(ref=document.ref, text=text[start:end], start=start, end=end)
    criterion = replace(placed.criterion, skipped=placed.start - start)
    return Insight(text=text[placed.start : end], pointers=(pointer,), criterion=criterion)


def _quotable_start(text: str, placed: PlacedCriterion, is_quotable: IsQuotable) -> int:
    """Where a quote begins that ends with the criterion: with its words, or some lines before."""
    start = placed.start
    for _ in range(MOST_LINES_BEFORE):
        if is_quotable(text, start, placed.end):
            return start
        start = text.rfind("\n", 0, max(0, start - 1)) + 1
    return placed.start


def _is_record_of(trial: str, document: Document) -> bool:
    numbers = {each.value.upper() for each in document.facets.identifiers if each.kind == "nct"}
    return numbers == {trial}


def draft_on_trial(view: View) -> Draft | None:
    """The answer: how the criteria stand, and each of them; None for any other question."""
    trial = trial_to_compare(view.question.text)
    if not trial:
        return None
    sheet = view.sheet
    judged = judged_criteria(view, sheet)
    said = DraftSentence(text=summary_of(view, judged), role="headline", basis="matching")
    missing = (_OF_DIGEST.format(trial),) if of_digest(view, judged) else ()
    return Draft(
        sentences=(said,), criteria=judged, facts=sheet.facts, not_found=missing, note=NOTE
    )
