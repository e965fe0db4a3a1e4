from __future__ import annotations

from pathlib import Path

import pytest

from names.synonyms import synonyms_of
from retrieval.declaration.cards import read_cards
from retrieval.documents import Document
from retrieval.ingestion.embedding_texts import embedded_documents
from retrieval.outcomes import Data
from retrieval.search.query_terms import query_terms
from retrieval.silos import Silos
from retrieval.stores.embedded import EmbeddedStore
from tests.unit.retrieval.fakes import WordEmbedder


def names(text: str) -> set[str]:
    return {name.lower() for name, _ in synonyms_of(text)}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("HER2", "erbb2"),
        ("HER2-positive breast cancer", "erbb2"),
        ("her-2/neu", "erbb2"),
        ("What is Lynparza's dose?", "olaparib"),
        ("olaparib", "lynparza"),
        ("p53-mutant", "tp53"),
        ("Enhertu after T-DM1", "trastuzumab deruxtecan"),
    ],
)
def test_genes_and_drugs_are_sought_by_their_other_names(query: str, expected: str) -> None:
    assert expected in names(query)


@pytest.mark.parametrize(
    "query",
    [
        "all patients with cancer rest and eat what they can",
        "CT and MRI for PET negative disease, OS and PFS by AGE",
        "the impact of the fast response was great",
        "",
    ],
)
def test_ordinary_words_and_abbreviations_bring_nothing(query: str) -> None:
    assert names(query) == set()


def test_a_conjugate_is_not_sought_by_the_names_of_its_antibody() -> None:
    assert "herceptin" not in names("trastuzumab deruxtecan")
    assert "herceptin" in names("trastuzumab")


def test_added_words_weigh_less_and_never_change_the_querys_own() -> None:
    terms = query_terms("HER2 HER2 dose", (("ERBB2 dose", 0.5), ("ERBB2", 0.25)))
    assert terms.counts == {"her2": 2.0, "dose": 1.0, "erbb2": 0.5}
    assert terms.weights == {"her2": 1.0, "dose": 1.0, "erbb2": 0.5}


async def test_the_silos_find_the_generic_by_its_brand_when_switched_on(tmp_path: Path) -> None:
    (card, *_) = read_cards()
    embedder = WordEmbedder()
    store = EmbeddedStore(tmp_path / "silos.sqlite", embedder=embedder.name)
    texts = {"a": "olaparib in renal impairment", "b": "other medicine entirely"}
    documents = [
        Document(silo=card.name, id=name, version="1", title="", text=text)
        for name, text in texts.items()
    ]
    await store.upsert(card.name, embedded_documents(documents, embedder, card.chunks))
    for switched_on in (False, True):
        silos = Silos([card], store=store, embedder=embedder, synonyms=switched_on)
        outcome = await silos.search(card.name, "Lynparza")
        found = outcome.found if isinstance(outcome, Data) else ()
        matched = [each.document.id for each in found if each.lexical > 0]
        assert matched == (["a"] if switched_on else [])
    await store.close()
