"""The tables that belong to the code are read by one reader, :mod:`names.tables.rows`."""

from __future__ import annotations

from collections import Counter

from names.tables.rows import read_entries
from tests.unit.structure.sources import PRODUCT, PROJECT, files_ending

READERS = {
    "names/tables/rows.py": "the reader",
    "retrieval/reports/vcf.py": "reads VCF files, which people send",
}


def test_tables_are_read_in_one_place() -> None:
    """Cells apart at tabs, and lines left out by their first sign: a table is being read."""
    found = set()
    for path in files_ending(".py"):
        text = path.read_text(encoding="utf-8")
        if '.split("\\t")' in text and 'startswith("#")' in text:
            found.add(path.relative_to(PROJECT).as_posix())
    assert found == set(READERS)


def test_no_row_of_a_table_stands_twice() -> None:
    """One of them would be mended, and the other would go on."""
    twice = {
        f"{path.relative_to(PROJECT)}: {row}"
        for path in files_ending(".tsv")
        if path.relative_to(PROJECT).parts[0] in PRODUCT
        for row, count in Counter(read_entries(path.name, path.parent)).items()
        if count > 1
    }
    assert twice == set()
