"""Ask the questions that only the invented protocols answer.

    CURBSIDE_HOME=NEW CURBSIDE_SILOS=FOLDER/silos.toml python -m evals.protocols.run FOLDER \\
        [--set second] [--only-counts]

The protocols and ``silos.toml`` are written into ``FOLDER``. In a new data folder the shipped silos
stay empty; for the other half, name one whose silos are filled. Printed: how many are right,
answered from elsewhere, from a neighbouring row, a gap or failed, and each that is not right.
"""

from __future__ import annotations

import argparse
import csv
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from evals.metrics.intervals import bootstrap_mean
from evals.protocols.writing import SETS, SILO, write_protocols
from evals.questions.asking import ask_results

Verdict = Literal["right", "neighbouring row", "elsewhere", "beside", "gap", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolQuestion:
    """A question, what a right answer says and what only a wrong row says."""

    id: str
    question: str
    must: re.Pattern[str]
    wrong: re.Pattern[str]
    thread: str = ""


def read_questions(path: Path = SETS["first"].questions) -> tuple[ProtocolQuestion, ...]:
    """The questions in the order of the file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return tuple(
        ProtocolQuestion(
            id=row["id"],
            question=row["question"],
            must=re.compile(row["must"], re.IGNORECASE),
            wrong=re.compile(row["wrong"], re.IGNORECASE),
        )
        for row in rows
    )


def verdict(question: ProtocolQuestion, result: dict[str, Any]) -> Verdict:
    """What an answer of ``ask --json`` is worth. A wrong row beside the right one is wrong, and a
    run that failed has declared no gap."""
    if result.get("outcome") == "failed":
        return "failed"
    sentences = result.get("sentences") or []
    if not sentences:
        return "gap"
    said = " ".join(each["text"] for each in sentences)
    silos = {each["silo"] for each in result.get("citations") or []}
    if question.wrong.search(said):
        return "neighbouring row"
    if question.must.search(said):
        return "right"
    return "elsewhere" if silos - {SILO} else "beside"


def main() -> None:
    """Write, ingest, ask and print."""
    parser = argparse.ArgumentParser(description="Ask what only a hospital's protocols answer.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", choices=sorted(SETS), default="first", dest="name")
    parser.add_argument("--only-counts", action="store_true", help="print no question")
    options = parser.parse_args()
    chosen = SETS[options.name]
    write_protocols(options.folder, chosen)
    command = [sys.executable, "-m", "bot", "ingest", str(options.folder / "documents")]
    subprocess.run(command, check=True)  # noqa: S603 - our own program
    questions = read_questions(chosen.questions)
    results = ask_results(questions)
    told = [verdict(q, r) for q, r in zip(questions, results, strict=True)]
    right = bootstrap_mean([float(each == "right") for each in told])
    _say(f"{dict(Counter(told))}; right {right}")
    for question, result, one in zip(questions, results, told, strict=True):
        if one != "right" and not options.only_counts:
            _say(f"- {question.id} ({one}): {question.question}")
            for each in (result.get("sentences") or [])[:3]:
                _say(f"    {each['text']}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
