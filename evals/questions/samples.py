"""The samples of the question evaluation: a plain question, and the target of its answer.

``questions.jsonl`` has a JSON object a line: ``id``, ``question``, optionally ``thread`` (questions
of one thread follow each other), and either ``documents`` (``silo/id``: an answer should cite at
least one of them) or ``gap`` (what is missing, so that it must not be answered).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from evals.running.errors import MeasurementFailed

QUESTIONS = Path(__file__).parent / "questions.jsonl"
GAPS = frozenset({"silo", "capability", "fact"})
"""The kinds of a gap; see ``docs/glossary.md``."""


class SamplesInvalid(MeasurementFailed):
    """A line of a question file is not what it should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What should come of a question: either documents are cited or a gap is declared."""

    documents: frozenset[str] = frozenset()
    """``silo/id``; citing one of them is enough."""
    gap: str = ""
    """What is missing; empty for a question that the silos can answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One question with its target."""

    id: str
    question: str
    thread: str = ""
    target: Target


def read_samples(path: Path = QUESTIONS) -> tuple[Sample, ...]:
    """The samples of a file. Raises :class:`SamplesInvalid` with the line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    samples = tuple(_sample(line, number) for number, line in enumerate(lines, 1) if line.strip())
    ids = [sample.id for sample in samples]
    twice = sorted({each for each in ids if ids.count(each) > 1})
    if twice:
        raise SamplesInvalid(f"given twice: {', '.join(twice)}")
    return samples


def _sample(line: str, number: int) -> Sample:
    try:
        row = json.loads(line)
        target = Target(documents=frozenset(row.pop("documents", ())), gap=row.pop("gap", ""))
        sample = Sample(target=target, **row)
    except (ValueError, TypeError, AttributeError) as error:
        raise SamplesInvalid(f"line {number}: {error}") from error
    if bool(target.documents) == bool(target.gap) or target.gap not in {"", *GAPS}:
        raise SamplesInvalid(f"line {number}: either documents or one of {sorted(GAPS)}")
    return sample
