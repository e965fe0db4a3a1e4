"""Asks many questions the way anybody can: ``curbside ask --batch`` in a process of its own."""

from __future__ import annotations

import json
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from evals.running.errors import MeasurementFailed
from evals.running.processes import printed_by, process_of


class AskingFailed(MeasurementFailed):
    """``curbside`` ended with an error; it has said why."""


def fill_silos(environment: Mapping[str, str] | None = None, *arguments: str) -> str:
    """Bring the silos to the state of the corpus, or take in what the arguments of
    ``curbside ingest`` name. Returns what the command printed. Raises :class:`AskingFailed`."""
    command = [sys.executable, "-m", "bot", "ingest", *arguments]
    status, printed = printed_by(command, environment)
    if status:
        told = " ".join(("curbside ingest", *arguments[:1]))
        raise AskingFailed(f"`{told}` ended with status {status}.")
    return printed


class Askable(Protocol):
    """Anything that can be asked: a sample of an evaluation."""

    @property
    def id(self) -> str: ...

    @property
    def question(self) -> str: ...

    @property
    def thread(self) -> str: ...


def ask_results(
    samples: Sequence[Askable],
    *,
    environment: Mapping[str, str] | None = None,
    progress: Callable[[int], None] = lambda done: None,
    keep: Callable[[dict[str, Any]], None] = lambda result: None,
) -> list[dict[str, Any]]:
    """The objects of ``curbside ask --json``, in order. A run that failed has one, too: its outcome
    is ``failed``. Raises :class:`AskingFailed` if the program ends before the last of them.

    ``environment`` is that of the new process, our own when it is left out. ``progress`` is called
    with the number of answers so far, ``keep`` with each as it comes."""
    with tempfile.TemporaryDirectory() as folder:
        batch = Path(folder) / "questions.jsonl"
        batch.write_text("".join(batch_lines(samples)), encoding="utf-8")
        command = [sys.executable, "-m", "bot", "ask", "--batch", str(batch)]
        with process_of(command, environment) as process:
            assert process.stdout is not None, "it is a pipe"
            results = []
            for line in process.stdout:
                results.append(json.loads(line))
                keep(results[-1])
                progress(len(results))
    if process.returncode and len(results) < len(samples):
        raise AskingFailed(f"`curbside ask` ended with status {process.returncode}.")
    return results


def batch_lines(samples: Sequence[Askable]) -> Iterator[str]:
    """Lines of a batch file. Threads are new: an earlier evaluation is not part of them."""
    fresh = uuid.uuid4().hex[:8]
    for sample in samples:
        row = {"id": sample.id, "question": sample.question}
        if sample.thread:
            row["thread"] = f"eval-{fresh}-{sample.thread}"
        yield json.dumps(row, ensure_ascii=False) + "\n"
