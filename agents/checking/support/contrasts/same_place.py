"""What stands in the same place of the same words, and is something else. Pure.

A sentence that repeats a stretch of its quote but for one word is read word by word there: "belongs
after the first dose" of "belongs before the first dose", though the quote has an "after" elsewhere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.words import TABLES, endpoints_as_one, is_neutral
from names.recognise import recognise_passage
from names.tables.rows import read_rows
from retrieval.text.words import words

_TOKEN = re.compile(r"[a-z0-9][a-z0-9.*/+-]*[a-z0-9*+]|[a-z0-9]|[%;:]")
_CUTS = frozenset(";:")
_LAST = "."
"""Stands before the first and behind the last word."""
_TELLS = re.compile(r"[a-z-]{5,}|\d")
"""What makes a frame: not "in the", "is a"."""
_ENDPOINT = "survival"
"""How the endpoints end that are written as one word."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_DENIALS = frozenset(("not", "no", "never"))

Frame = tuple[str, str, str, str]
"""The words around a place, in one of two widths; empty where a width has none."""


def problem_with_same_place(claim: CitedSentence) -> str:
    """Whether a word of it stands where its quotes have one that excludes it."""
    told: dict[Frame, set[str]] = defaultdict(set)
    denied: dict[Frame, set[bool]] = defaultdict(set)
    for quote in claim.quotes():
        tokens = _tokens(quote)
        for frame, word in _places(tokens):
            told[frame].add(word)
        for frame, is_denied in _joints(tokens):
            denied[frame].add(is_denied)
    without = any("without" in quote.words for quote in claim.quotes())
    own = _tokens(claim.sentence)
    for frame, word in _places(own):
        others = told.get(frame, ())
        if word in others or (word == "without" and without):
            continue
        if any(_excludes(word, other, frame) for other in others):
            return f"“{' '.join(filter(None, (*frame[:2], word, *frame[2:])))}” is told otherwise."
    for frame, is_denied in _joints(own):
        if denied.get(frame) == {not is_denied}:
            return f"The cited quotes {'do not deny' if is_denied else 'deny'} “{frame[1]}”."
    return ""


def _tokens(text: CanonicalText) -> list[str]:
    return [_LAST, *_TOKEN.findall(endpoints_as_one(text.words)), _LAST]


def _places(tokens: list[str]) -> Iterator[tuple[Frame, str]]:
    """Each word with two words before and one behind, and with one before and two behind."""
    for at in range(1, len(tokens) - 1):
        before, behind = tokens[at - 1], tokens[at + 1]
        if at > 1 and _is_telling(tokens[at - 2], before, behind):
            yield (tokens[at - 2], before, behind, ""), tokens[at]
        if at + 2 < len(tokens) and _is_telling(before, behind, tokens[at + 2]):
            yield ("", before, behind, tokens[at + 2]), tokens[at]


def _joints(tokens: list[str]) -> Iterator[tuple[Frame, bool]]:
    """Each three words, and whether a denial stands behind the first."""
    plain = [(at, token) for at, token in enumerate(tokens) if token not in _DENIALS]
    for (at, one), (then, two), (_, three) in zip(plain, plain[1:], plain[2:], strict=False):
        if _is_telling(one, two, three):
            yield (one, two, three, ""), then - at > 1


def _is_telling(*tokens: str) -> bool:
    """Whether the words are more than the small ones, and stand in one part of a sentence."""
    return not _CUTS & set(tokens) and any(map(_TELLS.match, tokens))


def _is_clinical(*tokens: str) -> bool:
    return any(not is_neutral(stem) for token in tokens for stem in words(token))


def _excludes(word: str, other: str, frame: Frame) -> bool:
    if word == other:
        return False
    if _NUMBER.fullmatch(word) and _NUMBER.fullmatch(other):
        rounded = round(float(word)) == round(float(other))
        return bool(frame[3]) and not rounded and _is_clinical(*frame[2:])
    if word.endswith(_ENDPOINT) and other.endswith(_ENDPOINT):
        return _ENDPOINT not in (word, other)
    if _names_of_word(word) and _names_of_word(other):
        # Elsewhere two drugs may change places in a list.
        return not _names_of_word(word) & _names_of_word(other) and any(
            map(_NUMBER.fullmatch, frame)
        )
    sides, others = _sides().get(word, {}), _sides().get(other, {})
    return any(sides[group] != others[group] for group in sides.keys() & others.keys())


@lru_cache(maxsize=4096)
def _names_of_word(word: str) -> frozenset[str]:
    """The genes and drugs that a word alone names."""
    return recognise_passage(word.upper()).names("gene", "drug")


@lru_cache(maxsize=1)
def _sides() -> Mapping[str, Mapping[int, int]]:
    """Word → the groups it is in, each with its side."""
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for number, row in enumerate(read_rows("slots.tsv", TABLES)):
        for side, cell in enumerate(row):
            for word in cell.split("|"):
                found[word][number] = side
    return found
