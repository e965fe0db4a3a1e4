"""What a text names: genes, drugs, variants and the rest, with where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

EntityKind = Literal[
    "gene",
    "drug",
    "drug_class",
    "unknown_drug",
    "variant",
    "status",
    "tumour",
    "setting",
    "condition",
    "effect",
    "phenotype",
    "outcome",
    "trial",
    "registration",
    "pmid",
]


@dataclass(frozen=True, slots=True)
class EntityMention:
    """One thing that a text names."""

    kind: EntityKind
    names: tuple[str, ...]
    """Canonical names; several when the wording stands for any of them ("BRCA")."""
    text: str
    """The words as they stand in the text at ``start:end``."""
    start: int
    end: int
    guessed: bool = False
    """Read from a misspelling; the reader must be told."""

    @property
    def name(self) -> str:
        return "/".join(self.names)


@dataclass(frozen=True, slots=True)
class Entities:
    """Everything that one text names, in order of appearance."""

    mentions: tuple[EntityMention, ...] = ()

    def of(self, *kinds: EntityKind) -> tuple[EntityMention, ...]:
        return tuple(mention for mention in self.mentions if mention.kind in kinds)

    def names(self, *kinds: EntityKind) -> frozenset[str]:
        return frozenset(name for mention in self.of(*kinds) for name in mention.names)

    def __bool__(self) -> bool:
        return bool(self.mentions)


def start_with_gene(mentions: Sequence[EntityMention], place: int) -> int:
    """Where the mention at a place begins, with the gene right before it if it is a variant."""
    own, before = mentions[place], mentions[place - 1] if place else None
    joined = before and before.kind == "gene" and own.kind == "variant"
    if before and joined and own.start - before.end <= 1:
        return before.start
    return own.start
