"""Summaries for the focus of a silo: written once, embedded beside the text, never in its place."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agents.llm.calls.provider import Provider, open_model
from agents.llm.summaries import ModelSummariser
from retrieval.declaration.cards import read_cards
from retrieval.documents import Document
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.ingest import IngestReport, ingest
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.ingestion.staging import Staging
from retrieval.ingestion.summaries import LONGEST, ExtractiveSummariser, Summariser
from retrieval.stores.embedded import EmbeddedStore
from tests.scripted_provider import Fail, Refuse, Reply, Say, Scripted, scripted_provider
from tests.unit.retrieval.fakes import WordEmbedder

CARDS = {card.name: card for card in read_cards()}
FILLER = "Staff met in rooms and wrote things down at length every day. " * 40
TEXT = f"""{FILLER}
Eligibility required an intact condition.
{FILLER}
The primary endpoint was reached with a hazard ratio of 0.58.
"""


class Bench:
    def __init__(self, root: Path, staging: Staging, readers: ReaderProcesses) -> None:
        self.readers = readers
        self.folder, self.staging, self.embedder = root / "corpus", staging, WordEmbedder()
        self.store = EmbeddedStore(root / "silos.sqlite", embedder=self.embedder.name)
        for silo in ("clinical_trials", "landmark_trials"):
            target = self.folder / silo / "one.md"
            target.parent.mkdir(parents=True)
            target.write_text(f"---\ntitle: One\nversion: '1'\n---\n{TEXT}")

    async def run(self, summariser: Summariser | None) -> IngestReport:
        ingestion = Ingestion(
            cards=tuple(CARDS.values()), staging=self.staging, store=self.store,
            embedder=self.embedder, readers=self.readers, summariser=summariser,
        )  # fmt: skip
        return await ingest(self.folder, ingestion, lambda _: None)

    async def vectors(self, silo: str) -> int:
        return sum([len(one.vectors) async for one in self.store.export(silo)])

    async def summaries(self, silo: str, summariser: Summariser) -> list[str]:
        found = await self.staging.summaries(silo, CARDS[silo].focus, summariser.name)
        return list(found.values())


@pytest.fixture
async def bench(tmp_path: Path, staging: Staging, readers: ReaderProcesses) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path, staging, readers)
    yield bench
    await bench.store.close()


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")


async def no_pause(_seconds: float) -> None:
    """Tests do not wait between attempts."""


def model(server: Scripted) -> ModelSummariser:
    opened = open_model("openai:gpt-4o-mini", base_url=f"{server.url}/v1", seconds=5)
    return ModelSummariser(Provider(opened, sleep=no_pause))


async def test_the_same_text_says_another_thing_in_another_silo(bench: Bench) -> None:
    writer = ExtractiveSummariser()
    await bench.run(writer)
    (trial,) = await bench.summaries("clinical_trials", writer)
    (landmark,) = await bench.summaries("landmark_trials", writer)
    assert "Eligibility" in trial
    assert "hazard ratio of 0.58" in landmark
    assert trial != landmark
    for line in (*trial.splitlines(), *landmark.splitlines()):
        assert line in TEXT
    assert max(len(trial), len(landmark)) <= LONGEST


async def test_a_short_document_needs_no_summary() -> None:
    short = Document(silo="genes", id="a", version="1", title="A", text="Role in tumours.")
    assert await ExtractiveSummariser().summarise(short, CARDS["genes"]) == ""


async def test_it_is_embedded_once_beside_the_text_which_stays(bench: Bench) -> None:
    await bench.run(None)
    before = await bench.vectors("landmark_trials")
    assert (await bench.run(ExtractiveSummariser())).written == 2
    assert await bench.vectors("landmark_trials") == before + 1
    assert (await bench.run(ExtractiveSummariser())).written == 0
    (kept,) = [one.document async for one in bench.store.export("landmark_trials")]
    assert kept.summary == ""
    assert (await bench.run(None)).written == 2
    assert await bench.vectors("landmark_trials") == before


async def test_a_model_is_asked_once_and_reads_the_document_as_data(bench: Bench) -> None:
    async with scripted_provider() as server:
        server.brain = lambda _: Say("- Hazard ratio 0.58")
        writer = model(server)
        await bench.run(writer)
        await bench.run(writer)
        assert await bench.summaries("landmark_trials", writer) == ["- Hazard ratio 0.58"]
        asked = [str(request) for request in server.asked]
    assert len(asked) == 2
    assert "who may take part" in asked[0]
    assert "main endpoint" in asked[1]


async def test_a_model_that_is_down_keeps_nothing_out_and_is_asked_again(bench: Bench) -> None:
    reply: list[Reply] = [Fail(503)]
    async with scripted_provider() as server:
        server.brain = lambda _: reply[0]
        report = await bench.run(model(server))
        assert (report.held, report.written, len(report.problems)) == (2, 2, 1)
        reply[0] = Refuse()
        assert [one.path for one in (await bench.run(model(server))).problems] == [
            "clinical_trials/one", "landmark_trials/one",
        ]  # fmt: skip
        reply[0] = Say("- Back again")
        report = await bench.run(model(server))
    assert (report.written, report.problems) == (2, ())
