"""A sentence with what it may be read under: its heading, its document's title and subjects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from names.entities import Entities
from names.recognise import recognise_passage
from retrieval.documents import Status

TITLE_PARTS = re.compile(r"\s[—–-]\s|:\s")
INSIDE, ABOVE, ABOUT = 1.0, 0.8, 0.6
"""What it counts when something asked for stands in the sentence, its heading, its title."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A sentence with what it may be read under."""

    text: str
    heading: str
    title: str
    genes: frozenset[str] = frozenset()
    drugs: frozenset[str] = frozenset()
    tumours: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    """Variants that the document names anywhere."""
    status: Status = "confirmed"

    @property
    def told(self) -> Entities:
        return recognise_passage(self.text)

    @property
    def above(self) -> Entities:
        return recognise_passage(self.heading)

    @property
    def about(self) -> Entities:
        return recognise_passage(self.title)

    @property
    def genes_about(self) -> frozenset[str]:
        """The genes that the document is on: those that begin its title, before any dash."""
        head = recognise_passage(TITLE_PARTS.split(self.title)[0]).names("gene")
        alone = self.genes if len(self.genes) == 1 else frozenset()
        return head or alone

    @property
    def drugs_about(self) -> frozenset[str]:
        """The drugs that the document is on: those that begin its title, before any dash."""
        head = recognise_passage(TITLE_PARTS.split(self.title)[0]).names("drug")
        alone = self.drugs if len(self.drugs) == 1 else frozenset()
        return head or self.about.names("drug") or alone

    @property
    def headed_by_drug(self) -> bool:
        """Whether the title begins with a drug: what else it lists holds for parts of the text."""
        drugs = self.about.of("drug")
        return bool(drugs) and drugs[0].start == 0


def best(asked: Iterable[str], *places: tuple[frozenset[str], float]) -> float:
    """The weight of the first place that names any of what was asked."""
    wanted = frozenset(asked)
    return next((weight for names, weight in places if wanted & names), 0.0)
