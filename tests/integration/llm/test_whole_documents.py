"""Documents that are shown whole: evidence by key, once, and again after a crash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from agents.journal.codec import decode, encode
from agents.journal.writer import JournalWriter
from agents.llm.calls.provider import Provider, open_model
from agents.llm.core import LlmCore
from agents.run.interruption import RunGuard
from agents.run.limits import Limits
from agents.run.loop import Run
from agents.run.tools.calling import Tools
from agents.turns import Answer, Observation, View
from retrieval.documents import Document, DocumentRef
from retrieval.errors import DocumentUnknown
from retrieval.outcomes import Data, FoundDocument
from tests.fakes import Card, MemoryJournal, Narrator
from tests.integration.llm.scripted_core import messages_of
from tests.sample_documents import QUESTION, document
from tests.scripted_provider import Call, Reply, Say, Scripted, scripted_provider

STUDY = document(
    "pubmed",
    "study",
    "# Results\n\nDrug alpha improved median survival to 10.1 months in 120 patients.\n\n"
    "# Harms\n\nNausea occurred in 31 percent of patients.\n",
)
SEARCH = Call((("search", {"silo": "pubmed", "query": "drug alpha survival"}),), text="Look.")
AGAIN = Call((("search", {"silo": "pubmed", "query": "drug alpha nausea"}),), text="And harms.")
ANSWER = Say(
    "READY It rests on one study.\n"
    "Drug alpha improved median survival to 10.1 months in 120 patients. [c1]\n"
    "Nausea occurred in 31 percent of patients. [c2]"
)


@dataclass
class Papers:
    """One silo with one document, which may be taken out."""

    cards: tuple[Card, ...] = (Card(name="pubmed", title="PubMed"),)
    opened: list[DocumentRef] = field(default_factory=list)
    is_gone: bool = False

    async def search(self, silo: str, query: str) -> Data:
        return Data((FoundDocument(document=STUDY, score=1, lexical=1, dense=0),))

    async def open(self, ref: DocumentRef) -> Document:
        self.opened.append(ref)
        if self.is_gone:
            raise DocumentUnknown
        return STUDY


async def nothing_earlier() -> Sequence[View]:
    return ()


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")


def run_over(scripted: Scripted, journal: MemoryJournal, papers: Papers) -> Run:
    """A run as a worker makes one; a second over the same journal goes on where it stands."""
    core = LlmCore(
        Provider(open_model("openai:gpt-4o-mini", base_url=f"{scripted.url}/v1", seconds=5))
    )
    limits = Limits()
    return Run(
        journal=JournalWriter(journal, (), limits.steps, Narrator()),
        core=core,
        tools=Tools(library=papers, core=core, earlier=nothing_earlier),
        guard=RunGuard(limits.seconds),
        limits=limits,
    )


async def ended(
    *script: Reply, journal: MemoryJournal, papers: Papers
) -> tuple[object, Scripted, Run]:
    async with scripted_provider(*script) as scripted:
        run = run_over(scripted, journal, papers)
        await run.journal.open(await journal.load_after(0))
        return await run.run(), scripted, run


async def test_a_look_up_takes_two_calls_and_cites_statements_by_key() -> None:
    journal, papers = MemoryJournal("run", QUESTION), Papers()
    ending, scripted, run = await ended(SEARCH, ANSWER, journal=journal, papers=papers)
    assert isinstance(ending, Answer)
    assert [each.verified for each in ending.sentences] == [True, True]
    assert [each.quote.strip() for each in ending.citations] == [
        "Drug alpha improved median survival to 10.1 months in 120 patients.",
        "Nausea occurred in 31 percent of patients.",
    ]
    assert len(scripted.asked) == 2
    shown = str(messages_of(scripted.asked[1]))
    assert '<document id=\\"pubmed/study\\"' in shown or '<document id="pubmed/study"' in shown
    assert "# Harms" in shown, "the whole text stands there, headings included"
    (seen,) = run.journal.view.steps[0].observations
    assert (seen.outcome, seen.findings) == ("data", ())
    assert "10.1 months" not in str(encode(seen)), "a row holds no words of a document"
    assert decode("observation", encode(seen)) == seen
    assert papers.opened == [], "what a search returned is not loaded again"


async def test_a_document_is_shown_once_however_often_it_is_found() -> None:
    journal, papers = MemoryJournal("run", QUESTION), Papers()
    _, scripted, _ = await ended(SEARCH, AGAIN, ANSWER, journal=journal, papers=papers)
    last = str(messages_of(scripted.asked[2]))
    assert last.count("10.1 months") == 1
    assert "Shown above: pubmed/study" in last


async def test_after_a_crash_the_words_are_loaded_again() -> None:
    journal, papers = MemoryJournal("run", QUESTION), Papers()
    async with scripted_provider(SEARCH) as scripted:
        first = run_over(scripted, journal, papers)
        await first.journal.open(await journal.load_after(0))
        await first._advance(await first.journal.refresh())
        await first._advance(await first.journal.refresh())
    ending, scripted, _ = await ended(ANSWER, journal=journal, papers=papers)
    assert isinstance(ending, Answer)
    assert all(each.verified for each in ending.sentences)
    assert len(scripted.asked) == 1
    assert papers.opened == [STUDY.ref]


async def test_a_document_that_is_gone_cannot_be_cited() -> None:
    journal, papers = MemoryJournal("run", QUESTION), Papers()
    async with scripted_provider(SEARCH) as scripted:
        first = run_over(scripted, journal, papers)
        await first.journal.open(await journal.load_after(0))
        await first._advance(await first.journal.refresh())
        await first._advance(await first.journal.refresh())
    papers.is_gone = True
    ending, _, _ = await ended(ANSWER, journal=journal, papers=papers)
    assert not isinstance(ending, Answer)


async def test_the_keys_of_a_step_opened_again_are_those_of_this_run() -> None:
    journal, papers = MemoryJournal("run", QUESTION), Papers()
    _, _, earlier = await ended(SEARCH, ANSWER, journal=journal, papers=papers)
    before = earlier.journal.view

    async def load() -> Sequence[View]:
        return (before,)

    follow_up = MemoryJournal("next", replace(QUESTION, text="And what of harms?"))
    opening = Call((("open_step", {"step": 1, "run": "previous"}),), text="Back.")
    async with scripted_provider(opening, ANSWER) as scripted:
        run = run_over(scripted, follow_up, papers)
        run.tools._earlier = load
        await run.journal.open(await journal.load_after(0))
        ending = await run.run()
    assert isinstance(ending, Answer)
    assert all(each.verified for each in ending.sentences)
    (seen,) = run.journal.view.steps[0].observations
    assert isinstance(seen, Observation)
    assert [span.key for shown in seen.offered for span in shown.spans] == ["c1", "c2"]
