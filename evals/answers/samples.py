"""Samples: a question on treatment, and the regimens that records name for it.

``precision_oncology_qa`` of the data folder has two sets: questions made from records of FDA labels
(``synthetic``) and questions that oncologists wrote (``real-world``)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from evals.running.errors import MeasurementFailed
from names.recognise import recognise_passage

Regimen = frozenset[str]
SetName = Literal["synthetic", "real-world"]
FOLDER = "precision_oncology_qa"
FILES: Mapping[SetName, str] = {
    "synthetic": "synthetic_queries.jsonl",
    "real-world": "realworld_queries*.jsonl",
}


class SamplesInvalid(MeasurementFailed):
    """A file of questions is not there, or a line of it is not what it should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One question with its targets."""

    id: str
    question: str
    set_name: SetName
    approved: frozenset[Regimen]
    """Regimens of FDA labels; empty when none is approved."""
    used: frozenset[Regimen]
    """The same with regimens that oncologists use without an approval."""
    thread: str = ""

    @property
    def is_answerable(self) -> bool:
        return bool(self.used)


def read_samples(folder: Path) -> tuple[Sample, ...]:
    """The samples of both sets, from ``folder/dev`` or the folder itself, in the order of the
    files. Raises :class:`SamplesInvalid` with what is missing."""
    place = folder / "dev" if (folder / "dev").is_dir() else folder
    found: list[Sample] = []
    for set_name, pattern in FILES.items():
        for path in sorted(place.glob(pattern)):
            found += _samples(path, set_name)
    if not found:
        told = " or ".join(FILES.values())
        raise SamplesInvalid(f"There is no {told} in {place}.")
    return tuple(found)


def _samples(path: Path, set_name: SetName) -> Iterator[Sample]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                yield _sample(json.loads(line), set_name)
            except (ValueError, KeyError, TypeError) as error:
                raise SamplesInvalid(f"{path.name} line {number}: {error}") from error


def _sample(row: Mapping[str, Any], set_name: SetName) -> Sample:
    if set_name == "synthetic":
        approved = used = _regimens(row["gold_therapies"])
    else:
        approved = _regimens(row["gold_fda_therapies"])
        used = approved | _regimens(row["gold_any_therapies"])
    return Sample(
        id=row["_id"], question=row["text"], set_name=set_name, approved=approved, used=used
    )


def _regimens(listed: list[list[str]]) -> frozenset[Regimen]:
    return frozenset(frozenset(map(generic, regimen)) for regimen in listed)


def generic(name: str) -> str:
    """The generic name as the tables have it; a name that none has stays as it is."""
    found = recognise_passage(name).of("drug")
    return found[0].name if len(found) == 1 else name.casefold()
