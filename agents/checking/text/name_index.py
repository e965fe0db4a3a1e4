"""The names that a text holds, however they are hyphenated. Pure."""

from __future__ import annotations

import re

_RUN = re.compile(r"[a-z\d]+")
_PART = re.compile(r"[a-z]+|\d+")
MOST_RUNS = 6
"""Runs of letters and digits that one name is looked for in: "c.68_69delag" has three. A name of
more is looked for as it is spelled. Chosen by hand."""


class NameIndex:
    """Made once for a text in the plain form; asking it does not go through the text again."""

    def __init__(self, text: str) -> None:
        self._text = text
        runs = ["|".join(_PART.findall(run)) for run in _RUN.findall(text)]
        self._names = {
            "|".join(runs[first : first + count])
            for first in range(len(runs))
            for count in range(1, MOST_RUNS + 1)
        }

    def holds(self, name: str) -> bool:
        """Whether a name in the plain form stands in the text as one of its own: ``her2`` stands
        in "her-2", not in "her25"."""
        parts = _PART.findall(name)
        return "|".join(parts) in self._names or (len(parts) > MOST_RUNS and name in self._text)


def name_stands(name: str, text: str) -> bool:
    """Whether a name stands in a text as a word: "CYP3A4" of "CYP3A4 inhibitors" is no gene there,
    and is named all the same."""
    return bool(re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text))


def span_of(name: str, text: str) -> tuple[int, int]:
    """Where a name stands first; at the start where it does not stand as it is."""
    start = max(text.find(name), 0)
    return start, start + len(name)
