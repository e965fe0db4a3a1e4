"""Files that state statements, and the documents that are composed of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from names.clinical.values import Line, Marker, MarkerRule, OrganFunction
from retrieval.documents import Document
from retrieval.errors import DeclarationInvalid
from retrieval.ingestion.readers import read_documents
from retrieval.statements.model import Applicability, EvidenceLevel
from retrieval.stores.document_json import fingerprint, from_json, to_json

FILE = """
id: olaparib
title: Olaparib
date: 2023-11-06
drugs: [Olaparib]
sections:
- heading: ''
  statements:
  - id: what
    text: Olaparib is a
      PARP inhibitor.
- heading: Renal impairment
  statements:
  - id: renal-moderate
    kind: adjustment
    text: In moderate renal impairment (31 to 50 mL/min) 200 mg is given twice daily.
    limits: [It was not studied below 30 mL/min.]
    drugs: [Olaparib]
    applies:
      organ: [{organ: renal, low: 31, high: 50, unit: mL/min}]
      line: 2+
      requires:
      - any_of: [{name: BRCA1, origin: germline}, {name: BRCA2, origin: germline}]
      settings: []
    jurisdiction: US
    as_of: 2023-11-06
    evidence: {scale: FDA approval, value: regular}
    record: https://www.accessdata.fda.gov/drugsatfda_docs/label/2023/208558s028lbl.pdf
"""


def read(text: str, name: str = "olaparib.yaml") -> Document:
    (document,) = read_documents("drug_information", Path(name), text.encode())
    return document


def test_the_text_is_composed_of_title_headings_claims_and_limits() -> None:
    document = read(FILE)
    assert document.text == (
        "# Olaparib\n\nOlaparib is a PARP inhibitor.\n\n## Renal impairment\n\n"
        "In moderate renal impairment (31 to 50 mL/min) 200 mg is given twice daily."
        " It was not studied below 30 mL/min."
    )
    assert (document.kind, document.date, document.facets.drugs) == (
        "digest",
        "2023-11-06",
        ("olaparib",),
    )
    assert document.facts_from == (document.statements[1].record,)


def test_a_statement_keeps_its_spans_its_values_and_what_was_stated() -> None:
    document = read(FILE)
    what, renal = document.statements
    assert [document.text[start:end] for start, end in renal.spans] == [
        "In moderate renal impairment (31 to 50 mL/min) 200 mg is given twice daily.",
        "It was not studied below 30 mL/min.",
    ]
    assert renal.applies == Applicability(
        organ=(OrganFunction(organ="renal", low=31, high=50, unit="mL/min"),),
        line=Line(first=2, last=None),
        requires=(
            MarkerRule(
                any_of=(
                    Marker(name="BRCA1", origin="germline"),
                    Marker(name="BRCA2", origin="germline"),
                )
            ),
        ),
    )
    assert (renal.kind, renal.heading, renal.drugs) == (
        "adjustment",
        "Renal impairment",
        ("olaparib",),
    )
    assert renal.evidence == EvidenceLevel(scale="FDA approval", value="regular")
    assert {"applies.organ", "applies.settings", "as_of", "kind"} <= set(renal.stated)
    assert "currency" not in renal.stated
    assert what.stated == ("spans", "heading")


def test_statements_survive_every_store() -> None:
    document = read(FILE)
    assert from_json(to_json(document)) == document
    other = replace(document, statements=document.statements[:1])
    assert fingerprint(other) != fingerprint(document)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("organ: renal", "organ: kidney", r"statement renal-moderate: applies\.organ"),
        ("kind: adjustment", "kind: adjusted", "renal-moderate: kind must be one of indication"),
        ("    kind: adjustment", "    states: adjustment", "states is not a known key"),
        ("    id: what", "", "statement 1: id is missing"),
        ("id: what", "id: renal-moderate", "statement renal-moderate is given twice"),
        ("2+", "soon", r"applies\.line cannot be read from “soon”"),
        ("as_of: 2023-11-06", "as_of: autumn", "as_of must be YYYY"),
        ("settings: []", "settings: adjuvant", r"applies\.settings must be a list"),
        ("title: Olaparib", "", "title is missing"),
    ],
)
def test_a_wrong_key_is_named_with_its_statement(old: str, new: str, complaint: str) -> None:
    text = FILE.replace("  - id: what\n", "  -\n    id: what\n").replace(old, new)
    with pytest.raises(DeclarationInvalid, match=complaint):
        read(text)


@pytest.mark.parametrize("sections", ["", "sections: []", "sections: text", "sections: [a]"])
def test_a_file_without_statements_is_refused(sections: str) -> None:
    with pytest.raises(DeclarationInvalid, match="section"):
        read(f"id: a\ntitle: A\n{sections}\n")


MARKDOWN = """---
title: Board protocol
statements:
- id: hold
  quote: Hold osimertinib for ILD of any grade.
  limits: [Do not restart.]
  kind: adjustment
---
# Board protocol

## Lung

Hold osimertinib for ILD
of any grade. Do not restart. Call us.
"""


def test_front_matter_states_what_words_of_the_text_claim() -> None:
    document = read(MARKDOWN, "protocol.md")
    (hold,) = document.statements
    assert [document.text[start:end] for start, end in hold.spans] == [
        "Hold osimertinib for ILD\nof any grade.",
        "Do not restart.",
    ]
    assert (hold.kind, hold.heading, document.kind) == ("adjustment", "Lung", "original")


def test_a_quote_that_does_not_stand_in_the_text_is_refused() -> None:
    with pytest.raises(DeclarationInvalid, match=r"protocol\.md: statement hold: “Hold erl"):
        read(MARKDOWN.replace("quote: Hold osi", "quote: Hold erl"), "protocol.md")
