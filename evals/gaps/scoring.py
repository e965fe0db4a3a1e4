"""Scorers: is what is missing recognised, and does the gap say what it is? Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evals.gaps.samples import Sample
from evals.running.systems import spent_in

ROLES: Mapping[str, tuple[str, ...]] = {
    "drug_information": ("drug label",),
    "indications": ("drug label",),
    "clinical_trials": ("trial's registry entry", "trial's publication"),
    "landmark_trials": ("trial's publication",),
    "genes": ("gene's record",),
    "pharmgkb": ("pharmacogenomic",),
    "variant_evidence": ("variant evidence",),
}
"""Silo → the words by which a gap names the source that it would be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One sample and what came of it."""

    sample: Sample
    run_id: str
    outcome: str
    missing: str
    """Of a gap: ``silo``, ``fact`` or ``capability``."""
    name: str
    """Of a gap: what is missing, in its words."""
    sentences: tuple[str, ...]
    seconds: float
    tokens: int = 0
    cost_usd: float | None = None

    @property
    def is_gap(self) -> bool:
        return self.outcome == "gap"

    @property
    def is_rightly_named(self) -> bool:
        """Whether the gap names a missing source, what it would be on, and what was taken away."""
        told = self.name.casefold()
        subject = all(name.casefold() in told for name in self.sample.names)
        return self.is_gap and self.missing == "silo" and subject and self._names_what_is_away(told)

    def _names_what_is_away(self, told: str) -> bool:
        away = self.sample.away
        if away is None:
            return False
        if away.kind == "tumour":  # It is among the names that the gap must tell.
            return True
        if away.kind == "silo":
            return any(words in told for words in ROLES.get(away.name, (away.name,)))
        return self.sample.asks_for in told


def score(sample: Sample, result: Mapping[str, Any]) -> Score:
    """One sample, by one object of ``curbside ask --json``."""
    gap = result["gap"] or {}
    tokens, cost = spent_in(result["usage"])
    return Score(
        sample=sample,
        run_id=result["run_id"],
        outcome=result["outcome"],
        missing=gap.get("missing", ""),
        name=gap.get("name", ""),
        sentences=tuple(each["text"] for each in result["sentences"]),
        seconds=result["seconds"],
        tokens=tokens,
        cost_usd=cost,
    )
