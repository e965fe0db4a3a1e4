"""The extractive core: it parses the question, searches, judges statements, and answers in the
sources' own words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from agents.analyses.replying import thought_on_tables
from agents.checking.quotes import is_quotable
from agents.cores import (
    NO_HIGHLIGHTS,
    WITHOUT_MODEL,
    DraftListener,
    Highlights,
    StepSummary,
    ToolCard,
    ignore_draft,
)
from agents.eligibility.answering import draft_on_trial, reading_of_trial, thought_on_trial
from agents.extractive.answer.composing import draft, selections
from agents.extractive.answer.discussion import gap_of_discussion, reply_on_discussion
from agents.extractive.answer.gaps import (
    gap_of_capability,
    gap_of_empty_question,
    gap_of_inputs,
    gap_of_language,
    gap_of_new_value,
    gap_of_parts,
    gap_of_unread_fact,
    missing_fact,
)
from agents.extractive.answer.order.ended_approvals import told_by_tables
from agents.extractive.answer.selection.other_options import drugs_to_look_up
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.answer.sentences import sentences_of
from agents.extractive.answer.sequencing_report import reading_of_report, reply_on_report
from agents.extractive.evidence.cited_statements import observations
from agents.extractive.evidence.judgements import insights
from agents.extractive.evidence.patient_searches import searches_for_more_options
from agents.extractive.evidence.planning import (
    first_searches,
    left_of_first,
    more_silos,
    query_of,
    searches,
    searches_for_limits,
    searches_of_parts,
)
from agents.extractive.first_thought import reading_of, titles
from agents.extractive.own_rules.own_question import clear_insights, own_question, question_of_run
from agents.extractive.question.context.opinion_requests import meant_question
from agents.extractive.question.context.thread import tells_nothing
from agents.extractive.question.parsing import ParsedQuestion, parse_question, parse_text
from agents.extractive.question.requests.calculations import CALCULATION
from agents.extractive.question.requests.capabilities import CAPABILITY
from agents.extractive.question.small_talk import reply_to, small_talk
from agents.extractive.question.splitting.parts_on_options import OPEN
from agents.extractive.question.topics import stems
from agents.extractive.question.unread.language import foreign_language
from agents.extractive.records.answering import next_records
from agents.extractive.records.record_statements import record_insights
from agents.extractive.wishing import (
    in_short,
    searches_wished,
    thought_on_unread,
    thought_on_wish,
    wished_cards,
    words_of_repeat,
)
from agents.reports.file_values import QUOTES_FILE, reply_on_files
from agents.turns import Draft, Gap, Reading, Thought, View
from agents.wording.counts import count_of
from agents.wording.gaps import NO_SILO
from retrieval.declaration.record_cards import RECORD
from retrieval.documents import Document

MOST_STEPS = 3
"""Searches before an answer or a gap. Chosen by hand: the first silos of the kind, then its further
silos, then the rest."""
ENOUGH, ENOUGH_FOR_A_CHOICE = 2, 4
"""Statements that answer a part fully. If there are so many, no further silos are searched. Chosen
by hand: a rule and a second source; for a choice, several options."""
THREADS = 2
"""Threads that compute at a time in a process. Chosen by hand: more keep the event loop waiting."""
MOST_OPTIONS = 3
"""Options whose labels are searched for the patient's other drugs. Chosen by hand: few."""

_POOL = ThreadPoolExecutor(THREADS, thread_name_prefix="extractive")
T = TypeVar("T")


class ExtractiveCore:
    """Deterministic and without a model. It cannot invent a word; it can only fail to find one.

    All of it is work for the processor, so it is done in a thread: the event loop that renews
    leases and sends messages goes on meanwhile."""

    @property
    def name(self) -> str:
        return WITHOUT_MODEL

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        """Search, widen, or end: all follows from the question and what was observed."""
        return await _compute(lambda: next_thought(view, wished_cards(view, cards)))

    async def read(
        self,
        query: str,
        documents: Sequence[Document],
        card: ToolCard,
        highlights: Highlights = NO_HIGHLIGHTS,
        *,
        view: View,
    ) -> Reading:
        """The documents' statements, judged against each part of the question."""
        return await _compute(lambda: read_documents(view, query, documents, card, highlights))

    async def answer(
        self, view: View, cards: Sequence[ToolCard], on_draft: DraftListener = ignore_draft
    ) -> Draft:
        """The statements found, best first, and what was not found."""
        left = wished_cards(view, cards)
        return await _compute(lambda: draft_on_trial(view) or in_short(draft(view, left), view))

    async def compress(self, view: View) -> StepSummary:
        """The citations of the folded steps, by key and title."""
        lines = [f"{key}: {citation.quote}" for key, citation in view.citations.items()]
        return StepSummary(text="\n".join(lines))


