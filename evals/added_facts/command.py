"""``curbside eval added-facts``: not met when one more fact of the patient takes a right row away,
stays unweighed, or leaves a row that it speaks against."""

from __future__ import annotations

import argparse

from evals.added_facts.report import added_fact_lines, added_fact_object, are_right
from evals.added_facts.samples import FILES, make_samples
from evals.added_facts.scoring import score_all
from evals.questions.sample_evaluation import SampleEvaluation, add_sample_arguments
from evals.running.command import Command
from evals.running.counts import count
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

FACTS = 8
"""Facts that are added to each question, beside those against its drug, where nobody says how many.
Chosen by hand: about ten minutes."""
_EVALUATION = SampleEvaluation(
    name="added-facts",
    score_all=score_all,
    lines=added_fact_lines,
    as_object=added_fact_object,
    is_met=are_right,
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--facts-at-most", type=count, default=FACTS, metavar="N",
        help="how many facts are added to each question, beside those against its drug",
    )  # fmt: skip
    add_sample_arguments(parser, "other facts", "the failures of")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    most = options.facts_at_most
    samples = make_samples(most, options.seed)
    return _EVALUATION.run(samples, (most,), options, sandbox, terminal, FILES)


COMMAND = Command(add_arguments=_add_arguments, run=_run)
