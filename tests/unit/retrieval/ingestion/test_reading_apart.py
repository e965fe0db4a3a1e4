"""Files that end the process which reads them, or would not let it end: nothing else ends."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from retrieval.errors import DeclarationInvalid, DocumentUnreadable
from retrieval.ingestion.folders.folder import list_files
from retrieval.ingestion.folders.validate_folder import validate_folder
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.reading_apart import ReaderProcesses, ReadLimits
from tests.unit.retrieval.ingestion.files import pdf, word_document
from tests.unit.retrieval.ingestion.test_readers_hostile import pdf_of, word_file

MEGABYTE = 1 << 20
NEXT = b"The next file."
SLOW_PAGE = pdf_of(b"BT /F1 1 Tf " + b"(a) Tj " * 2_000_000 + b"ET")
"""Two million orders on one page."""


def spanning_table(cells: int) -> bytes:
    name = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    body = (
        f'<w:document xmlns:w="{name}"><w:body><w:tbl><w:tr><w:tc><w:tcPr>'
        f'<w:gridSpan w:val="{cells}"/></w:tcPr><w:p><w:r><w:t>Dose</w:t></w:r></w:p></w:tc>'
        "<w:tc><w:p><w:r><w:t>75 mg</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>"
    )
    return word_file(word__document=b"", **{"word__document.xml": body.encode()})


@pytest.fixture
def tight() -> Iterator[ReaderProcesses]:
    limits = ReadLimits(processor_seconds=1, memory=300 * MEGABYTE, output=2 * MEGABYTE)
    with ReaderProcesses(limits) as readers:
        yield readers


def refusal(readers: ReaderProcesses, name: str, content: bytes) -> str:
    with pytest.raises(DocumentUnreadable) as caught:
        readers.read_attachment(name, content)
    assert readers.read_attachment("next.txt", NEXT) == NEXT.decode()
    return str(caught.value.detail)


def test_each_limit_has_its_sentence_and_the_next_file_is_read(tight: ReaderProcesses) -> None:
    assert "takes too long to read" in refusal(tight, "slow.pdf", SLOW_PAGE)
    many = b"\n".join([b'{"title": "x", "text": "y"}'] * 400_000)
    with pytest.raises(DocumentUnreadable, match="takes too"):
        tight.read_sound_part("drugs", Path("many.jsonl"), many)
    assert "holds too much to read" in refusal(tight, "long.txt", b"words " * 500_000)


def test_waiting_ends_when_the_reader_does_not_answer() -> None:
    with ReaderProcesses(ReadLimits(seconds=4.0)) as readers:
        assert readers.read_attachment("next.txt", NEXT)
        assert "takes too long to read" in refusal(readers, "slow.pdf", SLOW_PAGE)


def test_a_table_cell_over_400_million_columns_is_read(readers: ReaderProcesses) -> None:
    text = readers.read_attachment("table.docx", spanning_table(400_000_000))
    assert text.startswith("| Dose | Dose |")
    assert text.endswith("| 75 mg |")
    assert len(text) < 1_000


def test_what_is_read_apart_is_what_is_read_here(readers: ReaderProcesses) -> None:
    assert "| Olaparib | 300 mg |" in readers.read_attachment("a.docx", word_document())
    line = b'{"title": "One", "text": "Words."}\nno json'
    part = readers.read_sound_part("drugs", Path("many.jsonl"), line)
    assert [each.text for each in part.documents] == ["Words."]
    assert part.refused == ("many.jsonl line 2: is not JSON.",)
    with pytest.raises(DeclarationInvalid, match="front matter"):
        readers.read_sound_part("drugs", Path("bad.md"), b"---\ntitle: x\n")


def test_a_process_that_was_large_at_its_start_reads_the_next_file_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that is forked from a process with all that the tests import."""
    large = tmp_path / "python"
    begun = (
        "import runpy, sys; held = b'x' * (300 << 20);"
        " runpy.run_module(sys.argv[1], run_name='__main__')"
    )
    large.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{begun}" "$2"\n')
    large.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(large))
    others = psutil.Process().children()
    with ReaderProcesses() as readers:
        assert readers.read_attachment("first.txt", b"The first file.")
        [first] = set(psutil.Process().children()).difference(others)
        assert readers.read_attachment("next.txt", NEXT)
        assert [first] == list(set(psutil.Process().children()).difference(others))


