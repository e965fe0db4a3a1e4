"""``curbside eval reviews``: not met when something that people marked as a fault is said again, or
something that they marked as right no longer is."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from evals.questions.asking import AskingFailed, ask_results, fill_silos
from evals.questions.failures import without_lost
from evals.reviews.cases import LONGEST_QUESTION, ReviewedCase, questions_of, read_cases
from evals.reviews.comparing import UNWANTED, Outcome, compare, counts
from evals.running.command import Command
from evals.running.errors import MeasurementFailed
from evals.running.processes import printed_by
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

_MOST_CASES = 10_000
"""Cases read back: more than anybody reviews."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--file", type=Path, help="cases, as `curbside reviews --cases` writes them; else all marks"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    cases = read_cases(options.file) if options.file else _marked_cases()
    fitting = [case for case in cases if _is_askable(case)]
    if not fitting:
        raise MeasurementFailed("nothing is marked yet that could be asked again.")
    if len(fitting) < len(cases):
        terminal.say(f"{len(cases) - len(fitting)} cases are too long to be asked; left out.")
    sandbox.chat_model()  # What it lacks is said before any work.
    fill_silos()
    asked = list(questions_of(fitting))
    results = ask_results(asked, progress=terminal.counter(len(asked)))
    by_id = {result["id"]: result for _, result in without_lost(asked, results, terminal)}
    outcomes = [
        each for case in fitting if case.id in by_id for each in compare(case, by_id[case.id])
    ]
    if options.json:
        terminal.write_json(_object(len(fitting), outcomes))
    else:
        for line in _lines(len(fitting), outcomes):
            terminal.write(line)
    return not any(each.became in UNWANTED for each in outcomes)


def _marked_cases() -> tuple[ReviewedCase, ...]:
    """The cases of the database that is configured."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.jsonl"
        limit = ("--limit", str(_MOST_CASES))
        command = [sys.executable, "-m", "bot", "reviews", "--cases", str(path), *limit]
        status, _ = printed_by(command)
        if status:
            raise AskingFailed(f"`curbside reviews` ended with status {status}.")
        return read_cases(path)


def _is_askable(case: ReviewedCase) -> bool:
    texts = (*case.earlier, case.question)
    return all(text.strip() and len(text) <= LONGEST_QUESTION for text in texts)


def _object(cases: int, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "cases": cases,
        **counts(outcomes),
        "unwanted": [
            {
                "id": each.case.id,
                "run_id": each.run_id,
                "verdict": each.mark.verdict,
                "target": each.mark.target,
                "reason": each.mark.reason,
                "became": each.became,
            }
            for each in outcomes
            if each.became in UNWANTED
        ],
    }


def _lines(cases: int, outcomes: Sequence[Outcome]) -> Iterator[str]:
    told = ", ".join(f"{kind} {count}" for kind, count in counts(outcomes).items())
    yield f"{cases} cases, {len(outcomes)} marks: {told}"
    for each in outcomes:
        if each.became in UNWANTED:
            mark = each.mark
            reason = f": {mark.reason}" if mark.reason else ""
            yield f"{each.became}: {mark.verdict} ({mark.target}){reason}"
            yield f"  then `curbside show {each.case.id}`, now `curbside show {each.run_id}`"


COMMAND = Command(add_arguments=_add_arguments, run=_run)
