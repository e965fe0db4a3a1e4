"""What the names of columns mean, by the names of SDTM and ADaM."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files

from names.tables.rows import read_pairs

LEAST_LIKENESS = 0.8
"""Of a name to one of the codebook, by difflib, from which on it may be meant."""
SHORTEST_LIKE = 4
"""Letters of a name from which on one that is only like it counts. Chosen by hand: of three, two
are the same by chance."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A name of the codebook, and how like it the column's is: 1 for the same."""

    name: str
    label: str
    likeness: float

    @property
    def words(self) -> str:
        """The label; of a name that is only like it, that it may be meant."""
        return self.label if self.likeness == 1 else f"perhaps {self.name}: {self.label}"


@cache
def codebook() -> Mapping[str, str]:
    """Label by name."""
    return read_pairs("codebook.tsv", files("retrieval.tables"))


def meaning_of(name: str) -> Meaning | None:
    """What a column of this name holds; None where no name of the codebook is like it."""
    asked = name.strip().upper()
    if asked in codebook():
        return Meaning(asked, codebook()[asked], 1.0)
    if len(asked) < SHORTEST_LIKE:
        return None
    ranked = [(SequenceMatcher(None, asked, each).ratio(), each) for each in codebook()]
    likeness, best = max(ranked)
    return Meaning(best, codebook()[best], likeness) if likeness >= LEAST_LIKENESS else None
