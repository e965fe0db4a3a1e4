"""What the core may do: search a silo, open a document, open an earlier step, declare a gap.

Whatever goes wrong becomes an observation that says so; no exception leaves :meth:`Tools.act`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from agents.checking.documents.contradicted_gaps import GapContradiction, contradiction_of
from agents.checking.documents.shown_documents import without_repeats
from agents.cores import DECLARE_GAP, OPEN_DOCUMENT, Core, ToolCard
from agents.errors import (
    AgentError,
    LeaseLost,
    MemoryUnavailable,
    ModelError,
    ReadingTooSlow,
)
from agents.journal.run_progress import repeat_of
from agents.run.shown_documents import ShownDocuments
from agents.run.steered_step import LEFT_OUT, left_out
from agents.run.tools.analyses import CodeTools
from agents.run.tools.cards import tool_cards
from agents.run.tools.document_reader import DocumentReader
from agents.run.tools.earlier_steps import open_step
from agents.run.tools.lookups import LOOKUPS, look_up
from agents.run.tools.named_documents import named_document, not_seen_message
from agents.run.tools.observing import observation_of
from agents.run.tools.searching import (
    NarrowedSearch,
    narrowed_by,
    nothing_left,
    with_rest,
)
from agents.run.tools.validation import call_problem
from agents.turns import (
    OPEN_STEP,
    Action,
    Citation,
    Gap,
    Missing,
    Observation,
    View,
)
from agents.turns.computing.code_runs import ANALYSIS_TOOLS
from agents.turns.personal import personal_of
from retrieval.documents import DocumentRef
from retrieval.errors import DocumentUnknown, RetrievalError, SiloUnavailable
from retrieval.outcomes import Data, Empty, Outcome, Unavailable
from retrieval.search.contract import Library

log = logging.getLogger(__name__)

LoadEarlierRuns = Callable[[], Awaitable[Sequence[View]]]
"""The runs of the thread's earlier questions, newest first."""


class Tools:
    """The tools of one run: their cards, and what each does."""

    def __init__(
        self,
        *,
        library: Library,
        core: Core,
        earlier: LoadEarlierRuns,
        code: CodeTools | None = None,
    ) -> None:
        """``code``: what a model computes with on the tables of the thread, where it may."""
        self._library = library
        self._earlier = earlier
        self._code = code
        of_code = code.cards() if code else ()
        self.cards: tuple[ToolCard, ...] = (*tool_cards(library.cards), *of_code)
        self._by_name = {card.name: card for card in self.cards}
        roles = {card.silo: card.role for card in self.cards if card.silo}
        self.shown = ShownDocuments(library, roles)
        self._reader = DocumentReader(core, self.shown)

    def searched_titles(self, view: View) -> tuple[str, ...]:
        """Titles of the silos that the run has searched and that answered, in order."""
        seen_of = (seen for step in view.all_steps for seen in step.observations)
        tools = (seen.tool for seen in seen_of if seen.outcome != "unavailable")
        cards = (self._by_name[tool] for tool in tools if tool in self._by_name)
        return tuple(dict.fromkeys(card.title for card in cards if card.silo))

    def misused_in_a_row(self, view: View) -> int:
        """How many of the newest steps did nothing but call tools wrongly: such as there are none,
        or without what they need."""
        count = 0
        for step in reversed(view.steps):
            actions = step.thought.actions
            if not actions or not all(call_problem(each, self.cards) for each in actions):
                break
            count += 1
        return count

    async def against_declared_gap(self, view: View) -> GapContradiction | None:
        """What speaks against the gap that the newest thought declares by a call."""
        called = _called_gap(view)
        if called is None:
            return None
        shown = await self.shown.fill(view)
        return await asyncio.to_thread(contradiction_of, called, shown, self.shown.roles)

    async def act(self, action: Action, view: View, seconds: float) -> Observation:
        """Do one action; see the module's first lines for what becomes of a failure.

        Citations have no keys yet: :func:`with_citation_keys` gives them. Raises only
        :class:`agents.errors.LeaseLost` and :class:`agents.errors.MemoryUnavailable`."""
        started = time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                observation = await self._act(action, view)
        except TimeoutError:
            # What the source found was being read: that was slow, not the source.
            if self._reader.is_reading(action):
                observation = _unread(action, ReadingTooSlow())
            else:
                detail = f"It did not answer within {seconds:.0f} seconds."
                observation = observation_of(action, "unavailable", detail)
        except SiloUnavailable:
            observation = observation_of(action, "unavailable", "The silo did not answer.")
        except (LeaseLost, MemoryUnavailable):
            raise
        except ModelError as error:
            observation = _unread(action, error)
        except AgentError as error:
            observation = observation_of(action, "error", error.sentence)
        except Exception as error:  # noqa: BLE001 - a broken tool is an observation, not an end
            log.error("tool failed", extra={"tool": action.tool, "error": type(error).__name__})
            observation = observation_of(action, "error", "Something went wrong inside this tool.")
        return replace(observation, seconds=round(time.monotonic() - started, 3))

    async def _act(self, action: Action, view: View) -> Observation:
        if self._code is not None and action.tool in ANALYSIS_TOOLS:
            return await self._code.act(action, view)
        if problem := call_problem(action, self.cards):
            return observation_of(action, "error", problem)
        if self._by_name[action.tool].silo in left_out(view):
            return observation_of(action, "stopped", LEFT_OUT)
        if (step := repeat_of(view, action)) is not None:
            return observation_of(action, "error", _repeat_message(step.number))
        if action.tool == DECLARE_GAP:
            against = await self.against_declared_gap(view)
            return observation_of(action, "error", against.refusal if against else "")
        if action.tool == OPEN_DOCUMENT:
            return await self._open_document(action, view)
        if action.tool == OPEN_STEP:
            return await open_step(action, view, self._earlier, self._by_name)
        if action.tool in LOOKUPS:
            return await asyncio.to_thread(look_up, action, view)
        return await self._search(action, self._by_name[action.tool], view)

    async def _search(self, action: Action, card: ToolCard, view: View) -> Observation:
        # Who the patient is finds no document, and a store or an embedder need not know it.
        asked = personal_of(view).blank(str(action.arguments["query"]))
        narrowed = narrowed_by(action, card.silo, view)
        match await self._find_in_silo(card.silo, asked, narrowed):
            case Empty(reason):
                return observation_of(action, "empty", nothing_left(reason, narrowed))
            case Unavailable(reason):
                return observation_of(action, "unavailable", reason)
            case Data(found) as data:
                highlights = {hit.document.ref: hit.spans for hit in found if hit.spans}
                documents = [hit.document for hit in found]
                read = await self._reader.observe(action, documents, card, view, highlights)
                return with_rest(read, data)

    async def _find_in_silo(self, silo: str, asked: str, narrowed: NarrowedSearch) -> Outcome:
        if not narrowed:
            return await self._library.search(silo, asked)
        return await self._library.search(silo, asked, filters=narrowed.filters, seen=narrowed.seen)

    async def _open_document(self, action: Action, view: View) -> Observation:
        views = [view]
        ref = named_document(action.arguments, views)
        if ref is None:
            views += await self._earlier()
            ref = named_document(action.arguments, views)
        if ref is None:
            return observation_of(action, "error", not_seen_message(action.arguments, views))
        try:
            document = await self._library.open(ref)
        except DocumentUnknown as error:
            return observation_of(action, "empty", _message_of(error))
        card = self._card_of(ref.silo, action)
        return await self._reader.observe(action, [document], card, view)

    def _card_of(self, silo: str, action: Action) -> ToolCard:
        """The card of the silo that a document is opened from, under the name of the tool."""
        found = (card for card in self.cards if card.silo == silo)
        return replace(next(found, self._by_name[action.tool]), name=action.tool)


