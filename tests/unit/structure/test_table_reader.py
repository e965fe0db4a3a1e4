"""The tables that belong to the code are read by one reader, :mod:`names.tables.reading`."""

from __future__ import annotations

from tests.unit.structure.sources import PROJECT, files_ending

READERS = {
    "names/tables/reading.py": "the reader",
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
