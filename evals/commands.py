"""``curbside eval`` and ``curbside bench``, as the command line loads them."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from evals.asking import AskingFailed, ask, fill_silos
from evals.bench.processes import NotReady
from evals.ground import Lend
from evals.questions import (
    QUESTIONS,
    AnswersIncomplete,
    QuestionsInvalid,
    Told,
    all_told,
    read_questions,
    shares,
)
from evals.report import figure_line, report_lines, report_object


def evaluate(arguments: Sequence[str], lend: Lend) -> None:
    """``curbside eval questions``: exit status 1 when a goal is not met.

    The questions go to the silos and the database that are configured, so that every run can be
    looked at afterwards with ``curbside show``."""
    options = _evaluate_parser().parse_args(arguments)
    try:
        told = _told(options.file)
    except (AnswersIncomplete, AskingFailed, QuestionsInvalid) as error:
        raise SystemExit(f"The evaluation could not be made: {error}") from error
    if options.json:
        _write(json.dumps(report_object(told), ensure_ascii=False, indent=1))
    else:
        for line in report_lines(told):
            _write(line)
    if any(one.met is False for one in shares(told)):
        raise SystemExit(1)


def bench(arguments: Sequence[str], lend: Lend) -> None:
    """``curbside bench``: figures, not a test; the exit status is 0 whatever they are."""
    options = _bench_parser().parse_args(arguments)
    from evals.bench.everything import PARTS, measure

    with lend() as ground:
        parts = options.only or list(PARTS)
        try:
            figures = asyncio.run(measure(ground, parts, options.questions, _say))
        except NotReady as error:
            raise SystemExit(f"The benchmark could not be made: {error}") from error
    if options.json:
        _write(json.dumps([figure.as_object() for figure in figures], ensure_ascii=False, indent=1))
    else:
        for figure in figures:
            _write(figure_line(figure))


def _told(file: Path) -> tuple[Told, ...]:
    asked = read_questions(file)
    fill_silos()
    return all_told(asked, ask(asked, progress=_counter(len(asked))))


def _evaluate_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("curbside eval", description="What answers are worth.")
    what = parser.add_subparsers(required=True, metavar="questions")
    questions = what.add_parser("questions", help="plain questions and the documents to be cited")
    questions.add_argument("--json", action="store_true", help="print one JSON object")
    questions.add_argument("--file", type=Path, default=QUESTIONS, help="other questions")
    return parser


def _bench_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("curbside bench", description="What answers cost.")
    parser.add_argument("--json", action="store_true", help="print one JSON array of figures")
    parser.add_argument("--questions", type=int, default=40, help="asked of the whole bot")
    parser.add_argument(
        "--only",
        action="append",
        choices=("acknowledging", "answering", "comparing"),
        help="measure this part; may be given several times",
    )
    return parser


def _counter(total: int) -> Callable[[int], None]:
    shown = sys.stderr.isatty()

    def count(done: int) -> None:
        if shown:
            sys.stderr.write(f"\r{done} of {total} questions" + ("\n" if done == total else ""))
            sys.stderr.flush()

    return count


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