def with_citation_keys(observation: Observation, view: View) -> Observation:
    """The observation with citation keys that continue the run's; a quote that the run has
    already seen keeps the key it has."""
    observation = without_repeats(observation, view.steps[view.hidden :])
    known = _known_places(view)
    findings = []
    for finding in observation.findings:
        citations = []
        for citation in finding.citations:
            key = known.setdefault(_place(citation), f"c{len(known) + 1}")
            citations.append(replace(citation, key=key))
        findings.append(replace(finding, citations=tuple(citations)))
    shown = []
    for each in observation.offered:
        places = [(span, (each.ref, span.start, span.end)) for span in each.spans]
        spans = tuple(
            replace(span, key=known.setdefault(place, f"c{len(known) + 1}"))
            for span, place in places
        )
        shown.append(replace(each, spans=spans))
    return replace(observation, findings=tuple(findings), offered=tuple(shown))


def _known_places(view: View) -> dict[tuple[DocumentRef, int, int], str]:
    """The stretches that have a key already."""
    known = {_place(citation): key for key, citation in view.citations.items()}
    for step in view.all_steps:
        for shown in (each for seen in step.observations for each in seen.offered):
            known |= {(shown.ref, span.start, span.end): span.key for span in shown.spans}
    return known


def find_declared_gap(view: View) -> Gap | None:
    """The gap that the newest thought declares, whether in words or through the tool."""
    if not view.steps:
        return None
    return view.steps[-1].thought.gap or _called_gap(view)


def _called_gap(view: View) -> Gap | None:
    """The gap of a call that nothing has answered yet."""
    for action in view.steps[-1].pending if view.steps else ():
        if action.tool == DECLARE_GAP and not call_problem(action, tool_cards(())):
            return _gap(action)
    return None


def _gap(action: Action) -> Gap:
    arguments = {name: str(value) for name, value in action.arguments.items()}
    missing: dict[str, Missing] = {"silo": "silo", "capability": "capability", "fact": "fact"}
    return Gap(
        purpose=arguments["purpose"],
        missing=missing[arguments["missing"]],
        name=arguments["name"],
        detail=arguments.get("detail", ""),
    )


def _place(citation: Citation) -> tuple[DocumentRef, int, int]:
    return citation.ref, citation.start, citation.end


def _repeat_message(step: int) -> str:
    return (
        f"This was asked in step {step}, with the same words; what it found stands. "
        "Ask something else, or answer."
    )


def _unread(action: Action, error: ModelError) -> Observation:
    told = observation_of(action, "error", error.sentence)
    return replace(told, failed=type(error).__name__)


def _message_of(error: RetrievalError) -> str:
    return (type(error).__doc__ or "").strip().splitlines()[0]
