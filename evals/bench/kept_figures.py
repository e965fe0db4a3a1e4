"""Figures of the parts that are done, kept so that a benchmark that was broken off goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from evals.metrics.figures import Figure
from evals.questions.kept_results import fingerprint


class KeptFigures:
    """By part, in a file of the state of the code; gone when the benchmark is done, so that the
    next one measures anew."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / f"figures-{fingerprint()}.jsonl"
        self._found: dict[str, list[Figure]] = {}
        if self._path.is_file():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                self._found[row["part"]] = [Figure(**each) for each in row["figures"]]

    def get(self, part: str) -> list[Figure] | None:
        """The figures of a part, None when it was not measured yet."""
        return self._found.get(part)

    def put(self, part: str, figures: Sequence[Figure]) -> None:
        """Keep the figures of a part."""
        self._found[part] = list(figures)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        row = {"part": part, "figures": [figure.as_object() for figure in figures]}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def forget(self) -> None:
        """The benchmark is done."""
        self._path.unlink(missing_ok=True)
