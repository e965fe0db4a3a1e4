"""A whole run of a core over documents in memory, as a worker would do it, without a database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.cores import Core
from agents.facts.read_sheet import Message
from agents.journal.codec import Addition, entry_of
from agents.journal.writer import JournalWriter
from agents.run.interruption import RunGuard
from agents.run.limits import Limits
from agents.run.loop import Run
from agents.run.tools.calling import Tools
from agents.turns import Attachment, Ending, Question, Steering, Turn, View
from retrieval.search.contract import Library
from tests.fakes import MemoryJournal, MemorySilos, Narrator
from tests.sample_documents import DOCUMENTS, THREAD

LIMITS = Limits(steps=4)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Everything that can come into a run from outside."""

    text: str = "What does drug alpha do in gene beta?"
    files: tuple[Attachment, ...] = ()
    earlier: tuple[Message, ...] = ()
    turns: tuple[Turn, ...] = ()
    added: tuple[str, ...] = ()
    steered: tuple[Steering, ...] = ()
    silos: Library = field(default_factory=lambda: MemorySilos(DOCUMENTS))


@dataclass(frozen=True)
class Ran:
    """How a run ended, and what it did."""

    ending: Ending
    view: View

    @property
    def called(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Every tool that was called, with its arguments."""
        steps = self.view.all_steps
        return tuple((a.tool, dict(a.arguments)) for s in steps for a in s.thought.actions)


async def run_whole(
    core: Core, asked: Asked, *, removes: bool = False, limits: Limits = LIMITS
) -> Ran:
    """Ask and wait for the ending."""
    question = Question(thread=THREAD, asker="U0ANA", text=asked.text, attachments=asked.files)
    journal = MemoryJournal("run", question)
    for number, text in enumerate(asked.added):
        await journal.append(entry_of(Addition(text=text, by="U0BEN"), call_id=f"added{number}"))
    for steering in asked.steered:
        await journal.append(entry_of(steering))
    writer = JournalWriter(journal, asked.turns, limits.steps, Narrator(), asked.earlier)
    await writer.open(await journal.load_after(0))

    async def load() -> Sequence[View]:
        return ()

    run = Run(
        journal=writer,
        core=core,
        tools=Tools(library=asked.silos, core=core, earlier=load),
        guard=RunGuard(limits.seconds),
        limits=limits,
        removes=removes,
    )
    return Ran(await run.run(), run.journal.view)


def tools_of(request: dict[str, Any]) -> set[str]:
    """Names of the tools that a request offers, of any provider's form."""
    return {tool.get("name") or tool["function"]["name"] for tool in request.get("tools", ())}


def words_of(request: dict[str, Any]) -> str:
    """Everything that a request says, as one text."""
    return json.dumps(request, ensure_ascii=False).replace("\\n", "\n").replace('\\"', '"')
