"""Whether a question goes on behind a word."""

from __future__ import annotations

import re

REACH = 200
"""Characters behind a word in which its sentence has to end with a question mark. Chosen by hand:
longer than most sentences that ask, and short enough that a text without full stops is not read to
its end behind each word."""
_GOES_ON = re.compile(rf"[^.;!?\n]{{0,{REACH}}}\?")


def is_asked_from(text: str, end: int) -> bool:
    """Whether the sentence that holds ``end`` asks: from there on it comes to a question mark
    before any other end of a sentence, a semicolon or a new line."""
    return _GOES_ON.match(text, end) is not None
