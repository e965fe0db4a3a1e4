"""What every silo store does, whichever it is."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator

import numpy as np
import pytest

from retrieval.documents import DocumentRef, Facets, Filters, Identifier
from retrieval.errors import DocumentUnknown, SiloUnavailable
from retrieval.stores.contract import SiloStore, StoreQuery
from retrieval.text.words import words
from tests.contract.documents import axis, between, embedded, ids, ranked

FUSIONS = ("learned", "relative_score", "dbsf", "rrf", "cascade")


async def test_a_silo_never_written_is_empty(store: SiloStore) -> None:
    assert await ranked(store, "anything") == ()
    assert await store.count("genes") == 0
    assert await store.delete("genes", ["a"]) == 0


async def test_what_is_written_comes_back_whole(store: SiloStore) -> None:
    facets = Facets(
        tumour_types=("breast cancer",),
        genes=("BRCA1", "BRCA2"),
        drugs=("olaparib",),
        evidence_level="A",
        identifiers=(Identifier("pmid", "28578601"),),
    )
    written = embedded("olympiad", "Olaparib.\n\n| a | b |", date="2017-06", facets=facets)
    await store.upsert("genes", [written])
    (hit,) = await ranked(store, "olaparib")
    assert hit.document == written.document
    assert await store.document(written.document.ref) == written.document


async def test_writing_an_id_again_replaces_its_document(store: SiloStore) -> None:
    await store.upsert("genes", [embedded("a", "old sarcoma", axis(1))])
    await store.upsert("genes", [embedded("a", "new melanoma", axis(2), version="2")])
    assert await store.count("genes") == 1
    assert [hit.document.version for hit in await ranked(store, "melanoma")] == ["2"]
    (hit,) = await ranked(store, "sarcoma")
    assert hit.lexical == 0
    with pytest.raises(DocumentUnknown):
        await store.document(DocumentRef("genes", "a", "1"))


async def test_of_equal_ids_in_one_write_the_last_counts(store: SiloStore) -> None:
    await store.upsert("genes", [embedded("a", "first"), embedded("a", "second", version="2")])
    assert [hit.document.text for hit in await ranked(store, "second")] == ["second"]


async def test_a_write_of_which_one_document_is_wrong_keeps_none(store: SiloStore) -> None:
    wrong = embedded("b", "words", np.ones(3, np.float32))
    with pytest.raises(ValueError, match="vectors"):
        await store.upsert("genes", [embedded("a"), wrong])
    assert await store.count("genes") == 0


async def test_deleted_documents_are_neither_found_nor_counted(store: SiloStore) -> None:
    await store.upsert("genes", [embedded("a", "melanoma"), embedded("b", "melanoma")])
    assert len(await ranked(store, "melanoma")) == 2
    assert await store.delete("genes", ["a", "unknown"]) == 1
    assert ids(await ranked(store, "melanoma")) == ["b"]
    assert await store.count("genes") == 1


async def test_silos_do_not_see_each_other(store: SiloStore) -> None:
    await store.upsert("genes", [embedded("a", "melanoma")])
    await store.upsert("pubmed", [embedded("a", "sarcoma", silo="pubmed")])
    assert [hit.document.silo for hit in await ranked(store, "melanoma")] == ["genes"]
    assert [hit.lexical for hit in await ranked(store, "melanoma", silo="pubmed")] == [0]
    await store.delete("genes", ["a"])
    assert await store.count("pubmed") == 1


@pytest.mark.parametrize("fusion", FUSIONS)
async def test_the_document_that_leads_both_legs_is_first(store: SiloStore, fusion: str) -> None:
    await store.upsert(
        "genes",
        [
            embedded("far", "kinase inhibitor", axis(3)),
            embedded("best", "osimertinib inhibitor osimertinib", axis(1)),
            embedded("near", "nothing of the sort", between(1, 2, 0.9)),
        ],
    )
    hits = await ranked(store, "osimertinib inhibitor", axis(1), fusion=fusion)
    assert hits[0].document.id == "best"
    assert all(0 <= hit.score <= 1 for hit in hits)
    assert list(hits) == sorted(hits, key=lambda hit: -hit.score)


async def test_scores_say_which_leg_found_the_document(store: SiloStore) -> None:
    await store.upsert(
        "genes",
        [embedded("words", "sotorasib", axis(3)), embedded("sense", "other", between(1, 2, 0.6))],
    )
    by_id = {hit.document.id: hit for hit in await ranked(store, "sotorasib", axis(1))}
    assert by_id["words"].lexical > 0
    assert by_id["words"].dense == pytest.approx(0, abs=1e-3)
    assert by_id["sense"].lexical == 0
    assert by_id["sense"].dense == pytest.approx(0.6, abs=1e-3)


@pytest.mark.parametrize(("alpha", "first"), [(0.0, "words"), (1.0, "sense")])
async def test_alpha_weighs_the_dense_leg(store: SiloStore, alpha: float, first: str) -> None:
    await store.upsert(
        "genes", [embedded("words", "sotorasib", axis(3)), embedded("sense", "other", axis(1))]
    )
    assert (await ranked(store, "sotorasib", axis(1), alpha=alpha))[0].document.id == first


async def test_a_document_scores_as_its_best_chunk_and_comes_once(store: SiloStore) -> None:
    await store.upsert(
        "genes",
        [
            embedded("long", "many", axis(2), axis(3), between(1, 2, 0.8), axis(4)),
            embedded("short", "few", between(1, 2, 0.5)),
        ],
    )
    hits = await ranked(store, "", axis(1))
    assert ids(hits) == ["long", "short"]
    assert hits[0].dense == pytest.approx(0.8, abs=1e-3)


@pytest.mark.parametrize("fusion", ["learned", "relative_score", "dbsf", "rrf"])
async def test_ties_are_broken_by_id(store: SiloStore, fusion: str) -> None:
    names = [f"d{number:03}" for number in range(90)]
    same = between(1, 2, 0.7)
    await store.upsert("genes", [embedded(name, "same text", same) for name in reversed(names)])
    hits = await store_search_without_title_words(store, fusion)
    assert hits == names[:7]


async def store_search_without_title_words(store: SiloStore, fusion: str) -> list[str]:
    return ids(await ranked(store, "same", axis(1), limit=7, fusion=fusion))


async def test_chunks_of_what_was_there_before_are_gone(store: SiloStore) -> None:
    await store.upsert("genes", [embedded("a", "long", axis(1), axis(2), axis(3))])
    await store.upsert("genes", [embedded("a", "short", axis(1)), embedded("b", "b", axis(4))])
    by_id = {hit.document.id: hit.dense for hit in await ranked(store, "short", axis(3))}
    assert by_id == {"a": pytest.approx(0, abs=1e-3), "b": pytest.approx(0, abs=1e-3)}
    assert await store.count("genes") == 2


async def test_the_lexical_score_is_the_same_in_every_store(store: SiloStore) -> None:
    """BM25 with k1 1.2, b 0.75 over title and text as one, worked out by hand.

    For documents with one vector that were written once: Weaviate counts objects, not documents."""
    texts = {"a": "melanoma melanoma nivolumab", "b": "melanoma", "c": "sarcoma doxorubicin"}
    await store.upsert("genes", [embedded(name, text) for name, text in texts.items()])
    hits = {hit.document.id: hit.lexical for hit in await ranked(store, "melanoma")}
    lengths = {name: len(words(f"About {name} {text}")) for name, text in texts.items()}
    average = sum(lengths.values()) / 3
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    for name, times in (("a", 2), ("b", 1)):
        damping = 1.2 * (1 - 0.75 + 0.75 * lengths[name] / average)
        assert hits[name] == pytest.approx(idf * times * 2.2 / (times + damping), rel=0.02)
    assert hits["c"] == 0


@pytest.mark.parametrize("limit", [0, 1, 3])
async def test_the_limit_is_kept(store: SiloStore, limit: int) -> None:
    await store.upsert("genes", [embedded(f"d{n}", "melanoma", axis(n)) for n in range(5)])
    assert len(await ranked(store, "melanoma", limit=limit)) == limit


def filter_cases() -> Iterator[tuple[Filters, list[str]]]:
    yield Filters(), ["a", "b", "c"]
    yield Filters(genes=("BRCA1",)), ["a"]
    yield Filters(genes=("brca1", "EGFR")), ["a", "b"]
    yield Filters(genes=("EGFR",), drugs=("olaparib",)), []
    yield Filters(drugs=("Olaparib",)), ["a"]
    yield Filters(tumour_types=("breast cancer",)), ["a"]
    yield Filters(tumour_types=("breast",)), []
    yield Filters(evidence_levels=("A", "C")), ["a"]
    yield Filters(genes=("NEVERSEEN",)), []
    yield Filters(versions=("1",)), ["a", "c"]
    yield Filters(versions=("1", "2")), ["a", "b", "c"]
    yield Filters(versions=("2",), genes=("BRCA1",)), []
    yield Filters(since="2020"), ["b"]
    yield Filters(since="2020-05-02"), ["b"]
    yield Filters(since="2021"), []
    yield Filters(since="2010-01-01"), ["a", "b"]


@pytest.mark.parametrize(("filters", "expected"), list(filter_cases()))
async def test_filters_narrow_both_legs(
    store: SiloStore, filters: Filters, expected: list[str]
) -> None:
    first = Facets(
        genes=("BRCA1",),
        drugs=("olaparib",),
        tumour_types=("breast cancer",),
        evidence_level="A",
    )
    await store.upsert(
        "genes",
        [
            embedded("a", "tumour", axis(1), date="2019-12-31", facets=first),
            embedded(
                "b",
                "tumour",
                axis(1),
                version="2",
                date="2020-06",
                facets=Facets(genes=("EGFR",)),
            ),
            embedded("c", "tumour", axis(1)),
        ],
    )
    assert sorted(ids(await ranked(store, "tumour", axis(1), filters=filters))) == expected


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("HER2-positive disease", "HER2"),
        ("HER2-positive disease", "her2 positive"),
        ("HER2 status", "HER-2"),
        ("carriers of BRCA1/2 variants", "BRCA2"),
        ("carriers of BRCA1/2 variants", "brca1/2"),
        ("the variant c.68_69delAG", "c.68_69delAG"),
        ("the variant c.68_69delAG", "68_69delAG"),
        ("PIK3CA p.H1047R", "H1047R"),
        ("PIK3CA p.His1047Arg", "H1047R"),
        ("acquired T790M", "T790M"),
        ("PD‑L1 expression", "PD-L1"),
        ("PD-L1 expression", "PDL1"),
        ("TGF-β signalling", "TGF-β"),
        ("naïve patients", "NAÏVE"),
        ("日本の 患者", "患者"),
        ("Ménière’s 🧬 disease", "ménière"),
        ("trial NCT02000622", "nct02000622"),
    ],
)
async def test_clinical_names_and_any_script_are_found(
    store: SiloStore, text: str, query: str
) -> None:
    await store.upsert("genes", [embedded("hit", text), embedded("miss", "unrelated words")])
    by_id = {hit.document.id: hit.lexical for hit in await ranked(store, query)}
    assert by_id["hit"] > 0
    assert by_id["miss"] == 0


async def test_near_misses_of_a_variant_rank_below_it(store: SiloStore) -> None:
    await store.upsert(
        "genes", [embedded("k", "BRAF p.V600K melanoma"), embedded("e", "BRAF p.V600E melanoma")]
    )
    assert ids(await ranked(store, "BRAF p.V600E"))[0] == "e"


@pytest.mark.parametrize("query", ["", "   ", "?!", "the of and", "\x00\x1f", "' OR 1=1 --", "%_"])
async def test_queries_without_meaning_do_no_harm(store: SiloStore, query: str) -> None:
    await store.upsert("genes", [embedded("a", "melanoma")])
    assert len(await ranked(store, query)) == 1


async def test_a_document_of_a_megabyte_is_kept_whole(store: SiloStore) -> None:
    text = "Melanoma grows. " * 65_536 + "Needleword."
    await store.upsert("genes", [embedded("big", text), embedded("small", "melanoma")])
    (big, *_) = await ranked(store, "needleword")
    assert big.document.text == text


async def test_searches_and_writes_at_once_all_succeed(store: SiloStore) -> None:
    await store.upsert("genes", [embedded("d0", "melanoma")])

    async def write() -> None:
        for number in range(1, 20):
            await store.upsert("genes", [embedded(f"d{number}", "melanoma", axis(number))])

    async def search() -> None:
        seen = 0
        for _ in range(30):
            found = len(await ranked(store, "melanoma", limit=50))
            assert found >= seen
            seen = found

    await asyncio.gather(write(), *(search() for _ in range(4)))
    assert len(await ranked(store, "melanoma", limit=50)) == 20


async def test_closing_twice_is_fine_and_ends_the_service(store: SiloStore) -> None:
    await store.upsert("genes", [embedded("a")])
    await store.close()
    await store.close()
    with pytest.raises(SiloUnavailable):
        await ranked(store, "a")


@pytest.mark.parametrize("fusion", ["learned", "relative_score"])
async def test_a_document_is_found_by_a_name_that_was_added_to_the_query(
    store: SiloStore, fusion: str
) -> None:
    texts = {"generic": "olaparib in ovarian cancer", "other": "imatinib in leukaemia"}
    await store.upsert("genes", [embedded(name, text, axis(1)) for name, text in texts.items()])
    await store.wait_until_indexed("genes")
    asked = StoreQuery(
        text="Lynparza", vector=axis(1), limit=2, fusion=fusion, also=(("olaparib", 0.5),)
    )
    hits = await store.search("genes", asked)
    assert ids(hits) == ["generic", "other"]
    assert hits[0].lexical > 0
    assert hits[1].lexical == 0
