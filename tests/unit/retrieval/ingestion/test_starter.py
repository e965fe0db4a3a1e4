"""What the sources are asked for the originals of the digests."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.declaration.cards import read_cards
from retrieval.ingestion.record_identifiers import identifiers_of
from retrieval.ingestion.starter import starter_requests

DIGEST = """
id: a
title: A
drugs: [olaparib]
genes: [BRCA1]
identifiers: {{nct: [NCT02032823]}}
sections:
- statements:
  - {{id: one, text: One thing is so., record: "{record}"}}
"""


@pytest.mark.parametrize(
    ("record", "identifier"),
    [
        ("https://pubmed.ncbi.nlm.nih.gov/28578601/", ("pmid", "28578601")),
        ("pubmed_oncology_abstracts:28578601", ("pmid", "28578601")),
        ("civic_2025-09:EID1398", ("civic", "EID1398")),
        ("https://clinicaltrials.gov/study/NCT02032823", ("nct", "NCT02032823")),
        ("gene_reference:HGNC:1100", ("hgnc", "HGNC:1100")),
    ],
)
def test_the_same_record_has_the_same_identifier(record: str, identifier: tuple[str, str]) -> None:
    assert identifiers_of(record) == {identifier}


def test_each_source_is_asked_for_what_the_digests_name(tmp_path: Path) -> None:
    for silo, record in (("drug_information", "pubmed:7"), ("variant_evidence", "civic:EID1")):
        folder = tmp_path / silo
        folder.mkdir()
        (folder / "a.yaml").write_text(DIGEST.format(record=record))
    (tmp_path / "pubmed").mkdir()
    (tmp_path / "pubmed" / "own.md").write_text("---\ntitle: B\ndrugs: [x]\n---\nAn original.")
    asked = {entry.name: request for entry, request in starter_requests(tmp_path, read_cards())}
    assert {name: request.terms for name, request in asked.items()} == {
        "openfda": ("olaparib",),
        "clinicaltrials": ("NCT02032823",),
        "pubmed": ("7",),
        "civic": ("BRCA1",),
    }
    assert asked["openfda"].silo == "drug_information"
    assert asked == {each.name: one for each, one in starter_requests(tmp_path, read_cards())}
