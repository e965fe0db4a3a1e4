"""The words of a request, and the kinds of words that a table of them knows. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

from names.tables.rows import read_rows

LONGEST_PHRASE = 6
"""Words that are looked up together. Chosen by hand: the longest heads that are named."""
_TOKEN = re.compile(
    r"\d{1,12}(?:\.\d{1,12})?(?!\w)|[^\W_][\w'’./%-]*|<=|>=|=>|=<|!=|<>|==|[<>≤≥=≠+,;&:/%–-]"
)
_JOINTS = re.compile(r"[\s-]+")
NUMBER = re.compile(r"\d{1,12}(?:\.\d{1,12})?")


@cache
def words_of(kind: str) -> frozenset[str]:
    """The words of one kind."""
    return _table()[kind]


@cache
def _table() -> Mapping[str, frozenset[str]]:
    rows = read_rows("words.tsv", files("agents.analyses.choosing"))
    return {kind: frozenset(words.split("|")) for kind, words in rows}


def tokens_of(text: str) -> tuple[str, ...]:
    """Words, numbers and signs, as written."""
    return tuple(each.rstrip(".-/") or each for each in _TOKEN.findall(text))


def key_of(words: str) -> str:
    """Words in the form in which they are looked up."""
    return _JOINTS.sub(" ", words.lower()).strip()


def phrase(tokens: Sequence[str], place: int, length: int) -> str:
    """So many words from a place on, as they are looked up."""
    return key_of(" ".join(tokens[place : place + length]))


def lengths_of_names(tokens: Sequence[str], place: int) -> Iterator[int]:
    """How many words from a place on may be a name, the most first: it ends with a word."""
    for length in range(min(LONGEST_PHRASE, len(tokens) - place), 0, -1):
        if tokens[place][0].isalnum() and tokens[place + length - 1][0].isalnum():
            yield length


def length_of(kind: str, tokens: Sequence[str], place: int) -> int:
    """How many words from a place on are one of a kind; 0 where none are."""
    known = words_of(kind)
    most = min(4, len(tokens) - place)
    return next((n for n in range(most, 0, -1) if phrase(tokens, place, n) in known), 0)


def holds_grammar(tokens: Sequence[str], place: int, length: int) -> bool:
    """Whether one of so many words says how the others belong together."""
    kinds = ("group", "connector", "joint", "not", "term")
    return any(length_of(kind, tokens, n) for kind in kinds for n in range(place, place + length))


def number_at(tokens: Sequence[str], place: int) -> str:
    """The number that stands there; empty where none does."""
    word = tokens[place] if 0 <= place < len(tokens) else ""
    return word if NUMBER.fullmatch(word) else ""
