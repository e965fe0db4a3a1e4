"""The name tables: where they come from, how they are read, and when."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys

import pytest

from names.tables import (
    drugs,
    genes,
    read_rows,
    split_cell,
    symbols_by_name,
    tokens,
    tumour_parents,
    wordings,
)
from names.tables.other_drugs import cancer_drugs
from names.tables.rows import DATA, read_lines
from tests.waiting import HANG_SECONDS

FILES = sorted(
    [entry.name for entry in DATA.iterdir() if ".tsv" in entry.name]
    + [
        f"{folder}/{entry.name}"
        for folder in ("clinical", "treatment")
        for entry in (DATA / folder).iterdir()
    ]
)
RECORDS = {
    "Molecular Oncology Almanac 2026-05",
    "civic 2025-09",
    "FDA pharmacogenomic tables 2021-2022",
    "clinpgx recommendations",
    "ClinPGx guideline annotation",
    "prescribing information",
    "FDA table",
    "FDA communication",
    "NIH guideline",
    "MHRA communication",
    "EMA communication",
}
"""The kinds of record that a row may name as its source."""
NAMED_IN_HEADERS = re.compile(
    r"HGNC|CIViC|CTCAE|MedlinePlus|Molecular Oncology Almanac|ClinPGx|WHO|by hand"
    r"|prescribing information|Clinical abbreviations|\brecord\b"
)
NO_RECORDS = re.compile(r"corpus|//(?:stg|sit|dev|test|staging)\.|mimsdev|localhost", re.IGNORECASE)


@pytest.mark.parametrize("name", FILES)
def test_every_table_says_in_its_header_where_it_comes_from(name: str) -> None:
    header = " ".join(itertools.takewhile(lambda line: line.startswith("#"), read_lines(name)))
    assert NAMED_IN_HEADERS.search(header), header


@pytest.mark.parametrize("name", ["drugs.tsv", "safety/interactions.tsv"])
def test_every_source_is_a_record_of_a_kind_that_is_allowed(name: str) -> None:
    sources = {source for *_, cell in read_rows(name) for source in split_cell(cell)}
    assert {source.split(":")[0] for source in sources} <= RECORDS
    assert all(cell for *_, cell in read_rows(name))


def test_no_drug_prolongs_the_qt_interval_by_what_another_drug_s_label_says() -> None:
    rows = [row for row in read_rows("safety/interactions.tsv") if "QT prolongation" in row[1]]
    listed = {
        drug
        for drug, _, cell in rows
        for source in split_cell(cell)
        if source.startswith("prescribing information") and drug not in source.lower()
    }
    # Of pimozide no text of its own label was at hand.
    assert listed <= {"pimozide"}
    assert len(rows) > len(listed)


@pytest.mark.parametrize("name", FILES)
def test_no_table_names_a_staging_host_or_a_folder_of_ours_as_its_source(name: str) -> None:
    assert not [line for line in read_lines(name) if NO_RECORDS.search(line)]


def test_every_tumour_type_belongs_to_one_that_exists() -> None:
    parents = tumour_parents()
    assert all(parent in parents for parent in parents.values() if parent)


def test_every_wording_has_three_fields() -> None:
    assert all(len(row) == 3 for row in read_rows("wordings.tsv"))


def test_an_alias_shared_by_genes_stands_only_for_a_clinical_one() -> None:
    assert symbols_by_name()["HER2"] == ("ERBB2",)
    assert all(len(symbols) == 1 for symbols in symbols_by_name().values())


def test_a_symbol_is_never_taken_for_an_alias_of_another_gene() -> None:
    assert all(symbols_by_name()[symbol] == (symbol,) for symbol in genes())


def test_brands_are_listed_under_the_generic_name() -> None:
    assert "Verzenio" in drugs()["abemaciclib"]
    assert "Enhertu" in drugs()["trastuzumab deruxtecan"]


def test_short_capitals_and_marked_wordings_count_only_in_these_letters() -> None:
    exact = {entry.surface for entries in wordings().values() for entry in entries if entry.exact}
    assert {"ALL", "eGFR", "NETs"} <= exact
    assert not {"NSCLC", "breast cancer"} & exact


def test_hyphens_and_slashes_separate_words() -> None:
    assert tokens("CDK4/6-inhibitor") == ("cdk4", "6", "inhibitor")


def test_the_tables_are_read_at_the_first_question_and_only_once() -> None:
    """How long reading them takes is a figure of ``curbside bench``."""
    code = (
        "import sys\n"
        "from names.recognise import recognise\n"
        "opened = []\n"
        "note = lambda event, args: event == 'open' and opened.append(str(args[0]))\n"
        "sys.addaudithook(note)\n"
        "tables = lambda: [path for path in opened if '.tsv' in path]\n"
        "assert not tables()\n"
        "recognise('HER2 abemaciclib tumour')\n"
        "first = tables()\n"
        "recognise('KRAS sotorasib lung')\n"
        "assert first and tables() == first, tables()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=HANG_SECONDS)


@pytest.mark.parametrize("drug", ["enfortumab vedotin", "daratumumab", "ixabepilone", "toremifene"])
def test_a_drug_of_a_regimen_or_a_class_of_treatments_is_given_against_cancer(drug: str) -> None:
    assert drug in cancer_drugs()


@pytest.mark.parametrize("drug", ["dexamethasone", "metformin"])
def test_what_is_given_beside_a_regimen_treats_no_cancer(drug: str) -> None:
    assert drug not in cancer_drugs()
