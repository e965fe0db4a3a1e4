"""Citations name the statement that holds the quote, and the record of that statement."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.checking.citations import citation_of, with_antecedents
from agents.endings.provenance import NO_DATE, date_words
from agents.turns import Citation, Pointer
from retrieval.documents import Document, DocumentRef
from retrieval.statements.model import EvidenceLevel, Statement

TEXT = "Take one. Take two. Not with food."
RECORD = "https://records.example/2"
DOCUMENT = Document(
    silo="labels",
    id="a",
    version="1",
    title="A",
    text=TEXT,
    url="https://label.example/a",
    date="2025",
    statements=(
        Statement(id="one", kind="dose", spans=((0, 9),), as_of="2020"),
        Statement(
            id="two",
            kind="dose",
            spans=((10, 19), (20, 34)),
            record=RECORD,
            jurisdiction="US",
            as_of="2023-11",
            currency="superseded",
            evidence=EvidenceLevel(scale="FDA approval", value="regular"),
        ),
    ),
)


def cite(document: Document, words: str) -> Citation:
    start = TEXT.index(words)
    pointer = Pointer(ref=document.ref, text=words, start=start, end=start + len(words))
    citation = citation_of(pointer, (document,))
    assert citation is not None
    return citation


@pytest.mark.parametrize("words", ["Take two.", "Not with food."])
def test_the_statement_is_the_one_whose_span_holds_the_quote(words: str) -> None:
    citation = cite(DOCUMENT, words)
    assert (citation.statement, citation.record, citation.jurisdiction) == ("two", RECORD, "US")
    assert (citation.as_of, citation.currency, citation.date) == ("2023-11", "superseded", "2025")
    assert citation.evidence == EvidenceLevel(scale="FDA approval", value="regular")
    assert cite(DOCUMENT, "Take one.").statement == "one"


def test_an_original_is_a_verified_quote_and_links_to_itself() -> None:
    citation = cite(DOCUMENT, "Take two.")
    assert (citation.badge, citation.url) == ("verified quote", DOCUMENT.url)


def test_a_digest_is_no_verified_quote_and_links_to_the_record_of_its_statement() -> None:
    digest = replace(DOCUMENT, kind="digest")
    citation = cite(digest, "Take two.")
    assert (citation.badge, citation.url) == ("Curbside digest", RECORD)
    assert cite(digest, "Take one.").url == DOCUMENT.url
    corrected = cite(replace(digest, status="corrected"), "Take two.")
    assert corrected.badge.startswith("Curbside digest; a correction")
    assert cite(replace(digest, status="retracted"), "Take two.").badge.startswith("RETRACTED")


def test_organisation_and_date_of_a_digest_are_those_of_the_statements_record() -> None:
    two = replace(DOCUMENT.statements[1], publisher="Health Canada", as_of="")
    digest = replace(DOCUMENT, kind="digest", organisation="FDA label", statements=(two,))
    citation = cite(digest, "Take two.")
    assert (citation.organisation, citation.date) == ("Health Canada", "")
    assert date_words(citation) == NO_DATE
    own = cite(replace(digest, url=RECORD), "Take two.")
    assert own.date == "2025"


def test_words_of_no_statement_have_none() -> None:
    citation = cite(replace(DOCUMENT, statements=()), "Take two.")
    assert (citation.statement, citation.record) == ("", "")
    assert citation.ref == DocumentRef("labels", "a", "1")


def test_what_begins_with_a_pronoun_is_read_with_what_it_speaks_of() -> None:
    named = replace(cite(DOCUMENT, "Take two."), key="c2")
    other = replace(cite(DOCUMENT, "Take one."), key="c1")
    limit = replace(cite(DOCUMENT, "Not with food."), key="c3", quote="It is not taken with food.")
    assert with_antecedents((limit,), (other, named, limit)) == (named, limit)
    plain = replace(limit, quote="Not with food.")
    assert with_antecedents((plain,), (other, named, plain)) == (plain,)
    assert with_antecedents((named, limit), (other, named, limit)) == (named, limit)
