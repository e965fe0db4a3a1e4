"""Marks around words that say nothing: Markdown's bold, italic and code, a star behind a backslash,
and the dots that lead from a name to its value."""

from __future__ import annotations

import re

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


def without_marks(text: str) -> str:
    """The text with a blank for each mark: every other character stays where it stands."""
    for pattern in _MARKED:
        text = pattern.sub(_blank_marks, text)
    text = _LEADERS.sub(lambda match: " " * len(match[0]), text)
    return text.replace(_ESCAPED_STAR, "* ")


def _blank_marks(match: re.Match[str]) -> str:
    blanks = " " * len(match["mark"])
    return f"{blanks}{match['words']}{blanks}"
