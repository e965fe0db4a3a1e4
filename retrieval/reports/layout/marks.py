"""Marks around words that say nothing: Markdown's bold, italic and code, a star behind a backslash,
the dots that lead from a name to its value, and those of footnotes."""

from __future__ import annotations

import re
import unicodedata

_MARKED = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<![\w*])(?P<mark>\*{1,3})(?=[^\s*|])(?P<words>[^\n|]{0,200}?[^\s|])(?P=mark)(?![\w*])",
        r"(?<!\w)(?P<mark>_{1,2})(?=[^\s_|])(?P<words>[^\n|]{0,200}?[^\s|])(?P=mark)(?!\w)",
        r"(?P<mark>`)(?P<words>[^\n|`]{1,200})(?P=mark)",
    )
)
_LEADERS = re.compile(r"(?<= )[.·…_]{3,200}(?= )")
_ESCAPED_STAR = "\\*"
RAISED = (
    r"(?<=[\w%)*=])[\u1d43-\u1dbf]{1,3}|(?<=[A-Za-z%)*=])[\u00b9\u00b2\u00b3\u2070-\u2079]{1,2}"
)
"""Raised letters, and raised numbers behind what is no number: those of 10⁹ count."""
_OF_NOTES = re.compile(
    rf"[†‡§¶]{{1,3}}|{RAISED}|\((?:[1-9a-e],){{1,4}}[1-9a-e]\)(?=[ \t]{{0,9}}\|)"
)


def without_marks(text: str) -> str:
    """The text with a blank for each mark: every other character stays where it stands."""
    for pattern in _MARKED:
        text = pattern.sub(_blank_marks, text)
    for pattern in (_LEADERS, _OF_NOTES):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text.replace(_ESCAPED_STAR, "* ")


def _blank_marks(match: re.Match[str]) -> str:
    blanks = " " * len(match["mark"])
    return f"{blanks}{match['words']}{blanks}"


def plain_mark(mark: str) -> str:
    """A mark of a footnote as it is written without being raised, and without its brackets."""
    return unicodedata.normalize("NFKC", mark).strip("[]().: ")
