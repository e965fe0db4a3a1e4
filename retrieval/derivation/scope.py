"""What a statement is read from: its own words, its limits, and what stands above it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from names.clinical.readers import read_clinical
from names.clinical.values import Exposure, FoundValue
from names.entities import Entities
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise_passage
from retrieval.derivation.layout.bare_values import (
    before_colon,
    completed_cells,
    completed_item,
    condition_of_cells,
)
from retrieval.derivation.segments import ClaimSegment
from retrieval.documents import Document

Value = TypeVar("Value")

_NOT_FOR = filtered_pattern(
    r"\b(?:not (?:indicated|recommended|approved|intended|for|be (?:used|given)|effective)"
    r"|no (?:benefit|approval|indication)|except|exceptions?|other than|exclud\w+|excluded"
    r"|do not use|should not|contraindicated|ineligible|apart from)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ReadWords:
    """Some words with what is read from them."""

    text: str
    completed: tuple[str, ...] = ()
    """Values of which the words have only the number, with what they are of."""

    @cached_property
    def clinical_values(self) -> tuple[FoundValue, ...]:
        return read_clinical(self.text) if self.text else ()

    @cached_property
    def conditions(self) -> tuple[FoundValue, ...]:
        """What is read once "until grade 1" is left out: it says how long, not for whom."""
        told = _UNTIL.sub(lambda until: " " * len(until[0]), self.text)
        found = self.clinical_values if told == self.text else read_clinical(told)
        more = (each for words in self.completed for each in read_clinical(words))
        return (*found, *more)

    @cached_property
    def entities(self) -> Entities:
        return recognise_passage(self.text)

    @cached_property
    def _by_kind(self) -> Mapping[type, list[FoundValue]]:
        """A statement asks for twenty kinds, one after the other; most words have one or two."""
        kinds: dict[type, list[FoundValue]] = {}
        for each in self.clinical_values:
            kinds.setdefault(type(each.value), []).append(each)
        return kinds

    def values(self, kind: type[Value]) -> Iterator[tuple[Value, FoundValue]]:
        """The values of one kind, each with its place."""
        for each in self._by_kind.get(kind, ()):
            if isinstance(each.value, kind):
                yield each.value, each

    def condition_values(self, kind: type[Value]) -> Iterator[Value]:
        """The values of one kind that say for whom it holds."""
        return (value for value, _ in self.condition_places(kind))

    def condition_places(self, kind: type[Value]) -> Iterator[tuple[Value, FoundValue]]:
        """The same with their places."""
        return ((each.value, each) for each in self.conditions if isinstance(each.value, kind))


_FURTHER_END = (
    r"(?:,|,? (?:and|or)) (?!(?:and|or|at|with|in|for|if|when|after|on|then)\b)"
    r"(?:[\w/-]{1,24} ){1,3}"
    r"(?:(?:is|are) )?(?:at least|at most|below|above|under|over|less than|more than|[<>≤≥])\s?\d"
)
"""A further value of the same end: "until neutrophils are at least 2,000 and platelets at least
100,000"."""
_OF_CLAUSE = r"(?:[^.;|]|\.(?=\d))"
_UNTIL = re.compile(
    r"\b(?:until|till|(?:resol\w+|recover\w*|improv\w+|returns?|returned|reduced|back|down) to)\b"
    rf"(?:{_OF_CLAUSE}{{1,70}}?{_FURTHER_END}){{0,4}}"
    rf"{_OF_CLAUSE}{{0,120}}?(?=\.(?!\d)|[;|,]|\b(?:then|and|with|but|if)\b|$)",
    re.IGNORECASE,
)


def is_class(exposure: Exposure) -> bool:
    """Whether a class was named, rather than a drug of which the table tells the class."""
    return not exposure.from_drug


@dataclass(frozen=True)
class Scope:
    """A segment of a document, ready to be read. Context (the sentence before, a list's lead-in, a
    table's head) is read with the claim: the claim says nothing without it."""

    document: Document
    role: str
    """Of the silo; empty when it is not known."""
    claim: ReadWords
    """With its context in front, and the cells of a row named by their head."""
    own: ReadWords
    """The claim alone."""
    limits: tuple[ReadWords, ...]
    headings: tuple[ReadWords, ...]
    """Widest first."""
    title: ReadWords
    condition: ReadWords | None = None
    """Of a row or an item of a list: the words that say when it holds, which are the cells with a
    grade or numbers, or what stands before the colon."""
    is_row: bool = False

    @property
    def heading(self) -> str:
        return self.headings[-1].text if self.headings else ""

    @property
    def above(self) -> tuple[ReadWords, ...]:
        """Headings and title, the nearest first."""
        return (*reversed(self.headings), self.title)

    @property
    def exclusions(self) -> tuple[ReadWords, ...]:
        """Limits that say for whom the claim does not hold."""
        return tuple(limit for limit in self.limits if _NOT_FOR.search(limit.text))


def scope_of(segment: ClaimSegment, document: Document, role: str) -> Scope:
    """The scope of a segment of this document."""
    text = document.text

    def words(span: tuple[int, int]) -> str:
        return " ".join(text[slice(*span)].split())

    own = words(segment.claim)
    context = " ".join(map(words, sorted(segment.context)))
    above = (*map(words, segment.above), *reversed(segment.headings), document.title)
    condition = None
    if segment.cells:
        completed = completed_cells(segment.cells, above)
        condition = ReadWords(condition_of_cells(segment.cells), completed)
        own = "; ".join(f"{name}: {value}" if name else value for name, value in segment.cells)
        context = ""
    else:
        completed = completed_item(own, (*map(words, reversed(segment.context)), *above))
        condition = ReadWords(before_colon(own), completed) if before_colon(own) else None
    return Scope(
        document=document,
        role=role,
        claim=ReadWords(f"{context} {own}".strip(), completed),
        own=ReadWords(own),
        limits=tuple(ReadWords(words(span)) for span in segment.limits),
        headings=tuple(ReadWords(" ".join(each.split())) for each in segment.headings),
        title=ReadWords(" ".join(document.title.split())),
        condition=condition,
        is_row=bool(segment.cells),
    )
