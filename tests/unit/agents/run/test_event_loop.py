"""A message that takes long to read does not hold up the event loop, which renews leases and
sends messages meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import TypeVar

from agents.cores import Core
from agents.extractive.core import THREADS, ExtractiveCore
from agents.extractive.question import parsing
from agents.facts import read_sheet
from agents.journal.writer import JournalWriter
from agents.run.interruption import RunGuard
from agents.run.limits import Limits
from agents.run.loop import Run
from agents.run.tools.calling import Tools
from agents.turns import Draft, DraftSentence, Ending, Failed, Thought, View
from names.clinical.readers import read_clinical
from names.recognise import recognise, recognise_passage
from retrieval.documents import Document
from tests.fakes import MemoryJournal, MemorySilos, Narrator, ScriptedCore, search
from tests.sample_documents import DOCUMENTS, QUESTION

FEWEST = 200
"""Ticks while a long message is worked with. The interpreter's threads take turns of 5 ms, and in
each turn the loop comes round many times. A loop that is held up ticks only where a run awaits
something by itself, some forty times here, however long the message is."""
MANY_NAMES = "olapirib in HER2-low BRCA1 V600E? " * 600
T = TypeVar("T")


class Ticker:
    """Counts how often the event loop comes round."""

    def __init__(self) -> None:
        self.ticks = 0

    async def count(self) -> None:
        while True:
            self.ticks += 1
            await asyncio.sleep(0)


async def ticks_during(work: Coroutine[object, object, T]) -> tuple[int, T]:
    ticker = Ticker()
    counting = asyncio.create_task(ticker.count())
    try:
        found = await work
    finally:
        counting.cancel()
    return ticker.ticks, found


async def nothing_earlier() -> Sequence[View]:
    return ()


def forget() -> None:
    """Names that an earlier test had recognised are not recognised anew."""
    for remembered in (
        recognise,
        recognise_passage,
        read_clinical,
        read_sheet._read,
        parsing._parse_cached,
    ):
        remembered.cache_clear()


async def run_to_its_end(question: str, core: Core | None = None) -> Ending:
    core = core or ExtractiveCore()
    silos = MemorySilos(DOCUMENTS)
    journal = MemoryJournal("run", replace(QUESTION, text=question))
    run = Run(
        journal=JournalWriter(journal, (), Limits().steps, Narrator()),
        core=core,
        tools=Tools(library=silos, core=core, earlier=nothing_earlier),
        guard=RunGuard(Limits().seconds),
        limits=Limits(),
    )
    await run.journal.open(await journal.load_after(0))
    return await run.run()


async def test_a_run_on_forty_thousand_hostile_characters_leaves_the_event_loop_free() -> None:
    forget()
    ticks, ending = await ticks_during(run_to_its_end("A-" * 20_000))
    assert not isinstance(ending, Failed)
    assert ticks >= FEWEST


async def test_checking_a_long_answer_leaves_the_event_loop_free() -> None:
    forget()
    text = MANY_NAMES
    core = ScriptedCore(
        [Thought(text="Hm.", actions=(search("pubmed", "alpha"),)), Thought(text="I answer.")],
        draft=lambda view: Draft(
            sentences=tuple(DraftSentence(text=text, keys=(key,)) for key in view.citations)
        ),
    )
    ticks, ending = await ticks_during(run_to_its_end("What is alpha?", core))
    assert isinstance(ending, Failed)
    assert ticks >= FEWEST


async def test_reading_long_documents_leaves_the_event_loop_free() -> None:
    forget()
    text = MANY_NAMES.replace("?", ".")
    document = Document(silo="pubmed", id="d", version="1", title="Olaparib", text=text)
    tools = Tools(library=MemorySilos([document]), core=ExtractiveCore(), earlier=nothing_earlier)
    view = View(run_id="r", question=replace(QUESTION, text="olaparib in BRCA1?"))
    action = replace(search("pubmed", "olaparib in BRCA1"), call_id="s1a1")
    ticks, observation = await ticks_during(tools.act(action, view, seconds=60))
    assert observation.outcome in ("data", "empty")
    assert ticks >= FEWEST


async def test_few_of_many_runs_compute_at_a_time() -> None:
    """Each thread more takes turns from the event loop, and no answer is ready sooner."""
    core = ExtractiveCore()
    views = [View(run_id=f"r{n}", question=QUESTION) for n in range(8)]
    await asyncio.gather(*(core.think(view, ()) for view in views))
    computing = [one for one in threading.enumerate() if one.name.startswith("extractive")]
    assert 1 <= len(computing) <= THREADS