def test_what_no_database_takes_is_left_out_of_a_line(readers: ReaderProcesses) -> None:
    line = b'{"title": "A\\u0000B", "text": "one \\ud800two", "summary": "\\u0000"}'
    found = readers.read_sound_part("drugs", Path("x.jsonl"), line).documents[0]
    assert (found.title, found.text, found.summary) == ("AB", "one two", "")
    yaml = b'---\ntitle: "A\\0B"\n---\nWords.'
    assert readers.read_sound_part("drugs", Path("x.md"), yaml).documents[0].title == "AB"


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 500_000,
        b'{"title": "x", "text": "y", "version": ' + b"9" * 100_000 + b"}",
        b'{"title": "x", "text": "y", "genes": ' + b"[" * 900 + b"]" * 900 + b"}",
    ],
)
def test_json_without_end_is_refused(readers: ReaderProcesses, content: bytes) -> None:
    with pytest.raises(DeclarationInvalid):
        readers.read_sound_part("drugs", Path("x.jsonl"), content)


def test_yaml_that_multiplies_itself_is_refused(tight: ReaderProcesses) -> None:
    lines = [b"a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [b"a%d: &a%d [%s]" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 10)]
    content = b"---\n" + b"\n".join(lines) + b"\n---\nWords."
    with pytest.raises((DeclarationInvalid, DocumentUnreadable)) as caught:
        tight.read_sound_part("drugs", Path("x.md"), content)
    assert "alias" in str(caught.value)
    assert tight.read_attachment("next.txt", NEXT)


def test_several_threads_get_their_own_text(readers: ReaderProcesses) -> None:
    told: dict[int, str] = {}

    def read(number: int) -> None:
        told[number] = readers.read_attachment("a.pdf", pdf(f"Page {number}"))

    threads = [threading.Thread(target=read, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == {number: f"Page {number}" for number in range(6)}


def test_what_is_no_file_of_the_folder_is_named(tmp_path: Path, readers: ReaderProcesses) -> None:
    silo = tmp_path / "own" / "genes"
    silo.mkdir(parents=True)
    (tmp_path / "secret.md").write_text("# Secret\n\nNot of this folder.")
    (silo / "good.md").write_text("# Good\n\nWords.")
    (tmp_path / "own" / "beside.md").write_text("# Beside\n\nIn no silo's folder.")
    (tmp_path / "own" / "vectors.npz").write_bytes(b"x")
    (silo / "same.md").symlink_to(silo / "good.md")
    (silo / "out.md").symlink_to(tmp_path / "secret.md")
    (silo / "gone.md").symlink_to(tmp_path / "nowhere.md")
    os.mkfifo(silo / "pipe.md")
    (silo / "two\nlines.md").write_text("# X\n\nWords.")
    (silo / "gm\u202edm.md").write_text("# X\n\nWords.")
    Path(os.fsdecode(os.fsencode(silo) + b"/bad\xff.md")).write_text("# X\n\nWords.")
    names = frozenset({"genes"})
    assert [file.path.name for file in list_files(tmp_path / "own", names).files] == [
        "good.md",
        "same.md",
    ]
    count, problems = validate_folder(tmp_path / "own", names, readers)
    told = {problem.path: problem.reason for problem in problems if not problem.taken}
    assert count == 2
    assert "put it into one of them" in told.pop("own/beside.md")
    assert all(path.startswith("own/genes/") for path in told)
    assert "out of the folder" in told["own/genes/out.md"]
    assert "leads nowhere" in told["own/genes/gone.md"]
    assert "pipes" in told["own/genes/pipe.md"]
    assert "cannot be shown" in told["own/genes/bad?.md"]
    assert "cannot be shown" in told["own/genes/two?lines.md"]
    assert "cannot be shown" in told["own/genes/gm?dm.md"]


def test_what_is_told_of_a_file_ends_as_a_sentence_does() -> None:
    assert Problem("pmc-1", "is not open access").reason == "is not open access."
    assert Problem("a.md", "It has no url.").reason == "It has no url."
