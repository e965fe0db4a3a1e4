"""Plain text in the encodings that people's machines write."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from typing import Any
from unicodedata import category

from retrieval.errors import DocumentUnreadable
from retrieval.text.invisible import readable
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
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
MOST_STRANGE = 0.03
"""Share of signs without a meaning, or with a private one such as Word's bullets, in a text with a
mark. Chosen by hand: a bullet for each line is less, random bytes have 0.1."""


def plain_text(name: str, content: bytes) -> tuple[str, str]:
    """No title, and the text: UTF-8, UTF-16 or -32 with a mark, else Windows Western, which can
    read any byte but five. Raises :class:`DocumentUnreadable`."""
    marked = next((encoding for mark, encoding in _MARKS if content.startswith(mark)), "")
    if marked:
        text = _decode(name, content, marked)
    else:
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            text = _decode(name, content, "cp1252")
    if _CONTROL.search(text) or (marked and _is_guess(text)):
        raise DocumentUnreadable(_no_text(name))
    return "", text


def _is_guess(text: str) -> bool:
    """Whether the mark stood there by chance: nearly all pairs of bytes are some sign of UTF-16,
    but one in seven of these means nothing."""
    strange = sum(n for sign, n in Counter(text).items() if category(sign) in ("Cn", "Co"))
    return strange > len(text) * MOST_STRANGE


def without_hidden(value: Any) -> Any:
    """What was parsed, without what no database takes nor signs that show words in another order.
    Raises RecursionError for what is nested too deeply."""
    return change_texts(value, lambda text: storable(readable(text)))


def _decode(name: str, content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise DocumentUnreadable(_no_text(name)) from error


def _no_text(name: str) -> str:
    return f"{name} is not a text file, and I do not know its format. Attach PDF, DOCX or text."
