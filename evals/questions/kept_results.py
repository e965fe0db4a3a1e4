"""Results that are kept as they come, so that an evaluation that was broken off goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from evals.questions.asking import Askable, ask_results
from evals.questions.failures import FailingStart, Result, S, is_lost, without_lost
from evals.running.terminal import Terminal

ROOT = Path(__file__).parents[2]
ONE_SEARCH = {"CURBSIDE_MAX_STEPS": "1"}
"""For the process that asks: a run thinks once, so that it searches once and answers. No loop."""
CODE = ("agents", "bot", "names", "retrieval")
"""Packages of which an answer is made."""


def ask_and_keep(
    samples: Sequence[S],
    kept: Path,
    *,
    environment: Mapping[str, str] | None,
    terminal: Terminal,
    what: str = "questions",
) -> list[tuple[S, Result]]:
    """The samples with the objects of ``curbside ask --json``, in order; those that ``kept``
    already holds are not asked again. Every result is written there at once, but for those of runs
    that are lost (:mod:`evals.questions.failures`): these are left out, and the terminal tells how
    many and why. Raises :class:`evals.questions.asking.AskingFailed` or
    :class:`evals.questions.failures.AllFailed`."""
    progress = terminal.counter(len(samples), what)
    found = _read(kept)
    missing = _missing_results(samples, found)
    before = len(samples) - len(missing)
    if before:
        progress(before)
    lost: dict[str, Result] = {}
    start = FailingStart() if not before else None
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file:

        def keep(result: Result) -> None:
            if start:
                start.see(result)
            if is_lost(result):
                lost[result["id"]] = result
                return
            file.write(json.dumps(result, ensure_ascii=False) + "\n")
            file.flush()

        if missing:
            ask_results(
                missing,
                environment=environment,
                progress=lambda done: progress(before + done),
                keep=keep,
            )
    found = _read(kept) | lost
    return without_lost(samples, [found[sample.id] for sample in samples], terminal)


def _missing_results(samples: Sequence[Askable], found: Mapping[str, Result]) -> list[Askable]:
    """The samples without a result, and with each of them its whole thread: what was said before
    would not be known to a new one."""
    broken = {sample.thread for sample in samples if sample.id not in found} - {""}
    return [sample for sample in samples if sample.id not in found or sample.thread in broken]


def fingerprint(*files: Path) -> str:
    """A short digest of the code that makes answers and of these files: results of another state
    are not gone on with."""
    digest = hashlib.sha256()
    for path in (*_code(), *files):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def ask_afresh(
    samples: Sequence[S],
    folder: Path,
    *,
    files: Sequence[Path],
    terminal: Terminal,
) -> list[tuple[S, Result]]:
    """As :func:`ask_and_keep`, of the silos and the database that are configured. What they hold
    is not known here, so that results are kept only until all are there: a run that was broken
    off, or of which some are lost, goes on; one that was finished is asked again. Raises
    :class:`evals.questions.asking.AskingFailed` or
    :class:`evals.questions.failures.AllFailed`."""
    kept = folder / f"results-{fingerprint(*files)}.jsonl"
    pairs = ask_and_keep(samples, kept, environment=None, terminal=terminal)
    if len(pairs) == len(samples):
        kept.unlink()
    return pairs


def _code() -> Iterable[Path]:
    for package in CODE:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in {".py", ".toml", ".tsv", ".json", ".gz"}:
                yield path


def _read(kept: Path) -> dict[str, Result]:
    """Results by the id of their sample; a last line that was cut off is left out, and what an
    earlier version kept of runs that failed."""
    found: dict[str, Result] = {}
    if not kept.exists():
        return found
    for line in kept.read_text(encoding="utf-8").split("\n"):
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if not is_lost(row):
            found[row["id"]] = row
    return found
