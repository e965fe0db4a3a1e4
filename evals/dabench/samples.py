"""The questions of InfiAgent-DABench as they are asked, with their labels.

https://github.com/InfiAgent/InfiAgent; its data are for evaluation only (CC BY-NC 4.0)."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.running.errors import MeasurementFailed
from retrieval.ingestion.readers import read_attachment

SET = "dabench"
ASKED = """{question}
The table is attached.
How: {constraints}
Answer in this form, each on a line of its own and nothing beside it: {format}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DabenchQuestion:
    """One question on one table."""

    id: int
    asked: str
    """With its constraints and the form of the answer."""
    file: str
    level: str
    answers: Mapping[str, str]
    """Name → value of each sub-question."""


def read_questions(data: Path, most: int | None = None) -> tuple[DabenchQuestion, ...]:
    """The questions, in the order of the set. Raises
    :class:`evals.running.errors.MeasurementFailed`."""
    folder = data / SET / "dev"
    if not (folder / "questions.jsonl").exists():
        raise MeasurementFailed(
            f"{SET} is not at hand: name the folder of data sets with --data or CURBSIDE_DATA."
        )
    labels = {row["id"]: dict(row["common_answers"]) for row in _rows(folder / "labels.jsonl")}
    rows = [row for row in _rows(folder / "questions.jsonl") if row["id"] in labels]
    return tuple(_question(row, labels[row["id"]]) for row in rows[:most])


def _question(row: Mapping[str, Any], answers: Mapping[str, str]) -> DabenchQuestion:
    return DabenchQuestion(
        id=row["id"],
        asked=ASKED.format(**{name: row[name] for name in ("question", "constraints", "format")}),
        file=row["file_name"],
        level=row["level"],
        answers=answers,
    )


def text_of_table(data: Path, file: str) -> str:
    """A table as the bot reads a file of a thread. Raises
    :class:`retrieval.errors.DocumentUnreadable`."""
    path = data / SET / "dev" / "tables" / f"{file}.gz"
    return read_attachment(file, gzip.decompress(path.read_bytes()))


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
