"""A copied sentence is found, and one's own words about the same facts pass."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from evals.corpus.originality import main, shared_runs, words

ABSTRACT = (
    "Median progression-free survival was 12.3 months with drug A and 7.1 months with placebo "
    "among patients whose tumours carried the mutation."
)
COPY = "In short, median progression-free survival was 12.3 months with drug A and 7.1 months."
OWN = "Drug A held the disease back for 12.3 months at the median, against 7.1 months."


def write_document(corpus: Path, silo: str, body: str) -> None:
    folder = corpus / silo
    folder.mkdir(parents=True, exist_ok=True)
    front = "---\nid: a\nstatus: confirmed\nfacts_from: ['pubmed_oncology_abstracts:1']\n---\n"
    (folder / "a.md").write_text(f"{front}\n{body}\n", encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data/pubmed_oncology_abstracts/shared/abstracts.jsonl.gz"
    path.parent.mkdir(parents=True)
    path.write_bytes(gzip.compress(json.dumps({"_id": "1", "text": ABSTRACT}).encode()))
    return tmp_path / "data"


def run(data: Path, corpus: Path, *more: str) -> int:
    return main(["--data", str(data), "--corpus", str(corpus), *more])


def test_words_leave_figures_out_and_keep_compounds_whole() -> None:
    assert words("HR 0·58, **PIK3CA** (HER2-negative, p.H1047R), 95%") == (
        *("hr", "pik3ca", "her2-negative", "p", "h1047r"),
    )


def test_a_copied_stretch_is_given_at_full_length() -> None:
    assert shared_runs(COPY, ABSTRACT) == (
        "median progression-free survival was months with drug a and months",
    )


def test_two_copied_stretches_are_two_runs() -> None:
    source = "one two three four five six seven eight"
    ours = "one two three four then quite other words and five six seven eight"
    assert shared_runs(ours, source, run=4) == ("one two three four", "five six seven eight")


def test_eight_shared_words_are_not_copying() -> None:
    assert shared_runs("a b c d e f g h x", "a b c d e f g h y") == ()
    assert shared_runs("a b c d e f g h i", "a b c d e f g h i") == ("a b c d e f g h i",)


def test_the_same_facts_in_own_words_pass() -> None:
    assert shared_runs(OWN, ABSTRACT) == ()


def test_the_command_names_the_document_and_fails(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_document(tmp_path / "corpus", "pubmed", COPY)
    assert run(data, tmp_path / "corpus") == 1
    said = capsys.readouterr().out
    assert "corpus/pubmed/a.md: pubmed_oncology_abstracts:1: median progression-free" in said
    assert "1 documents compared, 1 runs" in said


def test_the_command_passes_own_words(data: Path, tmp_path: Path) -> None:
    write_document(tmp_path / "corpus", "pubmed", OWN)
    assert run(data, tmp_path / "corpus") == 0


def test_silos_composed_from_fields_are_compared_only_when_named(
    data: Path, tmp_path: Path
) -> None:
    write_document(tmp_path / "corpus", "drug_information", COPY)
    assert run(data, tmp_path / "corpus") == 0
    assert run(data, tmp_path / "corpus", "--silo", "drug_information") == 1


def test_without_records_nothing_is_called_original(tmp_path: Path) -> None:
    assert run(tmp_path / "absent", tmp_path) == 2
