"""Results that are kept as they come, so that an evaluation that was broken off goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evals.questions.asking import Asked, ask_results

Result = dict[str, Any]
ROOT = Path(__file__).parents[2]
CODE = ("agents", "bot", "names", "retrieval")
"""Packages of which an answer is made."""


def ask_and_keep(
    samples: Sequence[Asked],
    kept: Path,
    *,
    environment: Mapping[str, str],
    progress: Callable[[int], None] = lambda done: None,
) -> list[Result]:
    """The objects of ``curbside ask --json``, in order; those that ``kept`` already holds are not
    asked again. Every result is written there at once. Raises
    :class:`evals.questions.asking.AskingFailed`."""
    found = _read(kept)
    missing = [sample for sample in samples if sample.id not in found]
    before = len(samples) - len(missing)
    if before:
        progress(before)
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file:

        def keep(result: Result) -> None:
            file.write(json.dumps(result, ensure_ascii=False) + "\n")
            file.flush()

        if missing:
            ask_results(
                missing,
                environment=environment,
                progress=lambda done: progress(before + done),
                keep=keep,
            )
    found = _read(kept)
    return [found[sample.id] for sample in samples]


def fingerprint(*files: Path) -> str:
    """A short digest of the code that makes answers and of these files: results of another state
    are not gone on with."""
    digest = hashlib.sha256()
    for path in (*_code(), *files):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _code() -> Iterable[Path]:
    for package in CODE:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in {".py", ".toml", ".tsv", ".json", ".gz"}:
                yield path


def _read(kept: Path) -> dict[str, Result]:
    """Results by the id of their sample; a last line that was cut off is left out."""
    found: dict[str, Result] = {}
    if not kept.exists():
        return found
    for line in kept.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        found[row["id"]] = row
    return found
