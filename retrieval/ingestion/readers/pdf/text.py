"""PDF to text, page by page. pypdf reads the words; pages that may hold a table are read with
pdfplumber, which knows where everything stands."""

from __future__ import annotations

import io
import logging
import time
from collections.abc import Iterator
from typing import Any

from pypdf import PasswordType, PdfReader, apply_configuration
from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError

from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.readers.pdf.lists.levels import PageBlock, with_levels
from retrieval.ingestion.readers.pdf.pages import (
    Layout,
    may_hold_signs,
    may_hold_table,
    text_of,
    with_heads,
    without_running,
)
from retrieval.ingestion.readers.pdf.text_lines import written_lines
from retrieval.ingestion.readers.pdf.unseen.page_words import without_unseen
from retrieval.ingestion.readers.plain import MAX_CHARACTERS
from retrieval.text.pages import join_pages

MAX_PAGES = 1_500
"""Chosen by hand: a longer file is a book and had better be split."""
MAX_PAGE_BYTES = 16 * 1024 * 1024
"""Of a page's drawing orders, unpacked; honest pages stay below one megabyte. Chosen by hand."""
MAX_SECONDS = 180.0
"""For one file. Chosen by hand: a reader that takes longer is being held up."""
_UNPACKED: dict[str, Any] = dict.fromkeys(
    (
        "zlib_maximum_output_length",
        "lzw_maximum_output_length",
        "run_length_maximum_output_length",
        "array_based_stream_maximum_output_length",
    ),
    MAX_PAGE_BYTES,
)
_PROTECTION = b"/Encrypt"
# Where no logging is set up, what these say of a damaged file would reach the terminal beside our
# own sentence about it.
logging.getLogger("pypdf").addHandler(logging.NullHandler())
logging.getLogger("pdfminer").addHandler(logging.NullHandler())


def pdf_text(name: str, content: bytes) -> tuple[str, str]:
    """The title the file states, and the text of its pages."""
    with apply_configuration(**_UNPACKED):
        return _text(name, content)


def _text(name: str, content: bytes) -> tuple[str, str]:
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED:
            raise DocumentUnreadable(_protection_sentence(name))
        if len(reader.pages) > MAX_PAGES:
            detail = f"{name} has more than {MAX_PAGES} pages. Attach the part that matters."
            raise DocumentUnreadable(detail)
        seen = without_unseen(reader, content)
        if seen is not content:
            reader = PdfReader(io.BytesIO(seen))
        with Layout(seen) as layout:
            read = without_running(list(_pages(name, reader, layout)))
            pages = list(map(text_of, with_levels(list(with_heads(read)))))
        title = (reader.metadata.title if reader.metadata else None) or ""
    except (FileNotDecryptedError, DependencyError) as error:
        # What reads pictures may be missing as well as what opens a protected file.
        is_protected = isinstance(error, FileNotDecryptedError) or _PROTECTION in content
        sentence = _protection_sentence if is_protected else _damage_sentence
        raise DocumentUnreadable(sentence(name)) from error
    # A damaged file surfaces from deep inside pypdf as whatever the broken object caused.
    except (
        PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, OSError,
        RecursionError, AssertionError, NotImplementedError, ArithmeticError,
    ) as error:  # fmt: skip
        raise DocumentUnreadable(_damage_sentence(name)) from error
    if not any(page.strip() for page in pages):
        detail = (
            f"{name} holds no text, only pictures of pages (a scan), and I cannot read images yet."
            " Paste the text, or attach a PDF with text."
        )
        raise DocumentUnreadable(detail)
    return title, join_pages(pages)


def _pages(name: str, reader: PdfReader, layout: Layout) -> Iterator[list[PageBlock]]:
    """The words and tables of each page, while there is neither too much nor too little time."""
    started, read = time.monotonic(), 0
    for number, page in enumerate(reader.pages):
        lines = written_lines(page)
        prose = tuple(lines)
        told = may_hold_table(page, lines) or may_hold_signs(page, lines)
        read += sum(len(each.words) for each in lines)
        if read > MAX_CHARACTERS or time.monotonic() - started > MAX_SECONDS:
            detail = f"{name} holds too much to read. Attach the part that matters."
            raise DocumentUnreadable(detail)
        yield layout.blocks(number, prose) if told else [prose]


def _damage_sentence(name: str) -> str:
    return f"{name} is damaged or not a PDF. Open it, print it to a new PDF and try that."


def _protection_sentence(name: str) -> str:
    return f"{name} is protected by a password. Save a copy without the password and attach that."
