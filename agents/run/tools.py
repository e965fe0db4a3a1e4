"""What the core may do: search a silo, open a document, open an earlier step, declare a gap.

Whatever goes wrong becomes an observation that says so; no exception leaves :meth:`Tools.act`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Protocol

from agents.checking.citations import findings_of
from agents.checking.model_quotes import with_judgements
from agents.cores import (
    DECLARE_GAP,
    NO_HIGHLIGHTS,
    OPEN_DOCUMENT,
    Core,
    Highlights,
    ToolCard,
)
from agents.errors import AgentError, LeaseLost, MemoryUnavailable
from agents.journal.view import repeat_of
from agents.run.steps import open_step
from agents.run.tool_specs import SiloLike, tool_cards
from agents.run.tool_validation import call_problem
from agents.turns import (
    OPEN_STEP,
    Action,
    Citation,
    Finding,
    Gap,
    Missing,
    Observation,
    ToolOutcome,
    View,
)
from retrieval.documents import Document, DocumentRef
from retrieval.errors import DocumentUnknown, RetrievalError, SiloUnavailable
from retrieval.outcomes import Data, Empty, Outcome, Unavailable

log = logging.getLogger(__name__)

LoadEarlierRuns = Callable[[], Awaitable[Sequence[View]]]
"""The runs of the thread's earlier questions, newest first."""


class Library(Protocol):
    """The silos, as the tools use them."""

    @property
    def cards(self) -> Sequence[SiloLike]: ...

    async def search(self, silo: str, query: str) -> Outcome: ...

    async def open(self, ref: DocumentRef) -> Document: ...


class Tools:
    """The tools of one run: their cards, and what each does."""

    def __init__(self, *, library: Library, core: Core, earlier: LoadEarlierRuns) -> None:
        self._library = library
        self._core = core
        self._earlier = earlier
        self.cards: tuple[ToolCard, ...] = tool_cards(library.cards)
        self._by_name = {card.name: card for card in self.cards}

    def searched_titles(self, view: View) -> tuple[str, ...]:
        """Titles of the silos that the run has searched, in order."""
        tools = (seen.tool for step in view.all_steps for seen in step.observations)
        cards = (self._by_name[tool] for tool in tools if tool in self._by_name)
        return tuple(dict.fromkeys(card.title for card in cards if card.silo))

    async def act(self, action: Action, view: View, seconds: float) -> Observation:
        """Do one action; see the module's first lines for what becomes of a failure.

        Citations have no keys yet: :func:`with_citation_keys` gives them. Raises only
        :class:`agents.errors.LeaseLost` and :class:`agents.errors.MemoryUnavailable`."""
        started = time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                observation = await self._act(action, view)
        except TimeoutError:
            detail = f"It did not answer within {seconds:.0f} seconds."
            observation = _empty_observation(action, "unavailable", detail)
        except SiloUnavailable:
            observation = _empty_observation(action, "unavailable", "The silo did not answer.")
        except (LeaseLost, MemoryUnavailable):
            raise
        except AgentError as error:
            observation = _empty_observation(action, "error", error.sentence)
        except Exception as error:  # noqa: BLE001 - a broken tool is an observation, not an end
            log.error("tool failed", extra={"tool": action.tool, "error": type(error).__name__})
            observation = _empty_observation(
                action, "error", "Something went wrong inside this tool."
            )
        return replace(observation, seconds=round(time.monotonic() - started, 3))

    async def _act(self, action: Action, view: View) -> Observation:
        if problem := call_problem(action, self.cards):
            return _empty_observation(action, "error", problem)
        if (step := repeat_of(view, action)) is not None:
            return _empty_observation(action, "error", _repeat_message(step.number))
        if action.tool == OPEN_DOCUMENT:
            return await self._open_document(action, view)
        if action.tool == OPEN_STEP:
            return await open_step(action, view, self._earlier, self._by_name)
        return await self._search(action, self._by_name[action.tool], view)

    async def _search(self, action: Action, card: ToolCard, view: View) -> Observation:
        outcome = await self._library.search(card.silo, str(action.arguments["query"]))
        match outcome:
            case Empty(reason):
                return _empty_observation(action, "empty", reason)
            case Unavailable(reason):
                return _empty_observation(action, "unavailable", reason)
            case Data(found, remark):
                highlights = {hit.document.ref: hit.spans for hit in found if hit.spans}
                documents = [hit.document for hit in found]
                read = await self._read(action, documents, card, view, highlights)
                return replace(read, detail=f"{read.detail} {remark}".strip())

    async def _open_document(self, action: Action, view: View) -> Observation:
        silo, name = str(action.arguments["silo"]), str(action.arguments["document_id"])
        ref = _last_seen_version(view, silo, name)
        for run in await self._earlier() if ref is None else ():
            ref = ref or _last_seen_version(run, silo, name)
        if ref is None:
            return _empty_observation(action, "error", _not_seen_message(silo, name))
        try:
            document = await self._library.open(ref)
        except DocumentUnknown as error:
            return _empty_observation(action, "empty", _message_of(error))
        return await self._read(action, [document], self._card_of(silo, action), view)

    def _card_of(self, silo: str, action: Action) -> ToolCard:
        """The card of the silo that a document is opened from."""
        found = (card for card in self.cards if card.silo == silo)
        return next(found, self._by_name[action.tool])

    async def _read(
        self,
        action: Action,
        documents: Sequence[Document],
        card: ToolCard,
        view: View,
        highlights: Highlights = NO_HIGHLIGHTS,
    ) -> Observation:
        query = str(action.arguments["query"])
        reading = await self._core.read(query, documents, card, highlights, view=view)
        # In a thread: each quote is looked up in the whole document.
        quoted = await asyncio.to_thread(findings_of, reading.insights, documents)
        findings = await asyncio.to_thread(
            with_judgements, quoted, documents, view.sheet, card.role
        )
        removed = sum(len(insight.pointers) for insight in reading.insights) - sum(
            len(finding.citations) for finding in quoted
        )
        return Observation(
            call_id=action.call_id,
            tool=action.tool,
            outcome="data" if findings else "empty",
            findings=findings,
            documents=tuple(document.ref for document in documents),
            titles=tuple(document.title for document in documents),
            detail=status_line(len(documents), quoted, removed),
            usage=reading.usage,
            prompt_sha=reading.prompt_sha,
        )


