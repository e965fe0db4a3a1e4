"""Concepts that a text speaks of: endpoints, populations, organ classes, publishers. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agents.checking.support.reading.words import TABLES
from agents.checking.text.normalised import plain
from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.tables.rows import read_rows

_SHORT_FORM = re.compile(
    r" \((?P<form>[a-z][a-z0-9-]{1,11})\)(?=-(?:positive|negative|low|mutated)\b)"
)
"""As in "hormone receptor (HR)-positive", where it parts the name from what is said of it."""
_HYPHEN = re.compile(r"(?<=[a-z0-9])-(?=[a-z])")


@dataclass(frozen=True, slots=True)
class Concept:
    """One row of ``data/concepts.tsv``."""

    family: str
    name: str
    pattern: FilteredPattern
    supported_by: frozenset[str]


@dataclass(frozen=True, slots=True)
class PlacedConcept:
    """A concept at ``start:end`` of a text in the level form."""

    concept: Concept
    start: int
    end: int


def level(text: str) -> str:
    """The plain form with blanks for hyphens before a letter: "progression free"."""
    return _HYPHEN.sub(" ", _SHORT_FORM.sub(r" \g<form>", plain(text).text))


def concepts_in(levelled: str) -> tuple[PlacedConcept, ...]:
    """The concepts of a text in the level form; of overlapping ones of a family the longest."""
    found = [
        PlacedConcept(concept, match.start(), match.end())
        for concept in load_concepts()
        for match in concept.pattern.finditer(levelled)
    ]
    found.sort(key=lambda each: (each.start, -each.end))
    reached: dict[str, tuple[int, int]] = {}
    kept = []
    for each in found:
        start, end = reached.get(each.concept.family, (0, 0))
        if each.end <= end and (each.start, each.end) != (start, end):
            continue  # "progression or death" is no death; "level 2A" is no level
        kept.append(each)
        reached[each.concept.family] = (each.start, each.end)
    return tuple(kept)


@lru_cache(maxsize=1)
def load_concepts() -> tuple[Concept, ...]:
    return tuple(_read_concepts())


def _read_concepts() -> Iterator[Concept]:
    for family, name, wordings, *more in read_rows("concepts.tsv", TABLES):
        pattern = filtered_pattern(rf"(?<![a-z0-9])(?:{wordings})(?![a-z0-9])")
        supported = frozenset(more[0].split("|")) if more and more[0] else frozenset()
        yield Concept(family, name, pattern, supported | {name})
