"""``curbside eval questions``: of the silos and the database that are configured, so that every
run can be looked at afterwards with ``curbside show``."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.questions.asking import fill_silos
from evals.questions.kept_results import ask_afresh
from evals.questions.metrics import compute_metrics
from evals.questions.report import report_lines, report_object
from evals.questions.samples import QUESTIONS, read_samples
from evals.questions.scoring import parse_output, score_outputs
from evals.running.command import Command
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--file", type=Path, default=QUESTIONS, help="other questions")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    samples = read_samples(options.file)
    sandbox.chat_model()  # What it lacks is said before any work.
    fill_silos()
    pairs = ask_afresh(
        samples,
        sandbox.kept_environment("questions").home,
        files=(options.file,),
        terminal=terminal,
    )
    answered = [sample for sample, _ in pairs]
    scores = score_outputs(answered, [parse_output(result) for _, result in pairs])
    if options.json:
        terminal.write_json(report_object(scores))
    else:
        for line in report_lines(scores):
            terminal.write(line)
    return all(metric.is_met is not False for metric in compute_metrics(scores))


COMMAND = Command(add_arguments=_add_arguments, run=_run)
