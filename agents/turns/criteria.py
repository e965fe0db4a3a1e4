"""A criterion of a trial, and what came of holding the patient's facts against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agents.facts.sheet import Fact

Side = Literal["inclusion", "exclusion"]
CriterionVerdict = Literal["met", "not met", "unknown", "conflict"]
"""``met``: the words of the criterion are true of this patient; of an exclusion, it excludes.
``conflict``: the facts on which it rests contradict each other."""
Effect = Literal["for", "against", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A criterion as it stands in the record; its words are the end of its citation."""

    side: Side
    number: str
    """``4``, or ``6b`` for the second item below the sixth; ``ages`` and ``sex`` for what the
    registry holds in fields of its own."""
    group: str = ""
    """The words above it by which it holds for some participants only; empty if for all."""
    trial: str = ""
    """The trial that asks for it, where several are compared; empty where it is the only one."""
    skipped: int = 0
    """Characters of the citation before its words: a single word is no quote by itself, and is
    cited with the line before it."""

    def words_of(self, quote: str) -> str:
        """Its own words, of those of its citation."""
        return quote[self.skipped :]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCriterion:
    """A criterion with its verdict, and what that rests on."""

    criterion: Criterion
    verdict: CriterionVerdict
    why: str
    """The facts in words, what nobody has said, or what no rule reads."""
    facts: tuple[Fact, ...] = ()
    """Those on which the verdict rests; none if it is unknown."""
    key: str = ""
    """Of the citation of its words in the record."""

    @property
    def effect(self) -> Effect:
        """Whether it speaks for taking part in the trial."""
        if self.verdict not in ("met", "not met"):
            return "open"
        return (
            "for" if (self.verdict == "met") == (self.criterion.side == "inclusion") else "against"
        )

    @property
    def name(self) -> str:
        """``inclusion 4``; where several trials are compared, ``NCT03037385 inclusion 4``."""
        return f"{self.criterion.trial} {self.criterion.side} {self.criterion.number}".strip()
