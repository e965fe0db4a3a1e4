"""Asks many questions the way anybody can: ``curbside ask --batch`` in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evals.questions import Asked

Json = dict[str, Any]


class AskingFailed(Exception):
    """``curbside`` ended with an error; it has said why."""


def fill_silos(environment: Mapping[str, str] | None = None) -> None:
    """Bring the silos to the state of the corpus. Raises :class:`AskingFailed`."""
    command = [sys.executable, "-m", "bot", "ingest"]
    done = subprocess.run(  # noqa: S603 - our own program
        command, env=environment, check=False, stdout=subprocess.DEVNULL
    )
    if done.returncode:
        raise AskingFailed(f"`curbside ingest` ended with status {done.returncode}.")


def ask(
    asked: Sequence[Asked],
    *,
    environment: Mapping[str, str] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Json]:
    """The result object of each question, in order. Raises :class:`AskingFailed`."""
    with tempfile.TemporaryDirectory() as folder:
        batch = Path(folder) / "questions.jsonl"
        batch.write_text("".join(batch_lines(asked)), encoding="utf-8")
        command = [sys.executable, "-m", "bot", "ask", "--batch", str(batch)]
        with subprocess.Popen(  # noqa: S603 - our own program
            command, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
        ) as process:
            assert process.stdout is not None, "it is a pipe"
            results = []
            for line in process.stdout:
                results.append(json.loads(line))
                progress(len(results))
    if process.returncode:
        raise AskingFailed(f"`curbside ask` ended with status {process.returncode}.")
    return results


def batch_lines(asked: Sequence[Asked]) -> Iterator[str]:
    """Lines of a batch file. Threads are new: an earlier evaluation is not part of them."""
    fresh = uuid.uuid4().hex[:8]
    for one in asked:
        row = {"id": one.id, "question": one.question}
        if one.thread:
            row["thread"] = f"eval-{fresh}-{one.thread}"
        yield json.dumps(row, ensure_ascii=False) + "\n"
