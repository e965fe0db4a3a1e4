"""Whether an answer tells a statement. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.wording.missing_sources import NOT_FOUND, ONLY_WITH
from evals.near_misses.samples import HOLDS, Sample

_CONDITIONS = (ONLY_WITH, NOT_FOUND)
"""How a sentence begins that names what its statement depends on and nobody has told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A sample and what its answer told."""

    sample: Sample
    is_told: bool
    """Whether the statement stands in the answer as something that holds for the patient."""
    is_gap: bool
    run_id: str
    sentences: tuple[str, ...]

    @property
    def is_near_miss(self) -> bool:
        """Whether the statement is told to a patient for whom it does not hold."""
        return self.is_told and self.sample.change != HOLDS


def score_all(asked: Sequence[tuple[Sample, Mapping[str, Any]]]) -> list[Score]:
    """The scores of all samples."""
    return [score(*each) for each in asked]


def score(sample: Sample, result: Mapping[str, Any]) -> Score:
    """One sample, by one object of ``curbside ask --json``. What stands among the excluded options
    is not told: the answer says there that it does not hold."""
    return Score(
        sample=sample,
        is_told=any(sample.claim in quote for quote in _told_quotes(result)),
        is_gap=result["outcome"] != "answer",
        run_id=result["run_id"],
        sentences=tuple(each["text"] for each in result["sentences"]),
    )


def _told_quotes(result: Mapping[str, Any]) -> Iterator[str]:
    """The quotes of what the answer tells. A sentence that follows from the comparison with the
    patient ("is not indicated here") cites a quote and does not tell it. What depends on something
    unknown says so first ("Only with …") and is no near miss."""
    quotes = {each["key"]: " ".join(each["quote"].split()) for each in result["citations"]}
    for sentence in result["sentences"]:
        if sentence["basis"] == "quote" and not sentence["text"].startswith(_CONDITIONS):
            yield from (quotes[key] for key in sentence["citations"] if key in quotes)
