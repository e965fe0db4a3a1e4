"""The trials: acronyms and registration numbers."""

from __future__ import annotations

import re
from functools import cache

from names.tables.reading import read_rows, split_cell

_NEITHER_LETTER_NOR_DIGIT = re.compile(r"[^a-z0-9]")


@cache
def trial_numbers() -> dict[str, str]:
    """Trial acronym → registration number."""
    return {row[0]: row[1] for row in read_rows("trials.tsv")}


def acronym_key(acronym: str) -> str:
    """What is equal for all spellings of an acronym: ``KEYNOTE-522`` → ``keynote522``."""
    return _NEITHER_LETTER_NOR_DIGIT.sub("", acronym.lower())


@cache
def acronyms_by_key() -> dict[str, str]:
    """Key → acronym as the tables spell it."""
    named = (name for name, _ in read_rows("treatment/trial_names.tsv"))
    return {acronym_key(acronym): acronym for acronym in (*named, *trial_numbers())}


@cache
def acronyms_that_are_words() -> frozenset[str]:
    """Keys of acronyms that in lower case are words or first names, too."""
    words = {name for name, kind in read_rows("treatment/trial_names.tsv") if kind}
    return frozenset(map(acronym_key, words | (trial_numbers().keys() - _known_in_any_case())))


def _known_in_any_case() -> frozenset[str]:
    return frozenset(name for name, kind in read_rows("treatment/trial_names.tsv") if not kind)


@cache
def _describing_words() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words that only describe a trial, and beginnings of such words."""
    words = [word for (line,) in read_rows("not_trials.tsv") for word in line.split()]
    whole = frozenset(word for word in words if not word.endswith("*"))
    return whole, tuple(word.removesuffix("*") for word in words if word.endswith("*"))


def only_describes_a_trial(word: str) -> bool:
    """Whether a word before "trial" is no acronym: "pivotal", "phase 3", "ongoing"."""
    whole, beginnings = _describing_words()
    lower = word.lower()
    return lower in whole or lower.startswith(beginnings)


_NUMBER_AT_END = re.compile(r"(?<!\d)\d+$")


@cache
def _groups_of_confused() -> tuple[frozenset[str], ...]:
    rows = read_rows("treatment/confused_trials.tsv")
    return tuple(frozenset(map(acronym_key, split_cell(names))) for names, _ in rows)


def told_apart(acronym: str, other: str) -> str:
    """What tells two trials of ``confused_trials.tsv`` apart; empty for others."""
    keys = {acronym_key(acronym), acronym_key(other)}
    rows = read_rows("treatment/confused_trials.tsv")
    return next(
        (words for names, words in rows if keys <= set(map(acronym_key, split_cell(names)))), ""
    )


def is_confusable(acronym: str, other: str) -> bool:
    """Whether two names of trials are different and easily taken for each other: numbers of one
    series (KEYNOTE-522 and KEYNOTE-355), a name that begins with the other (OlympiA and OlympiAD),
    or a pair of ``confused_trials.tsv``. What one of them found says nothing of the other."""
    first, second = acronym_key(acronym), acronym_key(other)
    if first == second:
        return False
    if first.startswith(second) or second.startswith(first):
        return True
    if any({first, second} <= group for group in _groups_of_confused()):
        return True
    stems = {_NUMBER_AT_END.sub("", first), _NUMBER_AT_END.sub("", second)}
    return len(stems) == 1
