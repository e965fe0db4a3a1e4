"""What a statement is read from: its own words, its limits, and what stands above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from names.clinical.reading import read_clinical
from names.clinical.values import Exposure, Found
from names.entities import Entities
from names.recognise import recognise_passage
from retrieval.derivation.segments import Segment
from retrieval.documents import Document

Value = TypeVar("Value")

_NOT_FOR = re.compile(
    r"\b(?:not (?:indicated|recommended|approved|intended|for|be (?:used|given)|effective)"
    r"|no (?:benefit|approval|indication)|except|exceptions?|other than|exclud\w+|excluded"
    r"|do not use|should not|contraindicated|ineligible|apart from)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Words:
    """Some words with what is read from them."""

    text: str

    @cached_property
    def found(self) -> tuple[Found, ...]:
        return read_clinical(self.text) if self.text else ()

    @cached_property
    def entities(self) -> Entities:
        return recognise_passage(self.text)

    def values(self, kind: type[Value]) -> Iterator[tuple[Value, Found]]:
        """The values of one kind, each with its place."""
        for each in self.found:
            if isinstance(each.value, kind):
                yield each.value, each


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
    claim: Words
    """With its context in front, and the cells of a row named by their head."""
    own: Words
    """The claim alone."""
    limits: tuple[Words, ...]
    headings: tuple[Words, ...]
    """Widest first."""
    title: Words

    @property
    def heading(self) -> str:
        return self.headings[-1].text if self.headings else ""

    @property
    def above(self) -> tuple[Words, ...]:
        """Headings and title, the nearest first."""
        return (*reversed(self.headings), self.title)

    @property
    def exclusions(self) -> tuple[Words, ...]:
        """Limits that say for whom the claim does not hold."""
        return tuple(limit for limit in self.limits if _NOT_FOR.search(limit.text))


def scope_of(segment: Segment, document: Document, role: str) -> Scope:
    """The scope of a segment of this document."""
    text = document.text

    def words(span: tuple[int, int]) -> str:
        return " ".join(text[slice(*span)].split())

    own = words(segment.claim)
    context = " ".join(map(words, sorted(segment.context)))
    if segment.cells:
        own = "; ".join(f"{name}: {value}" if name else value for name, value in segment.cells)
        context = ""
    return Scope(
        document=document,
        role=role,
        claim=Words(f"{context} {own}".strip()),
        own=Words(own),
        limits=tuple(Words(words(span)) for span in segment.limits),
        headings=tuple(Words(" ".join(each.split())) for each in segment.headings),
        title=Words(" ".join(document.title.split())),
    )
