"""Clinical values written as a few words: ``germline BRCA1 or BRCA2``, ``moderate renal
impairment``. They are read by the same readers as questions and sources."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import TypeVar

from pydantic import BeforeValidator

from names.clinical.readers import read_clinical
from names.clinical.values import FoundValue, Line, Marker, MarkerRule, Population, Setting, Tumour
from names.tables import tumour_parents
from retrieval.statements.marker_rules import marker_rule
from retrieval.statements.populations import merge_populations

Value = TypeVar("Value")


_SETTINGS = frozenset(
    (
        *("early", "neoadjuvant", "adjuvant", "residual disease", "locally advanced", "advanced"),
        *("metastatic", "maintenance"),
    )
)
"""The names of :class:`names.clinical.values.Setting`, which need not be read from words."""
_LINES = re.compile(r"(\d)(?:\s?(?:-|–|to)\s?(\d)|(\+))?")
_ONE_OF = re.compile(r"\bor\b|[/,;]", re.IGNORECASE)
_BOTH = re.compile(r"\band\b|\bwith\b", re.IGNORECASE)


def values_from_words(kind: type[object], example: str) -> BeforeValidator:
    """Lets entries of a list be words: each entry is replaced by the values read from it.
    Refuses words in which no such value is read."""
    return BeforeValidator(_each_entry(lambda words: list(_read(kind, words, example))))


def rules_from_words() -> BeforeValidator:
    """As :func:`values_from_words`: each entry is one rule on markers, any of those it names."""
    return BeforeValidator(_each_entry(lambda words: [_rule(words)]))


def tumours_from_words() -> BeforeValidator:
    """Entries of a list become names of ``tumours.tsv``."""
    return BeforeValidator(_each_entry(lambda words: [_tumour(words)]))


def settings_from_words() -> BeforeValidator:
    """Entries of a list become names of :class:`names.clinical.values.Setting`."""
    return BeforeValidator(_each_entry(lambda words: list(_settings(words))))


def line_from_words(value: object) -> object:
    """``1``, ``2+``, ``1-2`` or ``second line`` as a line."""
    if not isinstance(value, str):
        return value
    numbers = _LINES.fullmatch(value.strip())
    if numbers is None:
        return _only(Line, value, "second line")
    first = int(numbers[1])
    return Line(first=first, last=None if numbers[3] else int(numbers[2] or first))


def population_from_words(value: object) -> object:
    """All that the words say of who is meant."""
    if not isinstance(value, str):
        return value
    return merge_populations(_read(Population, value, "postmenopausal women"))


def _each_entry(read: Callable[[str], list[object]]) -> Callable[[object], object]:
    def from_words(value: object) -> object:
        if not isinstance(value, list):
            raise ValueError("must be a list")
        return [
            read_value
            for entry in value
            for read_value in (read(" ".join(entry.split())) if isinstance(entry, str) else [entry])
        ]

    return from_words


def _read(kind: type[Value], words: str, example: str) -> tuple[Value, ...]:
    found = tuple(each.value for each in read_clinical(words) if isinstance(each.value, kind))
    if not found:
        raise ValueError(f"cannot be read from “{words}”; write it like “{example}”")
    return found


def _only(kind: type[Value], words: str, example: str) -> Value:
    return _read(kind, words, example)[0]


def _rule(words: str) -> MarkerRule:
    markers = [found for found in read_clinical(words) if isinstance(found.value, Marker)]
    if not markers:
        raise ValueError(f"cannot be read from “{words}”; write it like “germline BRCA1 or BRCA2”")
    if _joined_by_and(words, markers):
        raise ValueError(f"“{words}” asks for several things: give each an entry of its own")
    return marker_rule(markers)


def _joined_by_and(words: str, markers: list[FoundValue]) -> bool:
    between = [words[a.end : b.start] for a, b in itertools.pairwise(markers)]
    return any(_BOTH.search(gap) for gap in between) and not any(map(_ONE_OF.search, between))


def _tumour(words: str) -> str:
    if words in tumour_parents():
        return words
    return _only(Tumour, words, "breast cancer").name


def _settings(words: str) -> tuple[str, ...]:
    if words in _SETTINGS:
        return (words,)
    return tuple(dict.fromkeys(each.name for each in _read(Setting, words, "metastatic")))
