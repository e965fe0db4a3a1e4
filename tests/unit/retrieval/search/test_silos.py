from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from retrieval.declaration.cards import SiloCard, read_cards
from retrieval.documents import Document, DocumentRef, Filters
from retrieval.errors import (
    DocumentUnknown,
    EmbedderUnavailable,
    IndexMismatch,
    RetrievalError,
    SiloUnavailable,
    SiloUnknown,
)
from retrieval.outcomes import Data, Empty, Unavailable
from retrieval.reranking.contract import RerankedDocument
from retrieval.search.query_vectors import QueryVectors
from retrieval.silos import BY_WORDS, Silos
from retrieval.stores.contract import Hit
from tests.unit.retrieval.fakes import ToldStore, WordEmbedder

DOCUMENT = Document(silo="genes", id="brca1", version="2", title="BRCA1", text="Repairs DNA.")


class OneArchive:
    """Keeps the first version of the document."""

    async def document(self, ref: DocumentRef) -> Document:
        if ref.version != "1":
            raise DocumentUnknown(ref.id)
        return replace(DOCUMENT, version="1")

    async def close(self) -> None: ...


def cards(**changes: float) -> tuple[SiloCard, ...]:
    return tuple(replace(card, **changes) for card in read_cards())  # type: ignore[arg-type]


def over(store: ToldStore, **changes: float) -> Silos:
    return Silos(cards(**changes), store=store, embedder=WordEmbedder(), archive=OneArchive())


def hit(lexical: float, dense: float) -> Hit:
    return Hit(document=DOCUMENT, score=1.0, lexical=lexical, dense=dense)


async def test_what_was_found_comes_whole_with_the_scores_of_both_legs() -> None:
    outcome = await over(ToldStore([hit(3.5, 0.6)])).search("genes", "BRCA1")
    assert isinstance(outcome, Data)
    (found,) = outcome.found
    assert (found.document, found.lexical, found.dense) == (DOCUMENT, 3.5, 0.6)


async def test_no_documents_are_empty_not_unavailable() -> None:
    outcome = await over(ToldStore()).search("genes", "BRCA1")
    assert outcome == Empty("Genes holds no document that fits.")


async def test_a_nearest_neighbour_that_is_not_near_is_nothing() -> None:
    outcome = await over(ToldStore([hit(0, 0.1)])).search("genes", "who won the match?")
    assert outcome == Empty("Genes holds nothing that is close to this query.")


@pytest.mark.parametrize("scores", [(0.0, 0.4), (0.2, 0.0)])
async def test_one_leg_is_reason_enough(scores: tuple[float, float]) -> None:
    assert isinstance(await over(ToldStore([hit(*scores)])).search("genes", "x"), Data)


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (SiloUnavailable("secret path"), "Genes cannot be searched at the moment."),
        (IndexMismatch(), "Genes must be ingested again: the embedder was changed."),
        (
            EmbedderUnavailable(),
            "Genes cannot be searched: the embedding model is missing.",
        ),
    ],
)
async def test_a_broken_silo_is_an_outcome_in_plain_words(
    failure: RetrievalError, sentence: str
) -> None:
    assert await over(ToldStore(failure=failure)).search("genes", "x") == Unavailable(sentence)


async def test_a_silo_that_takes_too_long_is_unavailable() -> None:
    outcome = await over(ToldStore([hit(1, 1)], seconds=5), seconds=0.05).search("genes", "x")
    assert outcome == Unavailable("Genes did not answer within 0.05 seconds.")


async def test_the_numbers_of_the_card_reach_the_store() -> None:
    store = ToldStore([hit(1, 1)])
    filters = Filters(genes=("BRCA1",))
    silos = over(store, alpha=0.7, candidates=40, returns=3)
    await silos.search("genes", "words", filters=filters)
    await silos.search("genes", "words", limit=9)
    first, second = store.asked
    assert (first.alpha, first.candidates, first.limit, second.limit) == (0.7, 40, 3, 9)
    assert (first.text, first.filters) == ("words", filters)


