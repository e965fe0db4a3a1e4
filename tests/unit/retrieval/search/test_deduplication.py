"""For a reader who reads all: no strangers, nothing twice, and the next documents on request."""

from __future__ import annotations

from dataclasses import replace

from retrieval.declaration.cards import read_cards
from retrieval.documents import Document, Facets
from retrieval.outcomes import Data, Empty, FoundDocument
from retrieval.search.deduplication import fold_copies, without_unrelated
from retrieval.silos import Silos
from retrieval.stores.contract import Hit
from tests.unit.retrieval.fakes import ToldStore, WordEmbedder

WORDS = (
    "Adults with unresectable disease after platinum who carry a susceptible alteration were given "
    "the drug every day until progression or until harms beyond bearing came to them"
)


def found(name: str, text: str, **facets: tuple[str, ...]) -> FoundDocument:
    document = Document(
        silo="genes", id=name, version="1", title="A record", text=text, facets=Facets(**facets)
    )
    return FoundDocument(document=document, score=1, lexical=1, dense=0)


def ids(kept: tuple[FoundDocument, ...]) -> list[str]:
    return [each.document.id for each in kept]


def over(*documents: FoundDocument) -> Silos:
    hits = [Hit(document=each.document, score=1, lexical=1, dense=0) for each in documents]
    return Silos(read_cards(), store=ToldStore(hits), embedder=WordEmbedder())


def test_what_names_nothing_of_the_query_is_a_stranger() -> None:
    rows = (
        found("a", "Tebentafusp prolonged survival in uveal melanoma."),
        found("b", "Nivolumab prolonged survival in cutaneous melanoma."),
    )
    kept, named = without_unrelated(rows, "tebentafusp survival melanoma")
    assert (ids(kept), named) == (["a"], "tebentafusp")
    assert without_unrelated(rows, "pembrolizumab in melanoma")[0] == ()


def test_other_names_classes_and_facets_count_as_naming() -> None:
    rows = (
        found("brand", "Lynparza tablets are taken twice daily."),
        found("class", "PARP inhibitors cause anaemia."),
        found("facet", "The tablets are taken twice daily.", drugs=("olaparib",)),
        found("other", "Erdafitinib tablets are taken once daily."),
    )
    assert ids(without_unrelated(rows, "olaparib dose")[0]) == ["brand", "class", "facet"]
    assert ids(without_unrelated(rows, "dose of tablets")[0]) == [
        "brand",
        "class",
        "facet",
        "other",
    ]


def test_a_short_symbol_is_no_word() -> None:
    rows = (found("word", "The endpoint was met."), found("gene", "MET exon 14 was skipped."))
    assert ids(without_unrelated(rows, "MET amplification")[0]) == ["gene"]


def test_a_near_copy_stands_behind_what_it_copies() -> None:
    rows = (found("a", f"{WORDS}. CHEK2."), found("b", f"{WORDS}. RAD51D."), found("c", "Other."))
    folded = fold_copies(rows, "olaparib")
    assert ids(folded.kept) == ["a", "c"]
    assert [(one.document.id, two.document.id) for one, two in folded.copies] == [("b", "a")]


def test_no_copy_is_what_has_a_number_a_denial_or_a_word_of_the_query() -> None:
    first = found("a", f"{WORDS}. At 600 mg. CHEK2.")
    assert ids(fold_copies((first, found("b", f"{WORDS}. At 400 mg. CHEK2.")), "dose").kept) == [
        "a", "b",
    ]  # fmt: skip
    assert len(fold_copies((first, found("b", f"{WORDS}. Not at 600 mg. CHEK2.")), "x").kept) == 2
    other = found("b", f"{WORDS}. At 600 mg. RAD51D.")
    assert len(fold_copies((first, other), "RAD51D").kept) == 2
    assert len(fold_copies((first, other), "CHEK2").kept) == 1


async def test_five_are_filled_up_after_copies_and_strangers_are_gone() -> None:
    copies = [
        found(f"copy{n}", f"{WORDS}, olaparib, as in record of {'abcdefgh'[n]}.") for n in range(8)
    ]
    others = [found(f"own{n}", f"Olaparib {'uvwxyz'[n] * 9} {'uvwxyz'[n] * 8}.") for n in range(5)]
    strangers = [found("stranger", "Erdafitinib was given.")]
    silos = over(*copies, *strangers, *others).without_repeats()
    first = await silos.search("genes", "olaparib")
    assert isinstance(first, Data)
    assert ids(first.found) == ["copy0", "own0", "own1", "own2", "own3"]
    assert ids(first.copies) == [f"copy{n}" for n in range(1, 8)]
    assert first.left == 1
    seen = frozenset(ids(first.found))
    more = await silos.search("genes", "olaparib", seen=seen)
    assert isinstance(more, Data)
    assert (ids(more.found), more.copies, more.left) == (["own4"], (), 0)
    ended = await silos.search("genes", "olaparib", seen=seen | {"own4"})
    assert ended == Empty("Genes holds no further document that is close to this query.")


async def test_others_get_what_the_store_ranks() -> None:
    rows = (found("a", f"{WORDS}. CHEK2."), found("b", f"{WORDS}. RAD51D."))
    outcome = await over(*rows).search("genes", "olaparib")
    assert isinstance(outcome, Data)
    assert (ids(outcome.found), outcome.copies) == (["a", "b"], ())
    nothing = await over(*rows).without_repeats().search("genes", "olaparib")
    assert nothing == Empty("Genes holds nothing close to this query that names olaparib.")


def test_a_document_is_compared_by_its_title_too() -> None:
    first = found("a", WORDS)
    second = replace(first, document=replace(first.document, title="A record of withdrawal not"))
    assert len(fold_copies((first, second), "x").kept) == 2
