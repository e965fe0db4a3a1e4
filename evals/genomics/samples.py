"""GeneTuring and GeneHop questions with their answers, from files by path.

Only the half that may be used while developing is read: ``geneturing/dev``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from evals.running.errors import MeasurementFailed

FOLDER = "geneturing/dev"
GENETURING = "geneturing_v1_450.json"
GENEHOP = "genehop_dev_60.json"
"""Each needs two look-ups: the second asks for what the first found."""


@dataclass(frozen=True, slots=True)
class GenomicsSample:
    """A question of a task with its answer; several where a list is asked for."""

    task: str
    question: str
    gold: str | tuple[str, ...]


class GenomicsSetMissing(MeasurementFailed):
    """There is no folder with the questions: name it with --data or CURBSIDE_DATA."""


def read_samples(data: Path | None, name: str = GENETURING) -> tuple[GenomicsSample, ...]:
    """The questions of one file. Raises :class:`GenomicsSetMissing`."""
    path = (data or Path()) / FOLDER / name
    if data is None or not path.is_file():
        raise GenomicsSetMissing((GenomicsSetMissing.__doc__ or "").strip())
    tasks = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        GenomicsSample(task, question, tuple(gold) if isinstance(gold, list) else str(gold))
        for task, asked in tasks.items()
        for question, gold in asked.items()
    )
