"""``curbside eval rewordings``: not met when a question gets other answers in other words."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.questions.sample_evaluation import SampleEvaluation, add_sample_arguments
from evals.rewordings.report import are_alike, rewording_lines, rewording_object
from evals.rewordings.samples import make_samples
from evals.rewordings.scoring import score_all
from evals.running.command import Command
from evals.running.counts import count
from evals.running.errors import MeasurementFailed
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

QUESTIONS = 100
WORDINGS = 5
"""Questions, and other words of each, where nobody says how many. Chosen by hand: about five
minutes."""
_EVALUATION = SampleEvaluation(
    name="rewordings",
    score_all=score_all,
    lines=rewording_lines,
    as_object=rewording_object,
    is_met=are_alike,
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--questions", type=Path, metavar="FILE",
        help="JSON lines with a question each; the questions of `curbside eval questions` without",
    )  # fmt: skip
    parser.add_argument(
        "--questions-at-most", type=count, default=QUESTIONS, metavar="N", help="how many are asked"
    )
    parser.add_argument(
        "--wordings-at-most", type=count, default=WORDINGS, metavar="N",
        help="in how many other words each is asked",
    )  # fmt: skip
    add_sample_arguments(parser, "other wordings", "what differs in")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    counts = options.questions_at_most, options.wordings_at_most
    samples = make_samples(options.questions, *counts, options.seed)
    if all(not each.operator for each in samples):
        raise MeasurementFailed("No wording: ask at least one question in at least one other way.")
    files = (options.questions,) if options.questions else ()
    return _EVALUATION.run(samples, counts, options, sandbox, terminal, files)


COMMAND = Command(add_arguments=_add_arguments, run=_run)
