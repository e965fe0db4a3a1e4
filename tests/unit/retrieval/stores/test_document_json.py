"""The stored form of a document: its bytes are pinned, since every store compares digests of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from retrieval.derivation.derive import with_statements
from retrieval.documents import Document, Facets, Identifier
from retrieval.stores.document_json import fingerprint, from_fields, from_json, to_json

SAMPLE = Document(
    silo="drug_information",
    id="olaparib",
    version="2024-01-31",
    title="Olaparib – tablets",
    text="Take 300 mg twice daily.\n\nGröße: 5 µm \u2028 end",
    url="https://example.org/a?b=1&c=2",
    organisation="Example",
    date="2024-01",
    summary="Dosing.",
    facets=Facets(
        tumour_types=("ovarian cancer",),
        genes=("BRCA1", "BRCA2"),
        drugs=("olaparib",),
        evidence_level="A",
        identifiers=(Identifier("setid", "1-2"), Identifier("pmid", "7")),
    ),
    status="corrected",
    facts_from=("rows:1", "rows:2"),
)


def test_the_fingerprint_never_changes() -> None:
    pinned = "1f9bdb720b6fcb0a2e92b6a552171b0f0e043ea56050d8553b696b7f111fc383"
    assert fingerprint(SAMPLE) == pinned


def test_a_document_comes_back_as_it_was() -> None:
    assert from_json(to_json(SAMPLE)) == SAMPLE
    assert from_fields(json.loads(to_json(SAMPLE))) == SAMPLE


def test_the_fingerprint_of_statements_is_that_of_the_document_that_comes_back() -> None:
    text = "Olaparib is indicated for adults with ovarian cancer.\n"
    derived = with_statements(replace(SAMPLE, text=text), "label")
    assert derived.statements
    assert fingerprint(from_json(to_json(derived))) == fingerprint(derived)


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"silo": "s"}', to_json(SAMPLE)[:-1]])
def test_what_is_no_document_is_refused(body: str) -> None:
    with pytest.raises(ValueError, match="validation error"):
        from_json(body)
