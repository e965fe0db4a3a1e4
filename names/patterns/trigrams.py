"""A text as the set of its two and three letters in a row, to see quickly what it cannot hold.

As in R. Cox, "Regular Expression Matching with a Trigram Index", 2012
(https://swtch.com/~rsc/regexp/regexp4.html), with one text in place of an index."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

ALIKE = str.maketrans({"ſ": "s", "ı": "i", "İ": "i"})
"""Letters that a pattern which ignores case takes for one of ASCII, beside those that ``lower``
makes one."""
KEPT = 256
"""Texts of which the trigrams are kept. All readers read one text before the next begins, some of
them with its abbreviations written out or its clauses one by one. Chosen by hand."""

_DIGIT = re.compile(r"\d")
_NO_WORD = re.compile(r"\W")


def folded(text: str) -> str:
    """The text in small letters, every digit as 0 and everything that is in no word as a blank.

    Two texts that a pattern may take for each other are the same when folded."""
    lowered = text.lower() if text.isascii() else text.translate(ALIKE).lower()
    return _NO_WORD.sub(" ", _DIGIT.sub("0", lowered))


@dataclass(frozen=True, slots=True)
class Letters:
    """A text folded, with a blank before and behind it."""

    folded: str
    grams: frozenset[str]
    """All its pairs and triples of characters."""


@lru_cache(maxsize=KEPT)
def letters_of(text: str) -> Letters:
    """The letters of a text."""
    padded = f" {folded(text)} "
    pairs = list(map(str.__add__, padded, padded[1:]))
    triples = map(str.__add__, pairs, padded[2:])
    return Letters(padded, frozenset((*pairs, *triples)))
