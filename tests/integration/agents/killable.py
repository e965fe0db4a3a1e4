"""A worker of its own process that is killed hard at a given row of the journal.

``python -m tests.integration.agents.killable URL RUN SEQ LOG``: answers the run; when the row SEQ
has been written, kills itself before anybody is told. Every search that comes back is a line of
LOG. SEQ 0: never."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from agents.answering import Answerer
from agents.journal.entry import Event
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.turns import Thought, View
from retrieval.outcomes import Outcome
from retrieval.sql import Database
from tests.fakes import MemorySilos, ScriptedCore, search
from tests.sample_documents import DOCUMENTS

SCRIPT = (
    Thought(
        text="Three places to look.",
        actions=(
            search("clinical_trials", "alpha"),
            search("pubmed", "alpha"),
            search("drug_information", "nothing that exists"),
        ),
    ),
    Thought(text="And the label.", actions=(search("drug_information", "alpha dose"),)),
)


@dataclass(slots=True)
class LoggedSilos(MemorySilos):
    """Silos that write every search that came back into a file."""

    path: Path = Path()

    async def search(self, silo: str, query: str) -> Outcome:
        # Lands in the order of the actions, so that every walk sees the same rows.
        await asyncio.sleep(0.02 * (1 + len(silo) % 3))
        outcome = await MemorySilos.search(self, silo, query)
        with self.path.open("a") as log:
            log.write(f"{silo} {query}\n")
        return outcome


async def work(url: str, run_id: str, kill_at: int, log: Path) -> None:
    database = Database(url)
    memory = Memory(database)

    async def narrate(view: View) -> None:
        events: tuple[Event, ...] = await memory.events(run_id)
        if events[-1].seq == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    silos = LoggedSilos(documents=DOCUMENTS, path=log)
    answerer = Answerer(memory=memory, core=ScriptedCore(SCRIPT), silos=silos, limits=Limits())
    await answerer.answer(run_id, narrate=narrate)
    await database.close()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4])))
