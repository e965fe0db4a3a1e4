"""The whole way from a stored question to its ending."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from agents.cores import Core
from agents.journal.view import question_of, seconds_spent, since_resumption
from agents.journal.writer import JournalWriter, Narrate
from agents.memory.database import Memory
from agents.memory.leases import Lease
from agents.run.interruption import supervise
from agents.run.limits import Limits
from agents.run.loop import Run
from agents.run.sealed_channels import SealedChannels
from agents.run.tools.calling import Library, Tools
from agents.turns import Ending, Failed, View


class Answerer:
    """Answers stored questions, one call per run; calls may go on side by side."""

    def __init__(
        self,
        *,
        memory: Memory,
        core: Core,
        silos: Library,
        limits: Limits,
        sealed: SealedChannels | None = None,
        removes: Callable[[str], bool] | None = None,
    ) -> None:
        """``removes``: whether, in a channel, sentences that are not verified are removed; without
        it they are marked."""
        self._memory = memory
        self._core = core
        self._silos = silos
        self._limits = limits
        self._sealed = sealed
        self._removes = removes

    async def answer(self, run_id: str, *, narrate: Narrate) -> Ending:
        """Bring a run to its ending, from wherever its journal stands. A run that ended in a gap,
        and to which somebody added a fact since, goes on.

        Waits while another worker holds the run. Narrates at the start and after every row.
        Safe to call again after a crash anywhere: finished actions are not repeated. Raises
        RunUnknown, LeaseLost, MemoryUnavailable, and whatever *narrate* raises."""
        async with self._memory.lease(run_id) as lease:
            journal = await self._open_journal(lease, narrate)
            view = journal.view
            if view.ending is not None:
                return view.ending
            seconds = self._limits.seconds - seconds_spent(since_resumption(journal.events))
            async with supervise(lease, seconds) as guard:
                channel = view.question.thread.channel
                core, silos = self._parts_for(channel)
                tools = Tools(library=silos, core=core, earlier=self._earlier_runs(view))
                run = Run(
                    journal=journal,
                    core=core,
                    tools=tools,
                    guard=guard,
                    limits=self._limits,
                    removes=self._removes is not None and self._removes(channel),
                )
                return await run.run()

    async def give_up(self, run_id: str, ending: Failed, *, narrate: Narrate) -> Ending:
        """End a run that cannot be brought to an ending of its own. If it has one, that stands."""
        async with self._memory.lease(run_id) as lease:
            journal = await self._open_journal(lease, narrate)
            view = journal.view
            if view.ending is not None:
                return view.ending
            await journal.write(ending)
            return ending

    async def _open_journal(self, lease: Lease, narrate: Narrate) -> JournalWriter:
        """The journal with all its rows read, narrated as the run is now."""
        events = await lease.load_after(0)
        turns, earlier = await self._memory.thread_before(lease.run_id, question_of(events).thread)
        journal = JournalWriter(lease, turns, self._limits.steps, narrate, earlier)
        await journal.open(events)
        return journal

    def _parts_for(self, channel: str) -> tuple[Core, Library]:
        """Who answers in a channel, from which silos."""
        if self._sealed is not None and self._sealed.includes(channel):
            return self._sealed.core, self._sealed.silos
        return self._core, self._silos

    def _earlier_runs(self, view: View) -> Callable[[], Awaitable[Sequence[View]]]:
        """The runs of the thread's earlier questions, newest first, loaded when asked for."""

        async def load() -> Sequence[View]:
            return [await self._memory.view(turn.run_id) for turn in reversed(view.turns)]

        return load
