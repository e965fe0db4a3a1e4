"""The index in memory: refresh step by step it equals one built afresh."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from retrieval.documents import Facets, Filters
from retrieval.search.index_fields import day
from retrieval.stores.contract import EmbeddedDocument, StoreQuery
from retrieval.stores.embedded import EmbeddedStore, dense, lexical, snapshot, writing
from tests.contract.documents import embedded

VOCABULARY = [f"word{number}" for number in range(60)]


def random_document(chance: random.Random, numbers: np.random.Generator) -> EmbeddedDocument:
    text = " ".join(chance.choices(VOCABULARY, k=chance.randint(1, 40)))
    vectors = numbers.normal(size=(chance.randint(1, 3), 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    facets = Facets(genes=tuple(chance.sample(["A1", "B2", "C3"], k=chance.randint(0, 2))))
    name = f"d{chance.randint(0, 80)}"
    return embedded(name, text, *vectors, version=str(chance.random()), facets=facets)


def random_query(chance: random.Random, numbers: np.random.Generator) -> StoreQuery:
    vector = numbers.normal(size=8).astype(np.float32)
    return StoreQuery(
        text=" ".join(chance.choices(VOCABULARY, k=3)),
        vector=vector / np.linalg.norm(vector),
        limit=10,
        fusion=chance.choice(["learned", "relative_score", "dbsf", "rrf", "cascade"]),
        filters=chance.choice([Filters(), Filters(genes=("A1",))]),
    )


@pytest.mark.parametrize("seed", range(6))
async def test_an_index_kept_up_to_date_ranks_as_one_built_afresh(
    tmp_path: Path, seed: int
) -> None:
    chance, numbers = random.Random(seed), np.random.default_rng(seed)
    path = tmp_path / "silos.sqlite"
    kept = EmbeddedStore(path, embedder="e", prefilter_above=40 if seed % 2 else 10_000)
    for _ in range(25):
        await kept.upsert("s", [random_document(chance, numbers) for _ in range(6)])
        if chance.random() < 0.5:
            await kept.delete("s", [f"d{chance.randint(0, 80)}" for _ in range(5)])
        await kept.search("s", random_query(chance, numbers))
    fresh = EmbeddedStore(path, embedder="e")
    for _ in range(20):
        query = random_query(chance, numbers)
        ours, theirs = await kept.search("s", query), await fresh.search("s", query)
        assert [hit.document for hit in ours] == [hit.document for hit in theirs]
        assert [hit.dense for hit in ours] == [hit.dense for hit in theirs]
        # Between folds the impacts may rest on an average length that has drifted a little.
        assert [hit.lexical for hit in ours] == pytest.approx(
            [hit.lexical for hit in theirs], rel=0.05
        )
    await kept.close()
    await fresh.close()


async def test_a_reader_from_before_the_tombs_were_pruned_starts_anew(tmp_path: Path) -> None:
    path = tmp_path / "silos.sqlite"
    reader, writer = EmbeddedStore(path, embedder="e"), EmbeddedStore(path, embedder="e")
    query = StoreQuery(text="melanoma", vector=np.eye(8, dtype=np.float32)[0], limit=50)
    many = [embedded(f"d{number}", "melanoma") for number in range(2_500)]
    await writer.upsert("s", [*many, embedded("gone", "melanoma")])
    assert len(await reader.search("s", query)) == 50
    await writer.delete("s", ["gone"])
    for _ in range(writing.TOMBSTONES_KEPT // len(many) + 1):
        await writer.upsert("s", many)
    await writer.delete("s", [document.document.id for document in many[3:]])
    hits = await reader.search("s", query)
    assert [hit.document.id for hit in hits] == ["d0", "d1", "d2"]
    await reader.close()
    await writer.close()


async def test_dead_slots_neither_pile_up_nor_hide_results(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / "silos.sqlite", embedder="e")
    query = StoreQuery(text="melanoma", vector=np.eye(8, dtype=np.float32)[0], limit=5)
    for version in range(snapshot.COMPACT_ABOVE // 10 + 20):
        documents = [embedded(f"d{n}", "melanoma", version=str(version)) for n in range(20)]
        await store.upsert("s", documents)
        hits = await store.search("s", query)
        assert [hit.document.version for hit in hits] == [str(version)] * 5
    held = store._snapshots["s"]
    assert len(held.live) <= snapshot.COMPACT_ABOVE + 2 * 20
    await store.close()


def test_the_prefilter_finds_what_the_exact_search_does() -> None:
    numbers = np.random.default_rng(3)
    topics = numbers.normal(size=(40, 384))
    vectors = topics[numbers.integers(0, 40, 6_000)] + 0.7 * numbers.normal(size=(6_000, 384))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    blocks = [vectors[number : number + 1] for number in range(6_000)]
    exact = dense.empty(384).with_new_slots(blocks)
    rough = dense.empty(384, prefilter_above=1_000).with_new_slots(blocks[:1_500])
    rough = rough.with_new_slots(blocks[1_500:2_000]).with_new_slots(blocks[2_000:])
    assert exact.rotation is None
    assert rough.rotation is not None
    assert rough.rotation.fitted_at == 6_000
    allowed = np.ones(6_000, np.bool_)
    for query in vectors[::600]:
        wanted = set(exact.best(query, allowed, 10).tolist())
        found = set(rough.best(query, allowed, 10).tolist())
        assert len(wanted & found) >= 9


def test_an_older_dense_index_is_not_disturbed_by_growth() -> None:
    block = np.eye(8, dtype=np.float32)
    older = dense.empty(8).with_new_slots([block[:2], block[2:3]])
    newer = older.with_new_slots([block[3:4]])
    assert older.exact(block[3], np.array([0, 1])).tolist() == [0, 0]
    assert newer.exact(block[3], np.array([2])).tolist() == [1]
    assert older.used == 3


def test_bm25_agrees_with_its_formula() -> None:
    words = [
        (np.array([1, 2], np.int32), np.array([3, 1], np.uint8)),
        (np.array([2], np.int32), np.array([2], np.uint8)),
    ]
    lengths = np.array([4, 2], np.int32)
    index = lexical.Lexical(lexical.segment(words, 0, lengths, 3.0), lexical.EMPTY_SEGMENT)
    scores = index.scores({1: 1, 2: 1}, np.ones(2, np.bool_), 2)

    def part(tf: int, length: int, holding: int) -> float:
        idf = np.log(1 + (2 - holding + 0.5) / (holding + 0.5))
        return float(idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * length / 3)))

    assert scores.tolist() == pytest.approx([part(3, 4, 1) + part(1, 4, 2), part(2, 2, 2)])


def test_the_delta_is_folded_into_the_base_without_dead_postings() -> None:
    size = lexical.FOLD_POSTINGS // 4
    words = [(np.arange(size, dtype=np.int32), np.ones(size, np.uint8))]
    live = np.array([False, True, True, True, True])
    lengths = np.full(5, size, np.int32)
    index = lexical.EMPTY
    for slot in range(5):
        new = lexical.segment(words, slot, lengths, float(size))
        index = index.with_new_slots(new, lengths, live, float(size))
    assert len(index.base.slots) == 0
    assert len(index.delta.slots) == 4 * size
    new = lexical.segment(words, 4, lengths, float(size))
    folded = index.with_new_slots(new, lengths, live, float(size))
    assert len(folded.delta.slots) == 0
    assert 0 not in folded.base.slots


@pytest.mark.parametrize(
    ("date", "first", "last"),
    [
        ("2024-02-03", 20240203, 20240203),
        ("2024-02", 20240201, 20240231),
        ("2024", 20240101, 20241231),
        ("2024-02-03T10:00", 20240203, 20240203),
        ("", 0, 0),
        ("spring 2024", 0, 0),
    ],
)
def test_a_date_stands_for_its_first_or_last_day(date: str, first: int, last: int) -> None:
    assert day(date, last=False) == first
    assert day(date, last=True) == last


async def test_what_others_write_is_found_by_a_store_that_has_searched_before(
    tmp_path: Path,
) -> None:
    """Nothing is read from a file that nobody wrote since; whoever writes, it is noticed."""
    near = np.eye(1, 8, dtype=np.float32)[0]
    query = StoreQuery(text="word", vector=near, limit=10)
    ours = EmbeddedStore(tmp_path / "silos.sqlite", embedder="e")
    theirs = EmbeddedStore(tmp_path / "silos.sqlite", embedder="e")
    for round_, store in enumerate((ours, theirs, ours, theirs)):
        await store.upsert("s", [embedded(f"d{round_}", "word", near)])
        for searching in (ours, theirs):
            # As often as the store has threads, and once more.
            for _ in range(5):
                assert len(await searching.search("s", query)) == round_ + 1
    await theirs.upsert("s", [embedded("d0", "word once more", near, version="2")])
    await theirs.delete("s", ["d1"])
    found = {hit.document.id: hit.document.version for hit in await ours.search("s", query)}
    assert sorted(found) == ["d0", "d2", "d3"]
    assert found["d0"] == "2"
    await ours.close()
    await theirs.close()
