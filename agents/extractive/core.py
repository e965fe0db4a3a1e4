"""The core that quotes: it recognises, searches, and answers in the sources' own sentences."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agents.cores import (
    NO_HIGHLIGHTS,
    DraftListener,
    Highlights,
    StepSummary,
    ToolCard,
    ignore_draft,
)
from agents.extractive.answering import draft, speaks_to_all, unavailable
from agents.extractive.choosing import chosen, evidence, observations
from agents.extractive.context import Standing, standing_question
from agents.extractive.gaps import (
    gap_of_empty_question,
    gap_of_language,
    gap_of_no_step,
    gap_of_nothing,
    missing_fact,
)
from agents.extractive.language import foreign_language
from agents.extractive.needs import Need, understand
from agents.extractive.planning import (
    first_silos,
    more_silos,
    query_of,
    searches,
    widened_query,
)
from agents.extractive.reading import insights
from agents.extractive.small_talk import asks_about_steps, reply_to, small_talk, step_asked
from agents.turns import Action, Arguments, Draft, Gap, Reading, Thought, View
from retrieval.documents import Document

MOST_STEPS = 3
ENOUGH, ENOUGH_FOR_A_CHOICE = 2, 4
"""Quotes that support an answer fully, from which on no further silos are searched."""
FULL = 0.7
"""Support from which on a quote speaks to all of the question."""
STEPS_SHOWN = 3


class ExtractiveCore:
    """Deterministic and without a model. It cannot invent a word; it can only fail to find one.

    All of it is work for the processor, so it is done in a thread: the event loop that renews
    leases and sends messages goes on meanwhile."""

    @property
    def name(self) -> str:
        return "extractive"

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        """Search, widen, or end: all follows from the question and what was observed."""
        return await asyncio.to_thread(next_thought, view, cards)

    async def read(
        self,
        query: str,
        documents: Sequence[Document],
        card: ToolCard,
        highlights: Highlights = NO_HIGHLIGHTS,
    ) -> Reading:
        """The documents' own sentences that support an answer to the query."""
        return await asyncio.to_thread(read_documents, query, documents, highlights)

    async def answer(
        self, view: View, cards: Sequence[ToolCard], on_draft: DraftListener = ignore_draft
    ) -> Draft:
        """The sentences found, best first, and what was not found."""
        return await asyncio.to_thread(draft, view, cards)

    async def compress(self, view: View) -> StepSummary:
        """The citations of the folded steps, by key and title."""
        lines = [f"{key}: {citation.quote}" for key, citation in view.citations.items()]
        return StepSummary(text="\n".join(lines))


def next_thought(view: View, cards: Sequence[ToolCard]) -> Thought:
    """Search, widen, or end: all follows from the question and what was observed."""
    if asks_about_steps(view.question.text, cards):
        return look_back(view, cards)
    if kind := small_talk(view.question.text, cards):
        said = "This is no clinical question; there is nothing to look up."
        return Thought(text=said, reply=reply_to(kind))
    if gap := gap_before_searching(view, cards):
        return Thought(text=gap.detail, gap=gap)
    standing = standing_question(view, cards)
    need = understand(standing.text)
    if not view.steps:
        return begin(standing, need, cards)
    return go_on(view, standing, need, cards)


def read_documents(query: str, documents: Sequence[Document], highlights: Highlights) -> Reading:
    """The documents' own sentences that support an answer to the query."""
    return Reading(insights=insights(understand(query), documents, highlights))


def gap_before_searching(view: View, cards: Sequence[ToolCard]) -> Gap | None:
    """The gap that can be told from the question alone."""
    text = view.question.text.strip()
    if not any(letter.isalnum() for letter in text):
        return gap_of_empty_question()
    if language := foreign_language(text):
        return gap_of_language(language)
    return missing_fact(understand(standing_question(view, cards).text))