async def _compute(work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_POOL, work)


def load_readers() -> None:
    """Make ready what a question is read by: without, the first one waits 0.2 s (measured)."""
    parse_text("What is the dose of olaparib in metastatic breast cancer?")


def next_thought(view: View, cards: Sequence[ToolCard]) -> Thought:
    """The next step: search, search further silos, or end. It follows from the question and the
    observations."""
    if wished := thought_on_wish(view, cards):
        return wished
    if told := told_without_search(view) or thought_on_trial(view, cards):
        return told
    if no_question := _on_no_question(view, cards):
        return no_question
    own_lookup = None if view.steps else own_question(view, cards)
    if own_lookup is None and (gap := gap_before_searching(view, cards)):
        return Thought(text=gap.detail, gap=gap)
    parsed = question_of_run(view, cards)
    if own_lookup is None and all(asked.kind == CALCULATION for asked in parsed.parts):
        return Thought(text="This asks for a value; I compute it from what was said.")
    if view.steps:
        return go_on(view, parsed, cards)
    first = begin(parsed, cards, own_lookup, searches_wished(view, parsed, cards))
    if said := words_of_repeat(view):
        return replace(first, text=f"{said} {first.text}")
    meant = meant_question(view)
    if meant == view.question.text:
        return first
    of = reading_of_report(view) or f"I answer for the case discussed here: “{meant}”"
    return replace(first, text=f"{of} {first.text}")


def _on_no_question(view: View, cards: Sequence[ToolCard]) -> Thought | None:
    """The thought on small talk, and on what is said of the last answer; None for a question."""
    if kind := small_talk(meant_question(view), cards):
        said = "This is no clinical question; there is nothing to look up."
        return Thought(text=said, reply=reply_to(kind))
    return thought_on_unread(view)


def told_without_search(view: View) -> Thought | None:
    """The reply to a question on what lies in the thread: files and messages; None for another."""
    if reply := reply_on_report(view):
        return Thought(text="This asks for the rows of the report; I list them.", reply=reply)
    if thought := thought_on_tables(view):
        return thought
    if reply := reply_on_files(view):
        return Thought(text=QUOTES_FILE, reply=reply)
    if reply := reply_on_discussion(view):
        return Thought(text="This asks what was said in this thread; I quote it.", reply=reply)
    return None


def read_documents(
    view: View,
    query: str,
    documents: Sequence[Document],
    card: ToolCard,
    highlights: Highlights,
) -> Reading:
    """The documents' statements, judged against each part of the question; of records those that
    answer the query."""
    if reading := reading_of_trial(view, documents, is_quotable):
        return reading
    parsed = parse_question(view, (card,))
    if card.role == RECORD:
        return Reading(insights=record_insights(parsed, documents, query))
    own_lookup = own_question(view, (card,)) if card.is_own else None
    if own_lookup is not None:
        found = insights(own_lookup, documents, card.role, highlights, is_own=True)
        if clear := clear_insights(found):
            return Reading(insights=clear)
    return Reading(insights=insights(parsed, documents, card.role, highlights, is_own=card.is_own))


def gap_before_searching(view: View, cards: Sequence[ToolCard]) -> Gap | None:
    """The gap that can be told from the question alone."""
    text = meant_question(view).strip()
    if not any(letter.isalnum() for letter in text):
        return gap_of_empty_question()
    if language := foreign_language(text):
        return gap_of_language(language)
    if gap := gap_of_discussion(view):
        return gap
    parsed = question_of_run(view, cards)
    if view.turns and parsed.sheet.unassigned:
        return gap_of_new_value(parsed.sheet.unassigned)
    places = {"question", "attachment"} if view.question.attachments else {"question"}
    told = any(fact.place in places for fact in parsed.sheet.facts) or parsed.sheet.changed
    if view.turns and tells_nothing(text) and not told:
        return gap_of_unread_fact()
    if all(asked.kind == CAPABILITY for asked in parsed.parts):
        return gap_of_capability(parsed.parts[0].text)
    if all(asked.kind == CALCULATION for asked in parsed.parts):
        return gap_of_inputs(parsed.parts[0].text, parsed.sheet)
    return missing_fact(parsed)


def begin(
    parsed: ParsedQuestion,
    cards: Sequence[ToolCard],
    own_lookup: ParsedQuestion | None = None,
    also: Sequence[tuple[ToolCard, str]] = (),
) -> Thought:
    """The first searches: for the message as one on the hospital's rules, and for every part;
    ``also``: those that people ask for."""
    of_rules = searches_of_parts(own_lookup, cards) if own_lookup else []
    wanted = list(dict.fromkeys([*also, *of_rules, *first_searches(parsed, cards)]))
    if not wanted:
        words = NO_SILO
        gap = Gap(purpose=words.purpose, missing="silo", name=words.name, detail=words.detail)
        return Thought(text=words.detail, gap=gap)
    silos = list(dict.fromkeys(card for card, _ in wanted))
    return Thought(
        text=f"{reading_of(parsed)} I search {titles(silos)}.", actions=searches(wanted, 1)
    )


