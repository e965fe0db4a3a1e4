from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from retrieval.documents import Document, Facets, Identifier
from retrieval.errors import DeclarationInvalid, DocumentUnreadable, RetrievalError
from retrieval.ingestion.readers import read_documents, read_sound_part
from retrieval.ingestion.readers.archives import MAX_COLLECTION_BYTES
from tests.unit.retrieval.ingestion.files import pdf

FRONT = """---
id: olympiad
title: "OlympiAD: olaparib"
organisation: NEJM
version: 2024.10
date: 2017-08
url: https://example.org/a
identifiers:
  pmid: [28578601]
  nct: ["NCT02000622"]
evidence_level: A
tumour_types: [Breast cancer]
genes: [BRCA1, BRCA2]
drugs: [Olaparib]
status: unconfirmed
facts_from:
  - pubmed_oncology_abstracts:28578601
summary: One line.
---

# OlympiAD

Body.
"""


def read(text: str, name: str = "olympiad.md") -> tuple[Document, ...]:
    return read_documents("landmark_trials", Path(name), text.encode())


def test_front_matter_becomes_the_document_and_is_not_part_of_its_text() -> None:
    (document,) = read(FRONT)
    assert document == Document(
        silo="landmark_trials",
        id="olympiad",
        version="2024.10",
        title="OlympiAD: olaparib",
        text="# OlympiAD\n\nBody.",
        url="https://example.org/a",
        organisation="NEJM",
        date="2017-08",
        summary="One line.",
        facets=Facets(
            tumour_types=("breast cancer",),
            genes=("BRCA1", "BRCA2"),
            drugs=("olaparib",),
            evidence_level="A",
            identifiers=(Identifier("pmid", "28578601"), Identifier("nct", "NCT02000622")),
        ),
        status="unconfirmed",
        facts_from=("pubmed_oncology_abstracts:28578601",),
    )


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("genes:", "gens:", r"olympiad\.md: gens is not a known key"),
        ('title: "OlympiAD: olaparib"', "", "title is missing"),
        ("date: 2017-08", "date: August", "date must be YYYY"),
        ("date: 2017-08", "date: 2017-13", "date must be YYYY"),
        ("date: 2017-08", "date: [2017]", "date must be a text"),
        ("https://example.org/a", "javascript:alert(1)", "url must begin with https"),
        ("[28578601]", "[PMID28578601]", r"identifiers\.pmid cannot be"),
        ("[28578601]", "28578601", r"identifiers\.pmid must be a list"),
        ("NCT02000622", "NCT0200062", r"identifiers\.nct cannot be 'NCT0200062'"),
        ("  pmid:", "  isbn:", r"identifiers\.isbn is not a known key"),
        ("genes: [BRCA1, BRCA2]", "genes: BRCA1", "genes must be a list"),
        ("genes: [BRCA1, BRCA2]", "genes: [BRCA1, '']", "genes holds an empty entry"),
        ("status: unconfirmed", "status: maybe", "status must be one of confirmed, unconfirmed"),
        ("id: olympiad", "id: ../x", "id must be letters"),
        ("organisation: NEJM", "title: again", "title is given twice"),
        ("organisation: NEJM", "organisation: [", "line 6 of the front matter"),
        ("\n---\n\n#", "\n\n#", "front matter has no closing ---"),
    ],
)
def test_a_mistake_in_front_matter_names_file_and_key(old: str, new: str, complaint: str) -> None:
    assert old in FRONT
    with pytest.raises(DeclarationInvalid, match=complaint):
        read(FRONT.replace(old, new))


def test_keys_of_another_program_are_told_and_the_document_is_read() -> None:
    text = "---\ntitle: Bevacizumab\nowner: Day clinic\nrev: 11 (June)\n---\n\nHold 16 days.\n"
    part = read_sound_part("landmark_trials", Path("flow.md"), text.encode())
    assert [(d.title, d.text) for d in part.documents] == [("Bevacizumab", "Hold 16 days.")]
    assert part.remarks == ("The front matter's owner, rev was not read: no key is called so.",)


