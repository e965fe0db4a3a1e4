"""The check finds planted wrong numbers and identifiers, and lets the right ones pass."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from evals.corpus.check import Report, Sources, check, main
from evals.corpus.pages import NotedPage
from evals.corpus.records import RecordSets, RecordUnknown

PAGE = "https://example.org/label"
ABSTRACT = {
    "_id": "123456",
    "title": "Drug A in ERBB2-amplified disease",
    "text": "Median PFS was 12.3 months (HR 0.58) in 1,429 patients with PIK3CA H1047R in a "
    "phase III trial (NCT01234567); three died. Grade IV events: 5.0%.",
}
PADDING = "The sentence is here to fill the page with plain words and nothing else at all. " * 12


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    abstracts = folder / "pubmed_oncology_abstracts/shared/abstracts.jsonl.gz"
    abstracts.parent.mkdir(parents=True)
    abstracts.write_bytes(gzip.compress(json.dumps(ABSTRACT).encode()))
    genes = folder / "gene_reference/shared"
    genes.mkdir(parents=True)
    columns = ["hgnc_id", "symbol", "name", "alias_symbols", "prev_symbols", "ensembl_gene_id"]
    rows = [
        ["HGNC:3430", "ERBB2", "erb-b2", "HER2, HER-2", "NGL", "E1"],
        ["HGNC:1100", "BRCA1", "x", "", "", "E2"],
        ["HGNC:1101", "BRCA2", "x", "", "", "E3"],
    ]
    lines = ["\t".join(row) for row in [columns, *rows]]
    (genes / "hgnc_2024-07.tsv.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    (genes / "ensembl_genes_grch38.tsv.gz").write_bytes(gzip.compress(b"ensgene\tchr\nE1\t17\n"))
    return folder


def checked(
    tmp_path: Path,
    data: Path,
    sentence: str,
    pages: dict[str, NotedPage] | None = None,
    **meta: Any,
) -> Report:
    front = {
        "id": "a",
        "title": "Drug A",
        "organisation": "PubMed",
        "version": "as recorded",
        "date": "",
        "url": "https://pubmed.ncbi.nlm.nih.gov/123456/",
        "status": "confirmed",
        "facts_from": ["pubmed_oncology_abstracts:123456"],
    } | meta
    front["date"] = meta.get("date", "1429")
    file = tmp_path / "corpus/pubmed/a.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"---\n{json.dumps(front)}\n---\n# Drug A\n\n{sentence}\n\n{PADDING}\n")
    return check(tmp_path / "corpus", Sources(RecordSets(data), pages or {}))


@pytest.mark.parametrize(
    "sentence",
    [
        "Median PFS was 12.3 months in 1429 patients.",
        "The hazard ratio was 0·58 in a phase 3 trial, and 3 patients died.",
        "Grade 4 events occurred in 5%.",
        "NCT01234567 enrolled PIK3CA-H1047R disease (PMID 123456).",
        "HER2-positive, HER-2 and BRCA1/2 are names of genes.",
    ],
)
def test_what_the_record_shows_passes(tmp_path: Path, data: Path, sentence: str) -> None:
    assert checked(tmp_path, data, sentence).wrong == ()


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("Median PFS was 12.4 months.", "12.4 months"),
        ("The hazard ratio was 0.85.", "0.85"),
        ("It enrolled 1,492 patients.", "1,492 patients"),
        ("Seven patients died.", "Seven patients"),
        ("NCT01234568 enrolled them.", "NCT01234568"),
        ("NCT0123456 enrolled them.", "NCT0123456"),
        ("PIK3CA H1047L was found.", "H1047L"),
        ("See PMID 654321.", "654321"),
        ("It was a phase II trial.", "2"),
        ("The dose is 300mg.", "300"),
        ("The allele is DPYD*2A.", "DPYD*2A"),
        ("See 10.1056/NEJMoa1234567.", "10.1056/NEJMoa1234567"),
    ],
)
def test_what_no_record_shows_is_named(
    tmp_path: Path, data: Path, sentence: str, named: str
) -> None:
    wrong = checked(tmp_path, data, sentence).wrong
    assert len(wrong) == 1
    assert named in wrong[0]
    assert wrong[0].startswith("corpus/pubmed/a.md: ")


def test_a_wrong_identifier_in_the_front_matter_is_named(tmp_path: Path, data: Path) -> None:
    identifiers = {"pmid": ["123457"], "nct": ["NCT01234567"]}
    wrong = checked(tmp_path, data, "Nothing.", identifiers=identifiers).wrong
    assert [line for line in wrong if "123457" in line] == list(wrong)
    assert len(wrong) == 1


def test_a_source_that_does_not_exist_is_named(tmp_path: Path, data: Path) -> None:
    facts_from = ["pubmed_oncology_abstracts:123456", "pubmed_oncology_abstracts:9"]
    wrong = checked(tmp_path, data, "Nothing.", facts_from=facts_from).wrong
    assert wrong == ("corpus/pubmed/a.md: pubmed_oncology_abstracts:9: no such record",)


def test_what_only_a_page_shows_is_listed_apart(tmp_path: Path, data: Path) -> None:
    facts_from = ["pubmed_oncology_abstracts:123456", PAGE]
    pages = {PAGE: NotedPage(PAGE, "Label", ("200 mg twice daily",))}
    report = checked(tmp_path, data, "The dose is 200 mg.", pages, facts_from=facts_from)
    assert report.wrong == ()
    assert report.by_page == (f"corpus/pubmed/a.md: 200 mg: {PAGE}",)


def test_a_number_that_the_notes_of_the_page_do_not_hold_is_wrong(
    tmp_path: Path, data: Path
) -> None:
    facts_from = ["pubmed_oncology_abstracts:123456", PAGE]
    pages = {PAGE: NotedPage(PAGE, "Label", ("200 mg twice daily",))}
    report = checked(tmp_path, data, "The dose is 400 mg.", pages, facts_from=facts_from)
    assert len(report.wrong) == 1
    assert "400 mg" in report.wrong[0]


def test_an_unconfirmed_document_may_state_no_number(tmp_path: Path, data: Path) -> None:
    meta: dict[str, Any] = {"status": "unconfirmed", "facts_from": ["https://example.org/"]}
    assert checked(tmp_path, data, "HER2-positive disease.", **meta).wrong == ()
    assert "12.3" in checked(tmp_path, data, "PFS was 12.3 months.", **meta).wrong[0]
    identifiers: dict[str, Any] = {"identifiers": {"pmid": ["123456"]}}
    assert "pmid" in checked(tmp_path, data, "Nothing.", **meta, **identifiers).wrong[0]


def test_without_records_only_the_structure_is_checked_and_that_is_said(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checked(tmp_path, data, "Median PFS was 99 months.")
    assert main(["--corpus", str(tmp_path / "corpus"), "--data", str(tmp_path / "none")]) == 0
    assert "left out" in capsys.readouterr().out
    (tmp_path / "corpus/pubmed/b.md").write_text("no front matter")
    assert main(["--corpus", str(tmp_path / "corpus")]) == 1


def test_main_prints_what_is_wrong_and_ends_with_one(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checked(tmp_path, data, "Median PFS was 99 months.")
    assert main(["--corpus", str(tmp_path / "corpus"), "--data", str(data)]) == 1
    line = "corpus/pubmed/a.md: 99 months: not in pubmed_oncology_abstracts:123456\n"
    assert line in capsys.readouterr().out


def test_an_unknown_key_is_refused(data: Path) -> None:
    for key in ("nothing:1", "pubmed_oncology_abstracts:", "api_fixtures:../../x"):
        with pytest.raises(RecordUnknown):
            RecordSets(data).text(key)


def test_an_empty_folder_name_is_no_folder(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checked(tmp_path, data, "Nothing.")
    assert main(["--corpus", str(tmp_path / "corpus"), "--data", ""]) == 0
    assert "left out" in capsys.readouterr().out