def look_back(view: View, cards: Sequence[ToolCard]) -> Thought:
    """Open the steps that somebody asks about."""
    if view.steps:
        return Thought(text="The step is open; I tell what it asked and found.")
    if not view.turns:
        gap = gap_of_no_step()
        return Thought(text=gap.detail, gap=gap)
    asked = step_asked(view.question.text, cards)
    numbers = [asked.number] if asked.number else list(range(1, STEPS_SHOWN + 1))
    only: Arguments = {"tool": asked.tool} if asked.tool else {}
    actions = tuple(
        Action(
            call_id=f"s1a{index}",
            tool="open_step",
            arguments={"step": number, "run": "previous", **only},
        )
        for index, number in enumerate(numbers, start=1)
    )
    return Thought(text="This asks about an earlier step; I open it.", actions=actions)


def begin(standing: Standing, need: Need, cards: Sequence[ToolCard]) -> Thought:
    """The first searches."""
    silos = first_silos(need, cards)
    if not silos:
        gap = gap_of_nothing(need, (), ())
        return Thought(text="There is no silo to search.", gap=gap)
    return Thought(
        text=f"{reading_of(standing, need)} I search {titles(silos)}.",
        actions=searches(silos, query_of(standing.text, need), 1),
    )


def go_on(view: View, standing: Standing, need: Need, cards: Sequence[ToolCard]) -> Thought:
    """Answer when the evidence is enough; else widen; else answer with what there is, or a gap."""
    kept = chosen(evidence(view, need, cards), need)
    enough = ENOUGH_FOR_A_CHOICE if need.kind_name == "therapy" else ENOUGH
    full = sum(found.score >= FULL for found in kept) >= enough
    if full and (len(view.steps) > 1 or speaks_to_all(need, kept)):
        return Thought(text=f"{count(len(kept), 'quote')} speak to the question; I answer.")
    searched = frozenset(seen.tool.removeprefix("search_") for seen in observations(view))
    silos = more_silos(need, cards, searched)
    if silos and len(view.steps) < most_steps(need) and view.steps_left > 1:
        few = "Nothing found speaks to the question yet" if not kept else "The evidence is thin"
        return Thought(
            text=f"{few}; I widen to {titles(silos)}.",
            actions=searches(silos, widened_query(standing.text, need), len(view.steps) + 1),
        )
    if kept:
        return Thought(
            text=f"{count(len(kept), 'quote')} found; no silo is left that may add to it."
        )
    by_silo = {card.silo: card.title for card in cards}
    down = unavailable(view)
    names = [
        by_silo.get(silo, silo)
        for silo in dict.fromkeys(seen.tool.removeprefix("search_") for seen in observations(view))
        if silo.replace("_", " ") not in down
    ]
    gap = gap_of_nothing(need, names, down)
    return Thought(text="No sentence of the sources supports an answer.", gap=gap)


def most_steps(need: Need) -> int:
    """A question that names nothing clinical is not carried from silo to silo."""
    if need.found:
        return MOST_STEPS
    return 1 if need.kind_name in {"general", "definition"} else 2


def reading_of(standing: Standing, need: Need) -> str:
    """How the question was understood, in a sentence."""
    kind = {"general": "a question", "trial_result": "a question on trial results"}.get(
        need.kind_name, f"a question on {need.kind_name}"
    )
    names = names_once(need)
    about = f" about {', '.join(names)}" if names else ""
    taken = " (partly from the thread)" if standing.taken_over else ""
    return f"I read {kind}{about}{taken}."


def names_once(need: Need) -> list[str]:
    """What the question names, without names that stand inside others ("HER2" in "HER2-low")."""
    mentions = need.found.mentions
    outer = [
        m
        for m in mentions
        if not any(
            o.start <= m.start and m.end <= o.end and len(o.text) > len(m.text) for o in mentions
        )
    ]
    return list(dict.fromkeys(m.name if m.guessed else m.text for m in outer))


def titles(cards: Sequence[ToolCard]) -> str:
    names = [card.title for card in cards]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
