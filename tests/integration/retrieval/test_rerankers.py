"""The real client of Cohere Rerank against a provider on loopback, and searches over it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest

from retrieval.declaration.cards import read_cards
from retrieval.documents import Document
from retrieval.errors import RerankerUnavailable
from retrieval.outcomes import Data
from retrieval.reranking import open_reranker
from retrieval.reranking.cohere import RETRIES, CohereReranker
from retrieval.silos import Silos
from retrieval.stores.contract import Hit
from tests.integration.retrieval.provider import Answer, Provider, serving
from tests.unit.retrieval.fakes import ToldStore, WordEmbedder

KEY = "key-that-nobody-may-see-4711"
PATIENT = replace(RETRIES, try_seconds=10.0)
"""None where an answer is to come is cut off by a slow machine."""
QUICK = replace(RETRIES, try_seconds=0.4)
TEXTS = ("It rained.", "olaparib and olaparib.", "😀 One olaparib.")
DOCUMENTS = tuple(
    Document(silo="genes", id=str(n), version="1", title=f"Title {n}", text=text)
    for n, text in enumerate(TEXTS)
)


@pytest.fixture
def provider() -> Iterator[Provider]:
    with serving() as one:
        yield one


@pytest.fixture
async def reranker(provider: Provider) -> AsyncIterator[CohereReranker]:
    one = CohereReranker("rerank-v5.0-pro", api_key=KEY, url=provider.url, retries=PATIENT)
    yield one
    await one.close()
    await one.close()


async def test_scores_and_stretches_come_back_in_the_order_given(
    provider: Provider, reranker: CohereReranker
) -> None:
    judged = await reranker.rerank("olaparib", DOCUMENTS)
    assert [each.score for each in judged] == [0.0, 0.2, 0.1]
    cut = [[TEXTS[n][a:b] for a, b in each.spans] for n, each in enumerate(judged)]
    assert cut == [[], ["olaparib"], ["olaparib"]]
    assert judged[1].spans == ((13, 21),)
    (body,) = provider.bodies()
    assert body["documents"][1] == "Title 1\nolaparib and olaparib."
    assert await reranker.rerank("olaparib", ()) == ()


async def test_an_older_model_is_not_asked_for_stretches(provider: Provider) -> None:
    reranker = open_reranker("cohere:rerank-v3.5", cohere_api_key=KEY, url=provider.url)
    assert reranker is not None
    judged = await reranker.rerank("olaparib", DOCUMENTS)
    assert all(each.spans == () for each in judged)
    assert "relevant_spans" not in provider.bodies()[0]
    await reranker.close()


async def test_stretches_in_the_title_or_past_the_end_are_cut_off(
    provider: Provider, reranker: CohereReranker
) -> None:
    def strange(body: dict) -> dict:  # type: ignore[type-arg]
        for result in body["results"]:
            result["relevant_spans"] = [
                {"start": 0, "end": 5, "score": 1},
                {"start": 3, "end": 10, "score": 1},
                {"start": 10, "end": 10_000, "score": 1},
                {"start": 500, "end": 400, "score": 1},
            ]
        return body

    provider.change = strange
    (first, *_) = await reranker.rerank("olaparib", DOCUMENTS)
    assert first.spans == ((0, 2), (2, len(TEXTS[0])))


@pytest.mark.parametrize(
    ("trouble", "tries", "sentence"),
    [
        (Answer(401, b'{"message": "invalid key-that"}'), 1, "check COHERE_API_KEY"),
        (Answer(404, b"{}"), 1, "does not know the model"),
        (Answer(429, b"{}", {"retry-after": "30"}), 1, "too many requests"),
        (Answer(429, b"{}", {"retry-after-ms": "1"}), 2, "too many requests"),
        (Answer(500, b"{}", {"retry-after-ms": "1"}), 2, "failed (status 500)"),
        (Answer(200, b"<html>"), 1, "cannot be read"),
        (Answer(200, b"{}"), 1, "cannot be read"),
        (Answer(200, b'{"results": [{"index": 9, "relevance_score": 1}]}'), 1, "cannot be read"),
        (Answer(200, b'{"results": [{"index": 0, "relevance_score": 1}]}'), 1, "cannot be read"),
        (Answer(200, b'{"results": "none"}'), 1, "cannot be read"),
    ],
)
async def test_trouble_is_told_in_one_sentence_without_the_key(
    provider: Provider, reranker: CohereReranker, trouble: Answer, tries: int, sentence: str
) -> None:
    provider.always = trouble
    with pytest.raises(RerankerUnavailable) as caught:
        await reranker.rerank("olaparib", DOCUMENTS)
    assert sentence in caught.value.detail
    assert KEY[:8] not in str(caught.value)
    assert len(provider.asked) == tries


async def test_what_does_not_answer_in_time_is_tried_again_and_told(provider: Provider) -> None:
    provider.always = Answer(seconds=0.7)
    reranker = CohereReranker("rerank-v5.0-pro", api_key=KEY, url=provider.url, retries=QUICK)
    with pytest.raises(RerankerUnavailable, match="did not answer in time"):
        await reranker.rerank("olaparib", DOCUMENTS)
    assert len(provider.asked) == 2
    await reranker.close()


async def test_what_passes_is_tried_again(provider: Provider, reranker: CohereReranker) -> None:
    provider.troubles = [Answer(503, b"{}", {"retry-after-ms": "1"})]
    assert len(await reranker.rerank("olaparib", DOCUMENTS)) == 3


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("cohere:rerank-v3.5", "Set COHERE_API_KEY"),
        ("cohere", "is not known"),
        ("openai:x", "is not known"),
        ("fastembed:no/such", "CURBSIDE_MODELS_FOLDER"),
    ],
)
def test_a_setting_that_cannot_be_met_is_told(spec: str, sentence: str) -> None:
    with pytest.raises(RerankerUnavailable) as caught:
        open_reranker(spec)
    assert sentence in caught.value.detail


def test_none_is_no_reranker() -> None:
    assert open_reranker("none") is None


async def test_a_search_goes_deeper_and_comes_back_in_the_new_order(provider: Provider) -> None:
    reranker = open_reranker("cohere:rerank-v5.0-fast", cohere_api_key=KEY, url=provider.url)
    store = ToldStore([Hit(document=d, score=1.0, lexical=1.0, dense=0.5) for d in DOCUMENTS])
    silos = Silos(read_cards(), store=store, embedder=WordEmbedder(), reranker=reranker)
    outcome = await silos.search("genes", "olaparib", limit=2)
    assert isinstance(outcome, Data)
    assert [found.document.id for found in outcome.found] == ["1", "2"]
    assert outcome.found[0].spans == ((13, 21),)
    assert (outcome.remark, store.asked[0].limit) == ("", 50)
    await silos.close()


@pytest.mark.parametrize("trouble", [Answer(500, b"{}"), Answer(401, b"{}")])
async def test_a_search_without_its_reranker_keeps_its_order_and_says_so(
    provider: Provider, trouble: Answer
) -> None:
    provider.always = trouble
    reranker = CohereReranker(
        "rerank-v3.5", api_key=KEY, url=provider.url, sleep=lambda _: asyncio.sleep(0)
    )
    store = ToldStore([Hit(document=d, score=1.0, lexical=1.0, dense=0.5) for d in DOCUMENTS])
    silos = Silos(read_cards(), store=store, embedder=WordEmbedder(), reranker=reranker)
    outcome = await silos.search("genes", "olaparib", limit=2)
    assert isinstance(outcome, Data)
    assert [found.document.id for found in outcome.found] == ["0", "1"]
    assert outcome.remark == (
        "The re-ranker did not answer, so these documents stand in the order of the first search."
    )
    await silos.close()
