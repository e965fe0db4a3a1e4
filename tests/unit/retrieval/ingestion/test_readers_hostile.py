"""Files that would take a machine down if they were simply read."""

from __future__ import annotations

import io
import os
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from retrieval.errors import DocumentUnreadable, RetrievalError
from retrieval.ingestion.readers import content_of, read_documents, read_file
from retrieval.ingestion.readers.archives import MAX_ENTRIES
from tests.cpu_growth import LINEAR, growth
from tests.unit.retrieval.ingestion.files import pdf, word_document

MEGABYTE = 1 << 20


def refused(name: str, content: bytes) -> str:
    """What is said of the file, without taking the memory it asks for."""
    tracemalloc.start()
    try:
        with pytest.raises(RetrievalError) as caught:
            read_documents("drugs", Path(name), content)
        assert tracemalloc.get_traced_memory()[1] < 160 * MEGABYTE
    finally:
        tracemalloc.stop()
    assert "\n" not in str(caught.value)
    return str(caught.value.detail)


def word_file(**parts: bytes) -> bytes:
    """A Word document with parts put in or replaced; a double underscore stands for a slash."""
    new = {name.replace("__", "/"): content for name, content in parts.items()}
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(word_document())) as source,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for entry in source.namelist():
            if entry not in new:
                archive.writestr(entry, source.read(entry))
        for name, content in new.items():
            archive.writestr(name, content)
    return target.getvalue()


def pdf_of(stream: bytes, pages: int = 1) -> bytes:
    """A PDF whose pages all show one compressed stream."""
    packed = zlib.compress(stream, 9)
    kids = " ".join(f"{n + 5} 0 R" for n in range(pages))
    page = (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R"
        b"/Resources<</Font<</F1 3 0 R>>>>>>"
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {pages}/Kids[{kids}]>>".encode(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</Filter/FlateDecode/Length %d>>stream\n%b\nendstream" % (len(packed), packed),
        *([page] * pages),
    ]
    content = b"%PDF-1.4\n"
    places = []
    for number, each in enumerate(objects, start=1):
        places.append(len(content))
        content += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = len(content)
    size = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n" % size
    return (
        content
        + head
        + table
        + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (size, end)
    )


BILLION = (
    b'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "ha">'
    + b"".join(
        b'<!ENTITY %c "&%c;&%c;&%c;&%c;&%c;&%c;">' % (n + 1, *[n] * 6) for n in range(97, 117)
    )
    + b']><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    + b"<w:body><w:p><w:r><w:t>&u;</w:t></w:r></w:p></w:body></w:document>"
)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (lambda: word_file(word__media__a=b"\0" * 60_000_000), "unpacks to far more"),
        (
            lambda: word_file(
                word__noise=os.urandom(400_000),
                word__a_xml=b"",
                **{"word__big.xml": b" " * 70_000_000},
            ),
            "unpacks to far more",
        ),
        (lambda: word_file(**{f"e{n}": b"" for n in range(MAX_ENTRIES)}), "unpacks to far more"),
        (lambda: word_document()[:900], "is damaged"),
    ],
    ids=["ratio", "xml", "entries", "torn"],
)
def test_a_bomb_in_a_word_file_is_refused(content: Callable[[], bytes], sentence: str) -> None:
    assert sentence in refused("a.docx", content())


def test_entities_that_stand_for_billions_of_words_are_not_written_out() -> None:
    content = word_file(**{"word__document.xml": BILLION})
    tracemalloc.start()
    with suppress(DocumentUnreadable):
        assert len(read_file("a.docx", content).text) < 1000
    assert tracemalloc.get_traced_memory()[1] < 10 * MEGABYTE
    tracemalloc.stop()


def test_a_pdf_that_unpacks_without_end_is_refused() -> None:
    assert "a.pdf" in refused("a.pdf", pdf_of(b" " * 200_000_000))


def test_a_pdf_of_thousands_of_pages_is_refused() -> None:
    assert "more than 1500 pages" in refused("a.pdf", pdf_of(b"BT (x) Tj ET", 3000))


def test_a_pdf_that_shows_the_same_page_for_ever_is_refused() -> None:
    words = b"BT /F1 12 Tf (" + b"word " * 4000 + b") Tj ET"
    assert "holds too much" in refused("a.pdf", pdf_of(words, 300))
    assert read_file("a.pdf", pdf_of(words, 2)).text.count("word") == 8000


@pytest.mark.parametrize("cut", [5, 60, 200, 400])
def test_a_torn_pdf_is_refused(cut: int) -> None:
    assert "a.pdf" in refused("a.pdf", pdf("some words")[:cut])


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.truncate(500 * MEGABYTE)
    tracemalloc.start()
    with pytest.raises(DocumentUnreadable, match=r"huge\.jsonl is larger than 100 MB"):
        content_of(path)
    assert tracemalloc.get_traced_memory()[1] < MEGABYTE
    tracemalloc.stop()


def test_what_is_no_file_or_gone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentUnreadable, match=r"gone\.txt cannot be opened: no such file"):
        content_of(tmp_path / "gone.txt")
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(DocumentUnreadable, match=r"pipe\.txt is not a file"):
        content_of(tmp_path / "pipe.txt")
    (tmp_path / "loop.txt").symlink_to(tmp_path / "loop.txt")
    with pytest.raises(DocumentUnreadable, match=r"loop\.txt cannot be opened"):
        content_of(tmp_path / "loop.txt")


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf# T\r\n\r\nOne.\r\nTwo.\r\n",
        "# T\r\rOne.\rTwo.".encode("utf-16"),
        b"# T\n\nOne.\nTwo." + b" " * 500_000,
    ],
    ids=["mark-and-crlf", "utf-16-and-cr", "blanks"],
)
def test_marks_and_line_ends_of_all_kinds_are_one_text(content: bytes) -> None:
    (document,) = read_documents("drugs", Path("a.md"), content)
    assert (document.title, document.text) == ("T", "# T\n\nOne.\nTwo.")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"some\0words", "is not a text file"),
        (b"", "is empty"),
        (b" \r\n\t", "is empty"),
        (b"\x81\x8d\x8f", "is not a text file"),
    ],
)
def test_what_is_no_text_is_refused(content: bytes, sentence: str) -> None:
    assert sentence in refused("a.txt", content)
    assert "a.jsonl" in refused("a.jsonl", content) if content.strip() else True


def test_a_very_long_line_is_read_like_any_other() -> None:
    def reading(size: int) -> Callable[[], object]:
        return lambda: read_documents("drugs", Path("a.txt"), b"ACGT" * (size // 4))

    (document,) = read_documents("drugs", Path("a.txt"), b"ACGT" * 400_000)
    assert len(document.text) == 1_600_000
    assert growth(reading, 200_000) < LINEAR


def test_a_page_that_is_packed_as_a_picture_is_not_told_to_be_protected() -> None:
    odd = pdf_of(b"x").replace(b"/FlateDecode", b"/JBIG2Decode")
    assert "damaged" in refused("odd.pdf", odd)
