"""What the readers make of files is that of the way in which files are said to be read: who mends a
reader changes its way, so that what was taken in before is read anew."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import PurePath

import pytest

from evals.documents.cases import made_documents
from evals.reports.cases import read_cases
from evals.reports.writing import made_reports
from retrieval.ingestion.folders.reader_versions import read_otherwise, way_of
from retrieval.ingestion.readers import read_attachment
from retrieval.ingestion.staging.files import ReadAs
from tests.unit.retrieval.ingestion.written_lists import Put, pdf_of

MOST = 3
"""Made files of a suffix that are read. Chosen by hand: a second of work."""
_ALWAYS = ("lists.pdf", "comments.csv")
SEEN = "with the signs that are seen alone"
PINNED = {
    ".pdf": (
        f"{SEEN}, with rows that are not drawn, lists in lists, without page numbers of one page, "
        "without letters that nobody sees",
        "c56db0c7f6e3",
    ),
    ".docx": (
        f"{SEEN}, without what is struck out or hidden, "
        "with the tables of a page that a table lays out, bars in cells, "
        "without letters that nobody sees",
        "f5468dc577c8",
    ),
    ".xlsx": (f"{SEEN}, without what is struck out or hidden", "5bb0883a0ca3"),
    ".html": (
        f"{SEEN}, without what is struck out or hidden, by sheets of style, too, bars in cells, "
        "without letters that nobody sees",
        "356827007a27",
    ),
    ".csv": (f"{SEEN}, with decimal points, comments apart", "2f3b53f1416b"),
}


def made_files() -> Iterator[tuple[str, bytes]]:
    yield from ((each.name, each.written.content) for each in made_documents())
    for case in read_cases():
        yield from ((each.name, each.content) for each in made_reports(case))
    yield "lists.pdf", pdf_of([[Put(60, "Grade 2", "-"), Put(80, "Hold it.", "-")]])
    yield "comments.csv", b"# lab: A\nGene;VAF\nKRAS;12,5\n# MSI: MSS\n"


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """What is read of some files of each suffix."""
    found: dict[str, list[str]] = {}
    for name, content in made_files():
        suffix = PurePath(name).suffix
        if suffix in PINNED and (len(found.get(suffix, [])) < MOST or name in _ALWAYS):
            found.setdefault(suffix, []).append(read_attachment(name, content))
    return {suffix: "\n\f\n".join(each) for suffix, each in found.items()}


@pytest.mark.parametrize("suffix", PINNED)
def test_who_mends_a_reader_changes_its_way(texts: dict[str, str], suffix: str) -> None:
    digest = hashlib.sha256(texts[suffix].encode()).hexdigest()[:12]
    assert (way_of(f"a{suffix}"), digest) == PINNED[suffix], (
        "These files are read otherwise than before: change the words in WAYS of"
        " retrieval/ingestion/folders/reader_versions.py, and both here."
    )


def test_files_that_were_read_otherwise_are_counted() -> None:
    known = (
        ReadAs("house", ".pdf", way_of("a.pdf"), 4), ReadAs("house", ".pdf", "", 2),
        ReadAs("house", ".docx", "as before", 1), ReadAs("house", ".log", "", 9),
    )  # fmt: skip
    assert read_otherwise(known) == {"house": 3}
