"""Plain text in the encodings that people's machines write."""

from __future__ import annotations

import codecs
from typing import Any

from retrieval.errors import DocumentUnreadable
from retrieval.text.invisible import remove_reordering
from retrieval.text.storable import change_texts, storable

MAX_CHARACTERS = 4_000_000
"""Of one document, whatever its format: a book has a million. Chosen by hand."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r\f\x1b"))


def plain_text(name: str, content: bytes) -> tuple[str, str]:
    """UTF-8, UTF-16 or -32 with a mark, else Windows Western, which can read any byte but five."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return "", _decode(name, content, encoding)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = _decode(name, content, "cp1252")
    if len(content.translate(None, _CONTROLS)) < len(content):
        raise DocumentUnreadable(_no_text(name))
    return "", text


def without_hidden(value: Any) -> Any:
    """What was parsed, without what no database takes nor signs that show words in another order.
    Raises RecursionError for what is nested too deeply."""
    return change_texts(value, lambda text: storable(remove_reordering(text)))


def _decode(name: str, content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise DocumentUnreadable(_no_text(name)) from error


def _no_text(name: str) -> str:
    return f"{name} is not a text file, and I do not know its format. Attach PDF, DOCX or text."
