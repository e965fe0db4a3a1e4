"""The words of a page line by line, in the order in which the file has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pdfplumber.utils.text import extract_words

Letters = Sequence[dict[str, Any]]
"""Letters or words of pdfplumber: their text and the edges of what they take."""
WORD_GAP = 0.15
"""Of the letters' size: what parts words where no blank is written. Half of a usual blank."""
_SAME_LINE = 0.5
"""Share of its height by which a word may stand higher or lower than the one before."""
_UNNAMED = re.compile(r"\(cid:\d+\)")
_BULLET = re.compile(r"^(?:\(cid:\d+\)|[\x7f\u25cf\uf0b7])(?=\s|$)")


def words_in(letters: Letters) -> list[dict[str, Any]]:
    """The words that the letters make, in their order."""
    return extract_words(list(letters), x_tolerance_ratio=WORD_GAP, use_text_flow=True)


def lines_of(letters: Letters) -> Iterator[str]:
    """The lines that the letters make."""
    line: list[dict[str, Any]] = []
    for word in words_in(letters):
        if line and not _goes_on(line[-1], word):
            yield _line_words(line)
            line = []
        line.append(word)
    if line:
        yield _line_words(line)


def _goes_on(last: dict[str, Any], word: dict[str, Any]) -> bool:
    height = max(last["bottom"] - last["top"], word["bottom"] - word["top"])
    down = abs(last["bottom"] - word["bottom"])
    return bool(down <= _SAME_LINE * height and word["x0"] >= last["x0"])


def _line_words(line: Letters) -> str:
    """A glyph that the file gives no letter for is shown as one that is missing: it may be a sign
    that the words hang on. Where it begins a line, it marks an item."""
    told = _BULLET.sub("•", " ".join(each["text"] for each in line))
    return _UNNAMED.sub("\N{REPLACEMENT CHARACTER}", told)
