"""Everything that left for models of others is read: it does not say who a patient is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from agents.facts.read_sheet import Message
from agents.turns import Answer, Attachment, Turn
from retrieval.embedding import open_embedder
from retrieval.reranking import open_reranker
from tests.fakes import MemorySilos
from tests.integration.llm.scripted_core import FILLER, MODELS, core_over
from tests.integration.llm.whole_run import Asked, run_whole, tools_of, words_of
from tests.integration.retrieval.provider import serving
from tests.sample_documents import DOCUMENTS, document
from tests.scripted_provider import Call, Reply, Say
from tests.unit.retrieval.privacy.notes import Note, notes
from tests.unit.retrieval.privacy.test_finding import LEAST_RECALL, told

QUESTION = "What does drug alpha do in gene beta?"
PLACEHOLDER = re.compile(r"\[[A-Z_]+_\d+[A-Z]?\]")
ANSWER = "Drug alpha inhibits gene beta in cells that carry the variant. [c1]"


@dataclass
class Honest:
    """A model that searches once, reads and answers, and speaks of the patient as it was told."""

    patient: str = ""

    def __call__(self, request: dict[str, Any]) -> Reply:
        words, offered = words_of(request), tools_of(request)
        told = PLACEHOLDER.search(words)
        self.patient = told[0] if told else "the patient"
        if "report" in offered:
            insight = {"text": "Drug alpha inhibits gene beta.", "statements": ["1.1"]}
            return Call((("report", {"insights": [insight]}),))
        if "search" in offered and "outcome:" not in words:
            called = {"silo": "pubmed", "query": f"drug alpha for {self.patient}"}
            return Call((("search", called),), text=f"I look it up for {self.patient}.")
        return Say(f"READY. It rests on c1.\n{ANSWER}\nNot found: dose for {self.patient}.")


def asked(note: Note, place: int) -> Asked:
    """The note at one of the places where people write, and where documents are."""
    if place == 0:
        return Asked(text=f"{note.text}\n{QUESTION}")
    if place == 1:
        return Asked(text=QUESTION, files=(Attachment(name="letter.txt", text=note.text),))
    if place == 2:
        return Asked(text=QUESTION, added=(note.text,))
    if place == 3:
        turn = Turn(run_id="r0", question=note.text, answer=note.text, outcome="answer")
        return Asked(text=QUESTION, turns=(turn,), earlier=(Message(text=note.text),))
    own = document("pubmed", "case-alpha", f"{DOCUMENTS[1].text}\n\n{note.text}")
    return Asked(text=QUESTION, silos=MemorySilos((own,)))


def with_long_documents(case: Asked) -> Asked:
    held = tuple(replace(each, text=each.text + FILLER) for each in case.silos.documents)
    return replace(case, silos=MemorySilos(held))


@pytest.mark.parametrize("place", range(5))
async def test_nothing_recorded_on_the_wire_says_who_it_is(place: int) -> None:
    left: Counter[str] = Counter()
    count = 0
    chosen = notes(300, seed=20261123)[place::5]
    # Each note goes over one of the wires: what hides it is the same before all of them.
    wires = sorted(MODELS)
    for start, provider_name in enumerate(wires):
        for note, wire in await _sent_of_notes(provider_name, chosen[start :: len(wires)], place):
            for kind, value in note.personal:
                count += 1
                left[kind] += bool(told(value, wire))
    assert count >= len(chosen)
    assert 1 - left.total() / count >= LEAST_RECALL - 0.01, left


async def _sent_of_notes(
    provider_name: str, chosen: Sequence[Note], place: int
) -> list[tuple[Note, str]]:
    """Each note with all that left for the provider in a run about it."""
    sent = []
    async with core_over(provider_name) as (core, scripted):
        scripted.brain = Honest()
        for number, note in enumerate(chosen):
            scripted.asked.clear()
            case, is_long = asked(note, place), number % 2 == 1
            # A long document is read by a call of its own.
            ran = await run_whole(core, with_long_documents(case) if is_long else case)
            assert isinstance(ran.ending, Answer)
            assert len(scripted.asked) >= (3 if is_long else 2)
            sent.append((note, "\n".join(map(words_of, scripted.asked))))
    return sent


async def test_what_was_hidden_is_restored_in_the_thread_and_not_searched_for(
    provider_name: str,
) -> None:
    case = Asked(text=f"Mrs Anna Meier (MRN 4711234) has a relapse. {QUESTION}")
    async with core_over(provider_name) as (core, scripted):
        scripted.brain = Honest()
        ran = await run_whole(core, case)
    assert isinstance(ran.ending, Answer)
    assert ran.ending.not_found == ("dose for Anna Meier.",)
    assert ran.view.steps[0].thought.text == "I look it up for Anna Meier."
    assert case.silos.searches == [("pubmed", "drug alpha for")]
    assert all("Meier" not in words_of(request) for request in scripted.asked)


async def test_a_trusted_model_is_told_everything(provider_name: str) -> None:
    async with core_over(provider_name, is_trusted=True) as (core, scripted):
        scripted.brain = Honest()
        await run_whole(core, Asked(text=f"Mrs Anna Meier asks. {QUESTION}"))
    assert all("Mrs Anna Meier" in words_of(request) for request in scripted.asked)


@pytest.mark.parametrize(
    "spec", ["openai:text-embedding-3-small@8", "cohere:embed-v4.0@8", "cohere:rerank-v4.0"]
)
async def test_embedders_and_rerankers_see_none_of_300_notes(spec: str) -> None:
    made = notes(300, seed=20261123)
    texts = [note.text for note in made]
    with serving() as provider:
        if "rerank" in spec:
            reranker = open_reranker(spec, url=provider.url, cohere_api_key="k")
            assert reranker is not None
            shown = [replace(DOCUMENTS[0], text=text, title=text[:60]) for text in texts]
            await reranker.rerank(texts[0], shown)
            await reranker.close()
        else:
            url = f"{provider.url}/v1" if spec.startswith("openai") else provider.url
            embedder = open_embedder(spec, url=url, cohere_api_key="k")
            embedder.embed_documents(texts)
            embedder.embed_query(texts[0])
            embedder.close()
    bodies = provider.bodies()
    fields = [body.get("texts") or body.get("input") or body.get("documents") for body in bodies]
    sent = [text for field in fields for text in field][: len(made)]
    pairs = [(value, text) for n, text in zip(made, sent, strict=True) for _, value in n.personal]
    kept = [value for value, text in pairs if told(value, text)]
    assert len(kept) <= (1 - LEAST_RECALL) * len(pairs), kept
    assert "olaparib" in "".join(sent)
    queries = [body["query"] for body in bodies if "query" in body] or fields[-1]
    assert not [value for _, value in made[0].personal if told(value, queries[0])]
