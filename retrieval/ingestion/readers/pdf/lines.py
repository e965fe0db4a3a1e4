"""The words of a page line by line, in the order in which the file has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pdfplumber.utils.text import extract_words

from retrieval.ingestion.readers.pdf.paragraphs import PlacedLine

Letters = Sequence[dict[str, Any]]
"""Letters or words of pdfplumber: their text and the edges of what they take."""
WORD_GAP = 0.15
"""Of the letters' size: what parts words where no blank is written. Half of a usual blank."""
SLANTED = 0.1
"""Of its length, by which a line rises that is no line of a page. Chosen by hand: scans that were
read by a program lean by less."""
_SAME_LINE = 0.5
"""Share of its height by which a word may stand higher or lower than the one before."""
_UNNAMED = re.compile(r"\(cid:\d+\)")
_BULLET = re.compile(r"^(?:\(cid:\d+\)|[\x7f\u25cf\uf0b7])(?=\s|$)")


def words_in(letters: Letters) -> list[dict[str, Any]]:
    """The words that the letters make, in their order."""
    return extract_words(list(letters), x_tolerance_ratio=WORD_GAP, use_text_flow=True)


def lines_of(letters: Letters) -> Iterator[PlacedLine]:
    """The lines that the letters make."""
    line: list[dict[str, Any]] = []
    for word in extract_words(
        list(letters), x_tolerance_ratio=WORD_GAP, use_text_flow=True, return_chars=True
    ):
        if line and not _goes_on(line[-1], word):
            yield _line_at_place(line)
            line = []
        line.append(word)
    if line:
        yield _line_at_place(line)


def _goes_on(last: dict[str, Any], word: dict[str, Any]) -> bool:
    height = max(last["bottom"] - last["top"], word["bottom"] - word["top"])
    down = abs(last["bottom"] - word["bottom"])
    return bool(down <= _SAME_LINE * height and word["x0"] >= last["x0"])


def _line_at_place(line: Letters) -> PlacedLine:
    size = max(each["bottom"] - each["top"] for each in line)
    heavy = all(is_heavy(letter["fontname"]) for each in line for letter in each["chars"])
    return PlacedLine(_line_words(line), line[0]["x0"], line[0]["bottom"], size, heavy)


def _line_words(line: Letters) -> str:
    """A glyph that the file gives no letter for is shown as one that is missing: it may be a sign
    that the words hang on. Where it begins a line, it marks an item."""
    told = _BULLET.sub("•", " ".join(each["text"] for each in line))
    return _UNNAMED.sub("\N{REPLACEMENT CHARACTER}", told)


def is_heavy(face: str) -> bool:
    """Whether a face of this name is a heavy one."""
    told = face.lower()
    return "bold" in told or "heavy" in told


def is_slanted(matrix: Sequence[float]) -> bool:
    """Whether letters with this matrix run neither across nor down: a mark over the page."""
    across, up = abs(matrix[0]), abs(matrix[1])
    return min(across, up) > SLANTED * max(across, up)
