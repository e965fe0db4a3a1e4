"""A text as the set of its three letters in a row, to see quickly what it cannot hold.

As in R. Cox, "Regular Expression Matching with a Trigram Index", 2012
(https://swtch.com/~rsc/regexp/regexp4.html), with one text in place of an index."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

ALIKE = {"ſ": "s", "ı": "i", "İ": "i"}
"""Letters that a pattern which ignores case takes for one of ASCII, beside those that ``lower``
makes one."""
KEPT = 256
"""Texts of which the trigrams are kept. All readers read one text before the next begins, some of
them with its abbreviations written out or its clauses one by one. Chosen by hand."""


class _Folding(dict[int, str]):
    """Code of a character → what it is folded to; told at the first use of each."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character.isdecimal():
            character = "0"
        elif not character.isalnum() and character != "_":
            character = " "
        self[code] = ALIKE.get(character) or character.lower()
        return self[code]


_FOLDING = _Folding()


def fold_case(text: str) -> str:
    """The text in small letters, every digit as 0 and everything that is in no word as a blank.

    Two texts that a pattern may take for each other are the same when folded."""
    return text.translate(_FOLDING)


@dataclass(frozen=True, slots=True)
class Letters:
    """A text folded, with a blank before and behind it."""

    folded: str
    trigrams: frozenset[str]
    """All three characters in a row."""


@lru_cache(maxsize=KEPT)
def letters_of(text: str) -> Letters:
    """The letters of a text."""
    padded = f" {fold_case(text)} "
    trigrams = map("".join, zip(padded, padded[1:], padded[2:], strict=False))
    return Letters(padded, frozenset(trigrams))