@pytest.mark.parametrize("query", ["", "  \n"])
async def test_a_search_without_words_is_empty_and_asks_nobody(query: str) -> None:
    store = ToldStore([hit(1, 1)])
    assert isinstance(await over(store).search("genes", query), Empty)
    assert store.asked == []


async def test_an_undeclared_silo_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(SiloUnknown):
        await over(ToldStore()).search("recipes", "x")
    without_archive = Silos(cards(), store=ToldStore(), embedder=WordEmbedder())
    with pytest.raises(SiloUnknown):
        await without_archive.open(DocumentRef("recipes", "a", "1"))


async def test_a_record_that_no_silo_holds_opens_from_the_archive() -> None:
    opened = await over(ToldStore()).open(DocumentRef("records", "a", "1"))
    assert (opened.id, opened.version) == (DOCUMENT.id, "1")


async def test_a_document_opens_in_exactly_the_version_asked_for() -> None:
    silos = over(ToldStore([hit(1, 1)]))
    assert (await silos.open(DOCUMENT.ref)).version == "2"
    assert (await silos.open(DocumentRef("genes", "brca1", "1"))).version == "1"
    with pytest.raises(DocumentUnknown):
        await silos.open(DocumentRef("genes", "brca1", "3"))


async def test_a_document_opens_from_the_archive_while_the_store_is_down() -> None:
    silos = over(ToldStore(failure=SiloUnavailable()))
    assert (await silos.open(DocumentRef("genes", "brca1", "1"))).version == "1"


async def test_without_an_archive_a_replaced_version_is_unknown() -> None:
    silos = Silos(cards(), store=ToldStore([hit(1, 1)]), embedder=WordEmbedder())
    with pytest.raises(DocumentUnknown):
        await silos.open(DocumentRef("genes", "brca1", "1"))


async def test_warming_asks_every_silo_and_survives_broken_ones() -> None:
    store = ToldStore(failure=SiloUnavailable())
    await over(store).preload()
    assert len(store.asked) == 15


async def test_closing_closes_the_store() -> None:
    store = ToldStore()
    await over(store).close()
    assert store.closed == 1


class CountingEmbedder(WordEmbedder):
    """Counts queries, and fails as often as told."""

    def __init__(self, failures: int = 0) -> None:
        super().__init__()
        self.asked = 0
        self.failures = failures

    def embed_query(self, text: str) -> NDArray[np.float32]:
        self.asked += 1
        if self.failures:
            self.failures -= 1
            raise EmbedderUnavailable("Cohere cannot be reached.")
        return super().embed_query(text)


async def test_several_silos_that_are_asked_the_same_share_one_embedding() -> None:
    embedder = CountingEmbedder()
    silos = Silos(cards(), store=ToldStore([hit(1, 1)]), embedder=embedder)
    names = [card.name for card in silos.cards]
    outcomes = await asyncio.gather(*(silos.search(name, "BRCA1") for name in names))
    assert all(isinstance(outcome, Data) for outcome in outcomes)
    await silos.search("genes", "BRCA2")
    assert embedder.asked == 2


class TogetherEmbedder(WordEmbedder):
    """Notes which queries it embeds together, and fails the first time if told."""

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__()
        self.batches: list[list[str]] = []
        self._fails = fails

    def embed_queries(self, texts: list[str]) -> NDArray[np.float32]:
        self.batches.append(texts)
        if self._fails:
            self._fails = False
            raise EmbedderUnavailable("Cohere cannot be reached.")
        return np.array([self.embed_query(text) for text in texts])


async def test_searches_that_begin_together_are_embedded_together() -> None:
    embedder, store = TogetherEmbedder(), ToldStore([hit(1, 1)])
    silos = Silos(cards(), store=store, embedder=embedder)
    queries = ["BRCA1", "olaparib", "BRCA1", "breast cancer"]
    await asyncio.gather(*(silos.search("genes", query) for query in queries))
    await silos.search("genes", "olaparib")
    assert embedder.batches == [["BRCA1", "olaparib", "breast cancer"]]
    for asked in store.asked:
        assert np.array_equal(asked.vector, embedder.embed_query(asked.text))


