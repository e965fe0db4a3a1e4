"""``curbside eval near-misses``: not met when statements are told to patients for whom they do not
hold."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.near_misses.report import are_few, near_miss_lines, near_miss_object
from evals.near_misses.samples import make_samples
from evals.near_misses.scoring import score_all
from evals.questions.sample_evaluation import SampleEvaluation, add_sample_arguments
from evals.running.command import Command
from evals.running.counts import count
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

CORPUS = Path(__file__).parents[2] / "corpus"
STATEMENTS = 200
"""Statements that are asked of where nobody says how many. Chosen by hand: about five minutes."""
_EVALUATION = SampleEvaluation(
    name="near-misses",
    score_all=score_all,
    lines=near_miss_lines,
    as_object=near_miss_object,
    is_met=are_few,
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--statements-at-most", type=count, default=STATEMENTS, metavar="N",
        help="how many statements of the corpus are asked of, each up to four times",
    )  # fmt: skip
    add_sample_arguments(parser, "other patients", "the near misses of")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    most = options.statements_at_most
    samples = make_samples(CORPUS, most, options.seed)
    return _EVALUATION.run(samples, (most,), options, sandbox, terminal)


COMMAND = Command(add_arguments=_add_arguments, run=_run)