def status_line(documents: int, findings: Sequence[Finding], removed: int) -> str:
    """What an observation amounts to, in a sentence."""
    quotes = sum(len(finding.citations) for finding in findings)
    read = f"Read {_count(documents, 'document')}"
    if not findings:
        line = f"{read}; nothing to quote on this."
    else:
        line = f"{read}: {_count(len(findings), 'finding')}, {_count(quotes, 'quote')}."
    if removed:
        line += f" {_count(removed, 'quote')} did not stand in the text and were left out."
    return line


def with_citation_keys(observation: Observation, view: View) -> Observation:
    """The observation with citation keys that continue the run's; a quote that the run has
    already seen keeps the key it has."""
    known = {_place(citation): key for key, citation in view.citations.items()}
    findings = []
    for finding in observation.findings:
        citations = []
        for citation in finding.citations:
            key = known.setdefault(_place(citation), f"c{len(known) + 1}")
            citations.append(replace(citation, key=key))
        findings.append(replace(finding, citations=tuple(citations)))
    return replace(observation, findings=tuple(findings))


def find_declared_gap(view: View) -> Gap | None:
    """The gap that the newest thought declares, whether in words or through the tool."""
    if not view.steps:
        return None
    step = view.steps[-1]
    if step.thought.gap is not None:
        return step.thought.gap
    for action in step.pending:
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


def _last_seen_version(view: View, silo: str, document_id: str) -> DocumentRef | None:
    for step in reversed(view.all_steps):
        for observation in step.observations:
            for ref in observation.documents:
                if (ref.silo, ref.id) == (silo, document_id):
                    return ref
    return None


def _not_seen_message(silo: str, name: str) -> str:
    return f"No document {name} of {silo} was seen in this thread; search for it first."


def _repeat_message(step: int) -> str:
    return (
        f"This was asked in step {step}, with the same words; what it found stands. "
        "Ask something else, or answer."
    )


def _empty_observation(action: Action, outcome: ToolOutcome, detail: str) -> Observation:
    return Observation(call_id=action.call_id, tool=action.tool, outcome=outcome, detail=detail)


def _message_of(error: RetrievalError) -> str:
    return (type(error).__doc__ or "").strip().splitlines()[0]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
