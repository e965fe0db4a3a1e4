"""One spelling for the forms of a word, and the lists of words that mean the same. Pure."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

from agents.extractive.question.topics import stem
from names.tables.rows import read_entries, read_rows

_FOLDER = files("agents.extractive.own_rules.vocabulary")

_ELEMENTS = {"Mg": "magnesium", "K": "potassium", "Ca": "calcium", "Na": "sodium"}
"""Signs that are other words in small letters."""


_ORDINAL = re.compile(r"(?i)\b(?:1st|2nd|3rd|4th)\b")
_ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth"}
_NOUN_OR_VERB = re.compile(r"(?:(?<=[vszdw])al|e)$")
"""What tells a noun from its verb: "removal", "remove", "approval"."""
SHORTEST_STEM, LONGEST_PLAIN = 3, 5
"""Letters of a word up to which it is its own stem, and up to which it keeps its ending. Chosen by
hand: "dose" and "oral" are no stems of others."""


def with_ordinals(text: str) -> str:
    """The text with "1st" as "first"."""
    return _ORDINAL.sub(lambda match: _ORDINALS[match.group().lower()], text)


@lru_cache(maxsize=20_000)
def fold(word: str) -> str:
    """A word in one spelling, its short form written out, as its rough stem."""
    lower = _ELEMENTS.get(word, word.lower().replace("’", "'").removesuffix("'s"))
    long = short_forms().get(lower, lower)
    long = re.sub(r"(?<=\w)our(?=\w{0,5}$)", "or", long).replace("ae", "e").replace("oe", "e")
    if len(long) == SHORTEST_STEM + 1 and long.endswith("s") and not long.endswith("ss"):
        return long[:-1]
    if len(long) <= SHORTEST_STEM:
        return long
    told = re.sub(r"is(?=(?:e|ed|es|ing|ation)$)", "iz", long)
    if len(told) <= LONGEST_PLAIN:
        return stem(told)
    return _NOUN_OR_VERB.sub("", stem(_NOUN_OR_VERB.sub("", told)))


@cache
def asking_words() -> frozenset[str]:
    """Words by which people ask; a rule need not say them."""
    lines = read_entries("asking_words.tsv", _FOLDER)
    return frozenset(word for line in lines for word in line.split())


@cache
def short_forms() -> dict[str, str]:
    """Short form → the word that it stands for."""
    rows = read_rows("short_forms.tsv", _FOLDER)
    return {short: long for long, shorts in rows for short in (long, *shorts.split())}


@cache
def same_meaning() -> dict[str, frozenset[str]]:
    """Word of a question → the words of a rule that mean the same."""
    found: dict[str, frozenset[str]] = {}
    for line in read_entries("everyday_words.tsv", _FOLDER):
        words = line.split()
        meant = frozenset(map(fold, words))
        for word in words:
            found[word] = found.get(word, frozenset()) | meant
    return found
