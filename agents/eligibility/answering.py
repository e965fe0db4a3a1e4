"""The whole of a run that is asked for the criteria of a trial, whichever core answers: the record
is searched, every criterion is held against the facts by rules, and no model is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from agents.cores import ToolCard
from agents.eligibility.asking import AskedTrial, trials_to_compare
from agents.eligibility.records import stated_criteria
from agents.eligibility.splitting import PlacedCriterion
from agents.eligibility.verdicts import (
    by_trial,
    criteria_told,
    judged_criteria,
    of_digest,
    trial_label,
)
from agents.turns import Action, Draft, DraftSentence, Gap, Insight, Pointer, Reading, Thought, View
from agents.turns.criteria import JudgedCriterion
from agents.wording.gaps import NO_SILO
from retrieval.documents import Document

REGISTRY = "trial"
TRIALS = (REGISTRY, "landmark_trial")
"""The roles of the silos that hold records of trials, and digests of them."""
IsQuotable = Callable[[str, int, int], bool]
"""Whether what stands there in a text is a quote by itself."""
NOTE = (
    "Rules read these criteria, and only those of which they read every word. Unknown is never met:"
    " open the record before anybody is told that they can take part."
)
MOST_LINES_BEFORE = 8
"""Lines from which a short criterion may be quoted. Chosen by hand: its own, blank ones, and two
more items."""
_LOOK = "This asks whether the patient meets the criteria of {}; I look for what states them."
_COMPARE = "Criteria found: {}. I hold each against what is known of the patient."
_OF_DIGEST = "A digest states only some criteria of {}. {}"
_NOT_HELD = "No silo holds the criteria of {} as its registry states them. {}"
_FETCH = "Fetch the record with `curbside ingest clinicaltrials {}`, and ask again."
_NUMBER = "Ask with its registration number (NCT and eight digits): no table here knows it."


def thought_on_trial(view: View, cards: Sequence[ToolCard]) -> Thought | None:
    """The next thought of such a run; None for any other question."""
    trials = trials_to_compare(view.question.text)
    if not trials:
        return None
    if view.steps:
        judged = judged_criteria(view, view.sheet)
        if judged:
            return Thought(text=_COMPARE.format(len(judged)))
        gap = _gap(trials)
        return Thought(text=gap.detail, gap=gap)
    silos = [card for card in cards if card.role in TRIALS and card.silo]
    if not silos:
        gap = Gap(purpose=NO_SILO.purpose, missing="silo", name=NO_SILO.name, detail=NO_SILO.detail)
        return Thought(text=gap.detail, gap=gap)
    searches = [(card.name, _query(trial, card)) for trial in trials for card in silos]
    actions = tuple(
        Action(call_id=f"s1a{number}", tool=name, arguments={"query": query})
        for number, (name, query) in enumerate(searches, start=1)
    )
    return Thought(text=_LOOK.format(_names(trials)), actions=actions)


def _query(trial: AskedTrial, card: ToolCard) -> str:
    return trial.number_or_acronym if card.role == REGISTRY else trial.acronym_or_number


def _names(trials: Sequence[AskedTrial]) -> str:
    return " and of ".join(each.name for each in trials)


def _gap(trials: Sequence[AskedTrial]) -> Gap:
    return Gap(
        purpose="holding the criteria of a trial against the patient",
        missing="silo",
        name=f"the criteria of {_names(trials)}",
        detail=" ".join(_to_fetch(_NOT_HELD, each) for each in trials),
    )


def _to_fetch(sentence: str, trial: AskedTrial) -> str:
    return sentence.format(trial.name, _FETCH.format(trial.number) if trial.number else _NUMBER)


def reading_of_trial(
    view: View, documents: Sequence[Document], is_quotable: IsQuotable
) -> Reading | None:
    """The criteria of each trial, each with its words; None for any other question."""
    trials = trials_to_compare(view.question.text)
    if not trials:
        return None
    ordered = sorted(documents, key=lambda each: each.kind != "original")
    insights = tuple(
        _insight(document, each, trial_label(trial, trials), is_quotable)
        for trial in trials
        for document, placed in _record_of(trial, ordered)
        for each in placed
    )
    none = f"None of them is the record of {_names(trials)} with its criteria."
    return Reading(insights=insights, remark="" if insights else none)


def _record_of(
    trial: AskedTrial, documents: Sequence[Document]
) -> Iterator[tuple[Document, Sequence[PlacedCriterion]]]:
    """The first document that states criteria of a trial, and these."""
    stated = ((each, stated_criteria(each, trial)) for each in documents)
    yield from islice((each for each in stated if each[1]), 1)


def _insight(
    document: Document, placed: PlacedCriterion, trial: str, is_quotable: IsQuotable
) -> Insight:
    text, end = document.text, placed.end
    start = _quotable_start(text, placed, is_quotable)
    pointer = Pointer(ref=document.ref, text=text[start:end], start=start, end=end)
    criterion = replace(placed.criterion, trial=trial, skipped=placed.start - start)
    return Insight(text=text[placed.start : end], pointers=(pointer,), criterion=criterion)


def _quotable_start(text: str, placed: PlacedCriterion, is_quotable: IsQuotable) -> int:
    """Where a quote begins that ends with the criterion: with its words, or some lines before."""
    start = placed.start
    for _ in range(MOST_LINES_BEFORE):
        if is_quotable(text, start, placed.end):
            return start
        start = text.rfind("\n", 0, max(0, start - 1)) + 1
    return placed.start


def draft_on_trial(view: View) -> Draft | None:
    """The answer: how the criteria stand, and each of them; None for any other question."""
    if not trials_to_compare(view.question.text):
        return None
    sheet = view.sheet
    judged = judged_criteria(view, sheet)
    said = tuple(
        DraftSentence(text=each, role="headline", basis="matching") for each in criteria_told(view)
    )
    return Draft(
        sentences=said,
        criteria=judged,
        facts=sheet.facts,
        not_found=tuple(_missing_records(view, judged)),
        note=NOTE,
    )


def _missing_records(view: View, judged: Sequence[JudgedCriterion]) -> Iterator[str]:
    """Trials of which no record was found, or a digest only."""
    for trial, own in by_trial(view, judged):
        if not own:
            yield _to_fetch(_NOT_HELD, trial)
        elif of_digest(view, own):
            yield _to_fetch(_OF_DIGEST, trial)