async def test_when_embedding_together_fails_all_are_told_and_the_next_try_works() -> None:
    silos = Silos(cards(), store=ToldStore([hit(1, 1)]), embedder=TogetherEmbedder(fails=True))
    told = Unavailable("Genes cannot be searched: Cohere cannot be reached.")
    for expected in (False, True):
        found = await asyncio.gather(*(silos.search("genes", query) for query in ("a", "b")))
        assert [one != told for one in found] == [expected, expected]


async def test_an_embedder_that_is_down_is_told_and_tried_again_next_time() -> None:
    silos = Silos(cards(), store=ToldStore([hit(1, 1)]), embedder=CountingEmbedder(failures=2))
    told = Unavailable("Genes cannot be searched: Cohere cannot be reached.")
    assert await silos.search("genes", "BRCA1") == told
    await silos.preload()
    assert isinstance(await silos.search("genes", "BRCA1"), Data)


async def test_old_queries_are_forgotten() -> None:
    embedder = CountingEmbedder()
    vectors = QueryVectors(embedder, kept=2)
    for query in ("a", "b", "a", "c", "a", "b"):
        await vectors.vector(query)
    assert embedder.asked == 4


class SlowReranker:
    """Never answers."""

    name, depth = "slow", 20

    async def rerank(
        self, query: str, documents: Sequence[Document]
    ) -> tuple[RerankedDocument, ...]:
        await asyncio.Event().wait()
        return ()

    async def close(self) -> None: ...


async def test_a_reranker_that_takes_too_long_is_left_out_and_that_is_said() -> None:
    store = ToldStore([hit(1, 1)])
    slow = SlowReranker()
    silos = Silos(cards(seconds=1.0), store=store, embedder=WordEmbedder(), reranker=slow)
    outcome = await silos.search("genes", "BRCA1", limit=5)
    assert isinstance(outcome, Data)
    assert outcome.remark.startswith("The re-ranker did not answer in time")
    assert store.asked[0].limit == 20


async def test_where_no_embedder_may_be_asked_the_words_decide() -> None:
    class Unasked(WordEmbedder):
        def embed_query(self, text: str) -> NDArray[np.float32]:
            raise AssertionError(f"asked for {text}")

    store = ToldStore([hit(1, 0), hit(0, 0.9)])
    silos = Silos(cards(), store=store, embedder=Unasked(), archive=OneArchive())
    sealed = silos.asking_less(embedder=False, reranker=False)
    await sealed.preload()
    outcome = await sealed.search("genes", "olaparib")
    assert isinstance(outcome, Data)
    assert [found.lexical for found in outcome.found] == [1]
    assert outcome.remark == BY_WORDS
    assert (store.asked[-1].alpha, store.asked[-1].fusion) == (0.0, "relative_score")


@pytest.mark.parametrize(
    ("is_own", "publishers", "stated", "told"),
    [
        (True, ("Breast Centre North",), "", "Breast Centre North"),
        (True, ("Breast Centre North",), "Board of the North", "Board of the North"),
        (True, ("ESMO", "Breast Centre North"), "", ""),
        (False, ("HGNC",), "", ""),
        # What a hospital wrote after the guideline of another is not the other's.
        (True, ("ESMO",), "", "Genes"),
        (True, ("ESMO",), "Board of the North", "Board of the North"),
    ],
)
async def test_a_document_that_states_no_publisher_is_of_its_own_silos(
    is_own: bool, publishers: tuple[str, ...], stated: str, told: str
) -> None:
    (genes,) = (each for each in read_cards() if each.name == "genes")
    card = replace(genes, is_own=is_own, publishers=publishers)
    shipped = [each for each in read_cards() if each.name != "genes"]
    document = replace(DOCUMENT, organisation=stated)
    store = ToldStore([replace(hit(3.5, 0.6), document=document)])
    silos = Silos([*shipped, card], store=store, embedder=WordEmbedder())
    outcome = await silos.search("genes", "BRCA1")
    assert isinstance(outcome, Data)
    assert [each.document.organisation for each in outcome.found] == [told]
