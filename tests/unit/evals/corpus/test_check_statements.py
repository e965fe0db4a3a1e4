"""Each statement of a corpus file is held against its own record, its host and its own words."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from evals.corpus.check import Sources, check
from evals.corpus.pages import NotedPage
from evals.corpus.pages.hosts import is_listed, read_hosts
from evals.corpus.records import RecordSets

LABEL = "https://www.accessdata.fda.gov/label.pdf"
COPY = "https://www.cheap-pills.example/label.html"
ABSTRACTS = [
    {"_id": "1", "text": "The dose is 200 mg for a clearance of 31 to 50 mL/min."},
    {"_id": "2", "text": "Median survival was 12.3 months with EGFR T790M."},
]
FRONT = {
    "id": "a",
    "title": "Drug A",
    "organisation": "FDA",
    "version": "label",
    "date": "",
    "url": "https://www.accessdata.fda.gov/label.pdf",
    "status": "confirmed",
}
DOSE = {
    "id": "renal",
    "text": "The dose is 200 mg at a clearance of 31 to 50 mL/min.",
    "limits": [f"{'It is said once more in plain words. ' * 8}".strip()],
    "record": "pubmed_oncology_abstracts:1",
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data/pubmed_oncology_abstracts/shared/abstracts.jsonl.gz"
    path.parent.mkdir(parents=True)
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, ABSTRACTS)).encode()))
    genes = tmp_path / "data/gene_reference/shared/hgnc_2024-07.tsv.gz"
    genes.parent.mkdir(parents=True)
    columns = "hgnc_id\tsymbol\talias_symbols\tprev_symbols\nHGNC:3236\tEGFR\t\t\n"
    genes.write_bytes(gzip.compress(columns.encode()))
    return tmp_path / "data"


def problems(data: Path, *statements: dict[str, Any], silo: str = "drug_information") -> str:
    corpus = data.parent / "corpus"
    file = corpus / silo / "a.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    sections = [{"heading": "Dose", "statements": list(statements)}]
    file.write_text(yaml.safe_dump({**FRONT, "sections": sections}))
    page = NotedPage(LABEL, "Label", ("300 mg",))
    copied = NotedPage(COPY, "Label", ("300 mg",))
    return "\n".join(check(corpus, Sources(RecordSets(data), {LABEL: page, COPY: copied})).wrong)


def test_a_statement_that_its_record_shows_passes(data: Path) -> None:
    assert problems(data, DOSE) == ""


def test_a_number_that_only_another_record_of_the_document_shows_is_named(data: Path) -> None:
    other = {"id": "os", "text": "It was 12.3 months.", "record": "pubmed_oncology_abstracts:1"}
    assert "os: 12.3 months: not in pubmed_oncology_abstracts:1" in problems(
        data, DOSE, other, {"id": "x", "text": "It is so.", "record": "pubmed_oncology_abstracts:2"}
    )


def test_a_number_in_a_limit_is_looked_up_too(data: Path) -> None:
    assert "renal: 90 mL/min" in problems(data, DOSE | {"limits": ["Not above 90 mL/min."]})


def test_a_page_without_notes_and_an_unknown_record_are_named(data: Path) -> None:
    unread = DOSE | {"id": "b", "record": "https://www.fda.gov/unread"}
    assert "https://www.fda.gov/unread: no such record" in problems(data, DOSE, unread)


def test_a_statement_without_a_record_or_with_the_id_of_another_is_named(data: Path) -> None:
    found = problems(data, DOSE, DOSE, {"id": "c", "text": "It is so."})
    assert "statement renal: its id is given 2 times" in found
    assert "statement c names no record" in found


def test_a_copy_of_a_label_on_another_site_is_refused(data: Path) -> None:
    stated = {"id": "d", "text": "The dose is 300 mg."}
    assert problems(data, DOSE, stated | {"record": LABEL}) == ""
    assert "no sound host" in problems(data, DOSE, stated | {"record": COPY})


@pytest.mark.parametrize(
    ("applies", "problem"),
    [
        ({"organ": [{"organ": "renal", "low": 31, "high": 50, "unit": "mL/min"}]}, ""),
        ({"organ": [{"organ": "renal", "low": 30}]}, "applies says low 30"),
        ({"line": "2+"}, ""),
        ({"requires": [{"any_of": [{"name": "EGFR", "state": "T790M"}]}]}, "applies says T790M"),
        ({"population": {"age_from": 75}}, "applies says age_from 75"),
    ],
)
def test_what_is_stated_of_patients_stands_in_the_words(
    data: Path, applies: dict[str, Any], problem: str
) -> None:
    found = problems(data, DOSE | {"applies": applies})
    assert problem in found
    assert bool(found) == bool(problem)


def test_a_domain_stands_for_its_subdomains_and_for_nothing_else() -> None:
    sound = read_hosts()["any"]
    assert is_listed("www.accessdata.fda.gov", sound)
    assert is_listed("pubmed.ncbi.nlm.nih.gov", sound)
    for host in ("fda.gov.example.com", "notfda.gov", "gov", "www.medscape.com", ""):
        assert not is_listed(host, sound)