def go_on(view: View, parsed: ParsedQuestion, cards: Sequence[ToolCard]) -> Thought:
    """Answer when the evidence is enough; else widen; else answer with what there is, or a gap."""
    parts = selections(view, cards, parsed)
    answered = any(sentences_of(chosen, 0) for chosen in parts)
    answered = answered or bool(told_by_tables(parsed, parts, is_answered=False))
    searched = frozenset(seen.tool.removeprefix("search_") for seen in observations(view))
    wanted = []
    if len(view.steps) < MOST_STEPS and view.steps_left > 1:
        wanted = wider_searches(view, parsed, parts, cards, searched)
    if wanted:
        silos = list(dict.fromkeys(card for card, _ in wanted))
        few = "I look for more in" if answered else "Nothing found answers it yet; I look in"
        return Thought(
            text=f"{few} {titles(silos)}.", actions=searches(wanted, len(view.steps) + 1)
        )
    if answered:
        number = sum(len(chosen.answers) for chosen in parts)
        return Thought(text=f"{count_of(number, 'statement')} found; I answer.")
    gap = gap_of_parts(parts[: len(parsed.parts)], parsed, view, cards)
    return Thought(text="No statement of the sources answers this.", gap=gap)


def wider_searches(
    view: View,
    parsed: ParsedQuestion,
    parts: Sequence[PartHits],
    cards: Sequence[ToolCard],
    searched: frozenset[str],
) -> list[tuple[ToolCard, str]]:
    """Searches, as (card, query), for parts that are not answered fully, and for options found."""
    is_open = any(not sentences_of(each, 0) for each in parts[: len(parsed.parts)])
    wanted = left_of_first(parsed, cards, view) if is_open else []
    for part, asked in enumerate(parsed.parts):
        wanted += next_records(view, asked, part, cards)
    for chosen in parts[: len(parsed.parts)]:
        enough = ENOUGH_FOR_A_CHOICE if chosen.asked.is_choice else ENOUGH
        heard = chosen.answers and says_topics(chosen)
        if (len(chosen.answers) < enough or not heard) and may_widen(view, chosen):
            query = query_of(chosen.asked, parsed, wide=True)
            wanted += [(card, query) for card in more_silos(chosen.asked, cards, searched)]
            wanted += searches_for_more_options(chosen.asked, parsed, cards)
    wanted += searches_on_options(parsed, parts, cards)
    unanswered = {
        n
        for n, chosen in enumerate(parts)
        if chosen.unconnected_facts or not sentences_of(chosen, 0)
    }
    wanted += searches_for_limits(parsed, unanswered, cards)
    relaxed = (
        each
        for n, each in parsed.relaxed
        if n in unanswered or parts[n].asked == each
        if each.is_choice and each.text != parsed.parts[n].text
    )
    for each in relaxed:
        wanted += first_searches(replace(parsed, parts=(each,)), cards)
    before = {
        (action.tool, action.arguments.get("query"))
        for step in view.steps
        for action in step.thought.actions
    }
    return [(card, query) for card, query in wanted if (card.name, query) not in before]


def says_topics(chosen: PartHits) -> bool:
    """Whether one answer says every topic word of the part. If not, another silo may say more."""
    return any(
        chosen.asked.topics <= stems(" ".join([each.words, *(c.title for c in each.citations)]))
        for each in chosen.answers
    )


def searches_on_options(
    parsed: ParsedQuestion, parts: Sequence[PartHits], cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches, as (card, query), in labels of the options for the patient's drugs and organs."""
    options = list(dict.fromkeys(drug for chosen in parts for drug in drugs_to_look_up(chosen)))
    return [
        (card, asked.text if asked.option else f"{' '.join(options[:MOST_OPTIONS])} {asked.text}")
        for asked in parsed.follow_ups
        if options and asked.kind != OPEN
        for card in cards
        if card.role == "label"
    ]


def may_widen(view: View, chosen: PartHits) -> bool:
    """Whether further silos are searched for a part. A part with an answer is widened once. So is a
    part that names nothing clinical."""
    if chosen.answers and len(view.steps) >= 2:
        return False
    asked = chosen.asked
    named = asked.drugs or asked.genes or asked.tumours or asked.trials or asked.about
    return bool(named) or len(view.steps) < 2
