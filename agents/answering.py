"""The whole way from a stored question to its ending."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

from agents.cores import Core
from agents.journal.entry import Event
from agents.journal.messages_of_run import question_of, since_resumption
from agents.journal.run_progress import seconds_spent
from agents.journal.writer import JournalWriter, Narrate
from agents.memory.database import Memory
from agents.memory.leases import Lease
from agents.run.interruption import supervise
from agents.run.later_documents import later_documents
from agents.run.limits import Limits
from agents.run.loop import Run
from agents.run.rules import FewerSilos, RulesOf, RunRules
from agents.run.sealed_channels import SealedParts
from agents.run.tools.analyses import CodeTools
from agents.run.tools.calling import Tools
from agents.turns import Ending, Failed, ThreadKey, View
from retrieval.documents import Document
from retrieval.search.contract import Library


class Answerer:
    """Answers stored questions, one call per run; calls may go on side by side."""

    def __init__(  # noqa: PLR0913 - it joins the parts of a run
        self,
        *,
        memory: Memory,
        core: Core,
        silos: Library,
        limits: Limits,
        sealed: SealedParts | None = None,
        rules: RulesOf | None = None,
        code: CodeTools | None = None,
        reader: Core | None = None,
    ) -> None:
        """``rules``: what holds in the channel of a question; without it nothing special.
        ``sealed``: for questions of which nothing may go to models of others. ``code``: what a
        model computes with on tables, where code can be run. ``reader``: who reads what came after
        an answer; without it the core."""
        self._memory = memory
        self._core = core
        self._silos = silos
        self._limits = limits
        self._sealed = sealed
        self._rules = rules
        self._code = code
        self._reader = reader or core

    async def answer(self, run_id: str, *, narrate: Narrate) -> Ending:
        """Bring a run to its ending, from wherever its journal stands. A run that ended in a gap,
        and to which somebody added a fact since, goes on.

        Waits while another worker holds the run. Narrates at the start and after every row.
        Safe to call again after a crash anywhere: finished actions are not repeated. Raises
        RunUnknown, LeaseLost, MemoryUnavailable, and whatever *narrate* raises."""
        async with self._memory.lease(run_id) as lease:
            events = await lease.load_after(0)
            rules = await self._rules_for(question_of(events).thread)
            limits = self._limits.with_steps(rules.steps)
            journal = await self._open_journal(lease, events, limits, narrate)
            view = journal.view
            if view.ending is not None:
                return view.ending
            seconds = self._limits.seconds - seconds_spent(since_resumption(journal.events))
            async with supervise(lease, seconds) as guard:
                core, silos, code = self._parts_for(view, rules)
                earlier = self._earlier_runs(view)
                tools = Tools(library=silos, core=core, earlier=earlier, code=code)
                run = Run(
                    journal=journal,
                    core=core,
                    tools=tools,
                    guard=guard,
                    limits=limits,
                    removes=rules.removes,
                    left_out=silos.left_out if isinstance(silos, FewerSilos) else (),
                )
                return await run.run()

    async def give_up(self, run_id: str, ending: Failed, *, narrate: Narrate) -> Ending:
        """End a run that cannot be brought to an ending of its own. If it has one, that stands."""
        async with self._memory.lease(run_id) as lease:
            events = await lease.load_after(0)
            journal = await self._open_journal(lease, events, self._limits, narrate)
            view = journal.view
            if view.ending is not None:
                return view.ending
            await journal.write(ending)
            return ending

    async def later_documents(
        self, view: View, new: Collection[tuple[str, str]]
    ) -> tuple[Document, ...]:
        """Those of *new*, by silo and id, that the searches of a run find now and that answer its
        question. Writes nothing."""
        rules = await self._rules_for(view.question.thread)
        _, silos, _ = self._parts_for(view, rules)
        return await later_documents(view, silos, self._reader, new)

    async def _open_journal(
        self, lease: Lease, events: Sequence[Event], limits: Limits, narrate: Narrate
    ) -> JournalWriter:
        """The journal with all its rows read, narrated as the run is now."""
        turns, earlier = await lease.thread_before(question_of(events).thread)
        journal = JournalWriter(lease, turns, limits.steps, narrate, earlier)
        await journal.open(events)
        return journal

    async def _rules_for(self, thread: ThreadKey) -> RunRules:
        return await self._rules(thread) if self._rules else RunRules()

    def _parts_for(self, view: View, rules: RunRules) -> tuple[Core, Library, CodeTools | None]:
        """Who answers a question, from which silos, and with what it computes."""
        core, silos, code = self._core, self._silos, self._code
        if self._sealed is not None and (rules.sealed or view.question.is_sealed):
            core, silos, code = self._sealed.core, self._sealed.silos, self._sealed.code
        if code is not None:
            code = replace(code, shows_results=rules.shows_results)
        return core, FewerSilos(silos, rules.without) if rules.without else silos, code

    def _earlier_runs(self, view: View) -> Callable[[], Awaitable[Sequence[View]]]:
        """The runs of the thread's earlier questions, newest first, loaded when asked for."""

        async def load() -> Sequence[View]:
            return [await self._memory.view(turn.run_id) for turn in reversed(view.turns)]

        return load
