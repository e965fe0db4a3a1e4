"""Names that the United States Census of 1990 counted, and words that texts write in small letters:
what tells a bare name from a word with a capital.

The texts are the starter corpus and public data sets of medicine (abstracts, labels, questions,
cases) as they stood in November 2026; ``evals/names/people.py`` makes both tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from names.tables.rows import read_entries, read_pairs

_WORDS = files("retrieval.privacy") / "words"


def is_given_name(word: str) -> bool:
    """Whether it is a given name and no word."""
    marks = _names().get(word.lower(), "")
    return "g" in marks and "o" not in marks


def is_known_name(word: str) -> bool:
    """Whether it is a name and no word."""
    marks = _names().get(word.lower(), "")
    return bool(marks) and "o" not in marks


def can_be_name(word: str) -> bool:
    """Whether it is a name, even if it is a word, too ("Grant"), or no word at all: then it may be
    a name that the census does not know."""
    return bool(_names().get(word.lower())) or word.lower() not in _ordinary()


def is_listed(word: str) -> bool:
    """Whether it is a name, even if it is a word, too."""
    return word.lower() in _names()


@cache
def _names() -> Mapping[str, str]:
    return read_pairs("census_names.tsv.gz", _WORDS)


@cache
def _ordinary() -> frozenset[str]:
    return frozenset(read_entries("ordinary_words.tsv.gz", _WORDS))
