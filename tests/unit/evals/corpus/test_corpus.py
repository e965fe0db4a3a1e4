"""The shipped corpus is well formed: front matter, identifiers, lengths, and no text twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from evals.corpus.files import (
    IDENTIFIER_SYNTAX,
    CorpusFile,
    MalformedFile,
    paths,
    read,
    shared_problems,
    structure_problems,
)

CORPUS = Path(__file__).parents[4] / "corpus"
RECORD_SILOS = {
    "variant_evidence": 25,
    "genes": 20,
    "pharmgkb": 15,
    "drug_information": 25,
    "clinical_trials": 15,
}
"""The silos that rest on records, with the least number of documents in each."""


@pytest.fixture(scope="module")
def files() -> tuple[CorpusFile, ...]:
    return tuple(read(CORPUS, path) for path in paths(CORPUS))


def test_every_document_is_well_formed(files: tuple[CorpusFile, ...]) -> None:
    problems = [f"{file.path}: {problem}" for file in files for problem in structure_problems(file)]
    assert problems == []


def test_no_id_title_or_text_occurs_twice(files: tuple[CorpusFile, ...]) -> None:
    assert list(shared_problems(files)) == []


def test_every_record_silo_is_filled(files: tuple[CorpusFile, ...]) -> None:
    counted = Counter(file.silo for file in files)
    short = {silo: counted[silo] for silo, least in RECORD_SILOS.items() if counted[silo] < least}
    assert short == {}


def test_documents_of_the_record_silos_name_records(files: tuple[CorpusFile, ...]) -> None:
    without = [file.path for file in files if file.silo in RECORD_SILOS and not file.facts_from]
    assert without == []


def test_facets_are_in_the_agreed_spelling(files: tuple[CorpusFile, ...]) -> None:
    for file in files:
        for name in ("drugs", "tumour_types"):
            for value in file.meta.get(name) or []:
                first = str(value).split()[0]
                assert first == first.lower() or not first.istitle(), f"{file.path}: {value}"


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("pmid", "PMID31091374"),
        ("nct", "NCT0243731"),
        ("doi", "31091374"),
        ("clinpgx", "166104997"),
        ("civic", "7313"),
        ("hgnc", "1100"),
        ("setid", "d698c106"),
    ],
)
def test_a_malformed_identifier_is_refused(kind: str, value: str) -> None:
    assert IDENTIFIER_SYNTAX[kind].fullmatch(value) is None


def test_a_document_with_faults_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "genes/brca1.md"
    path.parent.mkdir()
    path.write_text("---\nid: other\ntitle: T\nurl: ftp://x\nidentifiers: {nct: [X]}\n---\nShort.")
    problems = " | ".join(structure_problems(read(tmp_path, path)))
    for part in (
        "lacks organisation",
        "id is not",
        "https://",
        "X is not a nct",
        "words",
        "heading",
    ):
        assert part in problems


def test_a_file_without_front_matter_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "genes/x.md"
    path.parent.mkdir()
    path.write_text("No front matter at all.")
    with pytest.raises(MalformedFile):
        read(tmp_path, path)
