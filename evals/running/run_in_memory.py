"""A run of the agent with its journal in memory: what an evaluation asks needs no database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from agents.cores import Core
from agents.journal.codec import entry_of
from agents.journal.entry import Entry, Event
from agents.journal.hash_chain import row_hash
from agents.journal.writer import JournalWriter
from agents.run.interruption import RunGuard
from agents.run.limits import Limits
from agents.run.loop import Run
from agents.run.tools.analyses import CodeTools
from agents.run.tools.calling import Tools
from agents.turns import Question, View
from evals.running.silos import EmptySilos
from retrieval.search.contract import Library


class MemoryRows:
    """The rows of one run."""

    def __init__(self, run_id: str) -> None:
        self._run_id = run_id
        self._rows: list[Event] = []

    @property
    def last_seq(self) -> int:
        return len(self._rows)

    async def load_after(self, seq: int) -> tuple[Event, ...]:
        """The rows behind one."""
        return tuple(self._rows[seq:])

    async def append(self, entry: Entry) -> Event:
        """Write a row, through JSON as a database does it."""
        entry = replace(entry, payload=json.loads(json.dumps(entry.payload)))
        seq, at = len(self._rows) + 1, datetime.now(UTC)
        before = self._rows[-1].hash if self._rows else ""
        digest = row_hash(self._run_id, seq, entry, at, before)
        row = Event(run_id=self._run_id, seq=seq, entry=entry, at=at, prev_hash=before, hash=digest)
        self._rows.append(row)
        return row


async def run_in_memory(
    question: Question,
    core: Core,
    code: CodeTools | None,
    limits: Limits,
    library: Library | None = None,
) -> View:
    """The whole run, to its ending; without a library there is nothing to search."""
    rows = MemoryRows(str(question.thread))
    await rows.append(entry_of(question, call_id="question"))
    journal = JournalWriter(rows, (), limits.steps, _narrate_nothing)
    await journal.open(await rows.load_after(0))
    tools = Tools(library=library or EmptySilos(), core=core, earlier=_no_runs, code=code)
    guard = RunGuard(limits.seconds)
    await Run(journal=journal, core=core, tools=tools, guard=guard, limits=limits).run()
    return journal.view


async def _narrate_nothing(view: View) -> None:
    """Nobody looks on."""


async def _no_runs() -> Sequence[View]:
    return ()
