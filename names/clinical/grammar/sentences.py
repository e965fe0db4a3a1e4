"""Where a sentence of a message ends, and whether it asks."""

from __future__ import annotations

import re

SENTENCE_END = re.compile(r"[?!;\n]|\.(?=\s|$)")
"""Also a semicolon and a new line: in notes they part what has nothing to do with each other."""
END_BEFORE_SPACE = re.compile(r"[.;!?\n](?=\s|$)")
"""The same, where none of these signs counts inside a word or a bracket: "(VUS?)"."""
REACH = 200
"""Characters behind a word in which its sentence has to end with a question mark. Chosen by hand:
longer than most sentences that ask, and short enough that a text without full stops is not read to
its end behind each word."""
_GOES_ON = re.compile(rf"[^.;!?\n]{{0,{REACH}}}\?")


def is_asked_from(text: str, end: int) -> bool:
    """Whether the sentence that holds ``end`` asks: from there on it comes to a question mark
    before any other end of a sentence, a semicolon or a new line."""
    return _GOES_ON.match(text, end) is not None
