"""Scorers: what one answer is worth, held against the target of its sample. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evals.questions.samples import Sample, Target
from evals.running.errors import MeasurementFailed


class OutputsIncomplete(MeasurementFailed):
    """Not every sample has exactly one output."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What the bot made of a question, from one object of ``curbside ask --json``."""

    id: str
    """That of the sample."""
    run_id: str
    outcome: str
    """How the run ended: ``answer``, ``gap``, ``stopped`` or ``failed``."""
    cited: tuple[str, ...]
    """``silo/id`` in the order of the answer, each once."""
    sentences: int
    unverified: tuple[str, ...]
    """The sentences that the program could not verify."""
    missing: str
    """The kind of a declared gap; empty when none was declared."""
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One sample, what came of it, and what that is worth."""

    sample: Sample
    output: Output
    is_correct: bool
    """A gap that is declared, or an answer that cites a document of the target."""
    cites_target_first: bool
    """An answer whose first citation is a document of the target."""


def parse_output(result: Mapping[str, Any]) -> Output:
    """The output in one object of ``curbside ask --json``."""
    cited = (f"{each['silo']}/{each['document_id']}" for each in result["citations"])
    return Output(
        id=result.get("id", ""),
        run_id=result["run_id"],
        outcome=result["outcome"],
        cited=tuple(dict.fromkeys(cited)),
        sentences=len(result["sentences"]),
        unverified=tuple(each["text"] for each in result["sentences"] if not each["verified"]),
        missing=result["gap"]["missing"] if result["gap"] else "",
        seconds=result["seconds"],
    )


def score_output(sample: Sample, output: Output) -> Score:
    """The score of one sample."""
    target = sample.target
    correct = declares_gap(output) if target.gap else cites_target(output, target)
    return Score(
        sample=sample,
        output=output,
        is_correct=correct,
        cites_target_first=cites_target_first(output, target),
    )


def score_outputs(samples: Sequence[Sample], outputs: Sequence[Output]) -> tuple[Score, ...]:
    """The score of each sample, in order. Raises :class:`OutputsIncomplete` when the outputs are
    not those of the samples in the same order."""
    if [sample.id for sample in samples] != [output.id for output in outputs]:
        raise OutputsIncomplete(f"{len(samples)} questions, {len(outputs)} results")
    return tuple(map(score_output, samples, outputs))


def declares_gap(output: Output) -> bool:
    """Whether the bot said that it cannot answer, and what is missing."""
    return output.outcome == "gap"


def cites_target(output: Output, target: Target) -> bool:
    """Whether an answer cites a document of the target."""
    return output.outcome == "answer" and not target.documents.isdisjoint(output.cited)


def cites_target_first(output: Output, target: Target) -> bool:
    """Whether the first citation of an answer is a document of the target."""
    return output.outcome == "answer" and not target.documents.isdisjoint(output.cited[:1])
