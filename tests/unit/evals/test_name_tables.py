"""The scripts that make the name tables give the very tables that are kept."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from evals.names.synonyms import FILE, synonym_rows
from evals.names.tables import MADE, TABLES, make_tables, plain, write_table
from names.tables.rows import read_rows
from tests.conftest import DATA


def contents(path: Path) -> str:
    """Unpacked: another zlib may pack the same rows into other bytes."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def test_the_synonyms_follow_from_the_tables_of_genes_and_drugs() -> None:
    assert synonym_rows() == list(read_rows(FILE))


def test_a_table_is_written_under_its_header(tmp_path: Path) -> None:
    for name in ("table.tsv", "table.tsv.gz"):
        write_table(tmp_path / name, "What it is.\nWhere from.", [("a", "b|c"), ("d", "")])
        assert contents(tmp_path / name) == "# What it is.\n# Where from.\na\tb|c\nd\t\n"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ado-trastuzumab emtansine", "trastuzumab emtansine"),
        ("Osimertinib mesylate", "osimertinib"),
        ("trastuzumab-dkst", "trastuzumab"),
        ("Tamoxifen (2)", "tamoxifen"),
    ],
)
def test_a_drug_is_listed_without_salt_numbering_and_suffix(name: str, expected: str) -> None:
    assert plain(name) == expected


@pytest.mark.skipif(
    not (DATA / "gene_reference").is_dir(), reason="CURBSIDE_DATA holds no reference records"
)
def test_the_records_give_the_very_tables_that_are_kept(tmp_path: Path) -> None:
    make_tables(DATA, tmp_path)
    for table in MADE:
        assert contents(tmp_path / table.file) == contents(TABLES / table.file), table.file