def test_aliases_of_yaml_cannot_blow_up() -> None:
    bomb = "a: &a [x, x]\n" + "\n".join(
        f"b{n}: &b{n} [*{'a' if n == 0 else f'b{n - 1}'}, *{'a' if n == 0 else f'b{n - 1}'}]"
        for n in range(40)
    )
    with pytest.raises(RetrievalError):
        read(f"---\n{bomb}\ntitle: x\n---\nBody")


@pytest.mark.parametrize("unit", ["[", "{a: ", "- ", "? ", "a:\n{}", "[\n", "- [", ": ? "])
def test_yaml_that_is_nested_deeply_is_refused_in_a_sentence(unit: str) -> None:
    deep = "".join(unit.format(" " * level) for level in range(3, 1100)) if "{}" in unit else ""
    with pytest.raises(DeclarationInvalid, match=r"nested too deeply|line \d+ of the front matter"):
        read(f"---\nx:\n  {deep or unit * 5_000}\n---\nBody")


def test_yaml_cannot_make_objects() -> None:
    with pytest.raises(DeclarationInvalid, match="title must be a text"):
        read("---\ntitle: !!python/object/apply:os.system [x]\n---\nB")


def test_markdown_without_front_matter_is_named_by_its_heading_and_file() -> None:
    (document,) = read("# A title\n\nWords.", "my notes.md")
    assert (document.id, document.title) == ("my-notes", "A title")
    assert len(document.version) == 12


def test_without_a_stated_version_the_text_makes_it() -> None:
    one, same, other = (read(text)[0].version for text in ("Same.", "Same.", "Other."))
    assert one == same != other


@pytest.mark.parametrize("name", ["a.txt", "a.html", "a.pdf"])
def test_other_files_are_documents_too(name: str) -> None:
    content = pdf("Some words") if name.endswith("pdf") else b"Some words"
    (document,) = read_documents("pubmed", Path(name), content)
    assert (document.id, document.silo, document.text) == ("a", "pubmed", "Some words")


def test_json_lines_hold_a_document_each() -> None:
    lines = [
        json.dumps({"id": "x1", "title": "One", "text": "First.", "genes": ["EGFR"]}),
        "",
        json.dumps({"title": "Two", "text": "Second."}),
    ]
    one, two = read("\n".join(lines), "many.jsonl")
    assert (one.id, one.title, one.facets.genes) == ("x1", "One", ("EGFR",))
    assert (two.id, two.text) == ("many-3", "Second.")


def test_json_lines_in_gzip_are_read_alike_and_a_bomb_or_a_torn_one_is_refused() -> None:
    line = json.dumps({"title": "Two", "text": "Second."}).encode()
    (plain,) = read_documents("genes", Path("many.jsonl"), line)
    assert read_documents("genes", Path("many.jsonl.gz"), gzip.compress(line)) == (plain,)
    for content, said in (
        (gzip.compress(line)[:-9], "does not unpack"),
        (line, "does not unpack"),
        (gzip.compress(b" " * (MAX_COLLECTION_BYTES + 1), 1), "unpacks to more than 100 MB"),
    ):
        with pytest.raises(DocumentUnreadable, match=said):
            read_documents("genes", Path("many.jsonl.gz"), content)


def test_all_wrong_keys_of_a_line_are_told_at_once() -> None:
    line = json.dumps({"title": "One", "text": "First.", "organization": "x", "gene": [], "x": 1})
    with pytest.raises(DeclarationInvalid) as refused:
        read(line, "many.jsonl")
    assert refused.value.detail.startswith("many.jsonl line 1: ")
    for key in ("organization ", "gene ", "x "):
        assert f"; {key}" in refused.value.detail or f": {key}" in refused.value.detail


@pytest.mark.parametrize("line", ["{", "[]", '{"title": "x"}', '{"text": "x"}', '{"text": 5}'])
def test_a_bad_json_line_is_named(line: str) -> None:
    with pytest.raises(DeclarationInvalid, match=r"many\.jsonl line 2"):
        read('{"title": "t", "text": "x"}\n' + line, "many.jsonl")
