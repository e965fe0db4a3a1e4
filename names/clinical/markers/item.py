"""A marker of a text with what is said of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from names.clinical.markers.lexing import MarkerToken
from names.clinical.values import Marker, Origin, Polarity


@dataclass(slots=True)
class MarkerItem:
    """A marker, and what stands beside it."""

    start: int
    end: int
    names: tuple[str, ...] = ()
    """Empty for a variant without a gene of its own."""
    context: tuple[str, ...] = ()
    """Names of the marker before, for a variant without a gene."""
    states: list[str] = field(default_factory=list)
    polarity: Polarity | None = None
    event: bool = False
    """A word such as "mutation" stands beside it."""
    tested: bool = False
    """Only its test is named, so far."""
    unknown: bool = False
    origin: Origin = ""
    link: str = ""
    """What joins it to the item before; empty when other words stand between."""
    denial: int = 0
    """Number of the negation over it; 0 for none."""
    denied_list: bool = False
    """All of the list is denied ("negative for …")."""
    own_state: bool = False
    """Its polarity was said of itself, not of a list."""
    borrowed: bool = False
    """Its polarity stands before it and may be that of something else ("PET pos HRR neg")."""
    spread: bool = False
    """What is said of it was said at the end of a list."""
    headed: bool = False
    """What is said of it was said before the list that it is in ("no alterations in EGFR, ALK")."""
    free: bool = False
    """"with or without": nothing is said of it."""
    before: tuple[MarkerToken, ...] = ()
    """What stands before it, or before the list that it is in."""
    whole: tuple[Marker, ...] = ()
    named_behind: bool = False
    """What is said of it stands before its name ("neg KRAS"): a variant may follow."""
    of_gene: bool = False
    """A word is said of it that is said of genes only ("wild type", "mutated")."""

    @property
    def bare(self) -> bool:
        """Whether it is only named."""
        return not (self.states or self.polarity or self.event or self.whole or self.unknown)
