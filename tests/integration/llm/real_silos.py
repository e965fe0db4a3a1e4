"""Whole runs of the model core over real silos: the embedded store, filters, re-reading and all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.journal.writer import JournalWriter
from agents.llm.core import LlmCore
from agents.run.interruption import RunGuard
from agents.run.limits import Limits
from agents.run.loop import Run
from agents.run.tools.calling import Tools
from agents.turns import Ending, Observation, Turn, View
from retrieval.declaration.cards import read_cards
from retrieval.documents import Document, Facets
from retrieval.silos import Silos
from retrieval.stores.contract import EmbeddedDocument
from retrieval.stores.embedded import EmbeddedStore
from tests.fakes import MemoryJournal, Narrator
from tests.integration.llm.scripted_core import core_at
from tests.integration.llm.whole_run import words_of
from tests.sample_documents import question
from tests.scripted_provider import Reply, Scripted
from tests.unit.retrieval.fakes import WordEmbedder

SILOS = ("pubmed", "drug_information")


def paper(name: str, text: str, *, silo: str = "pubmed", **keys: object) -> Document:
    """A made-up document; nothing in it is a fact."""
    facets = {key: keys.pop(key) for key in ("genes", "drugs", "tumour_types") if key in keys}
    level = str(keys.pop("level", ""))
    return Document(
        silo=silo, id=name, version="1", title=f"About {name}", text=text,
        organisation="Example", facets=Facets(evidence_level=level, **facets), **keys,  # type: ignore[arg-type]
    )  # fmt: skip


@asynccontextmanager
async def open_filled_silos(folder: Path, *documents: Document) -> AsyncIterator[Silos]:
    """The silos with these documents, as a chat model gets them."""
    embedder = WordEmbedder()
    store = EmbeddedStore(folder / "silos.sqlite", embedder=embedder.name)
    for silo in SILOS:
        held = [each for each in documents if each.silo == silo]
        vectors = [embedder.embed_documents([f"{each.title} {each.text}"]) for each in held]
        pairs = zip(held, vectors, strict=True)
        await store.upsert(silo, [EmbeddedDocument(one, vector) for one, vector in pairs])
    cards = [card for card in read_cards() if card.name in SILOS]
    silos = Silos(cards, store=store, embedder=embedder)
    try:
        yield silos.without_repeats()
    finally:
        await silos.close()


@dataclass(frozen=True)
class Ended:
    """How a run ended, what the model was sent, and the run itself."""

    ending: Ending
    asked: tuple[dict[str, Any], ...]
    view: View
    journal: MemoryJournal

    def sent(self, call: int) -> str:
        """Everything that a call of the model said, as one text."""
        return words_of(self.asked[call])

    def seen(self, step: int) -> tuple[Observation, ...]:
        """What came back in a step, counted from 1."""
        return self.view.steps[step - 1].observations


async def ask(
    provider: Scripted,
    silos: Silos,
    *script: Reply,
    text: str = "What is known of olaparib?",
    earlier: Sequence[View] = (),
    opened: Callable[[Scripted], LlmCore] | None = None,
) -> Ended:
    """One run from its question to its end; *earlier*: the runs of the thread, oldest first."""
    provider.script[:] = script
    provider.asked.clear()
    provider.brain = None
    journal = MemoryJournal("run", question(text))
    run = await run_over((opened or core_at)(provider), journal, silos, earlier)
    ending = await run.run()
    return Ended(ending, tuple(provider.asked), run.journal.view, journal)


async def run_over(
    core: LlmCore, journal: MemoryJournal, silos: Silos, earlier: Sequence[View] = ()
) -> Run:
    """A run as a worker makes one; another over the same journal goes on where that stands."""
    turns = [Turn(run_id=f"r{n}", question=each.question.text, answer="…", outcome="answer")
             for n, each in enumerate(earlier)]  # fmt: skip
    writer = JournalWriter(journal, turns, Limits().steps, Narrator())
    await writer.open(await journal.load_after(0))

    async def load() -> Sequence[View]:
        return tuple(earlier)[::-1]

    return Run(
        journal=writer,
        core=core,
        tools=Tools(library=silos, core=core, earlier=load),
        guard=RunGuard(Limits().seconds),
        limits=Limits(),
    )
