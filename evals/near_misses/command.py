"""``curbside eval near-misses``: not met when statements are told to patients for whom they do not
hold."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.near_misses.report import are_few, near_miss_lines, near_miss_object
from evals.near_misses.samples import make_samples
from evals.near_misses.scoring import score
from evals.questions.asking import fill_silos
from evals.questions.kept_results import ask_and_keep, fingerprint
from evals.running.command import Command
from evals.running.counts import count
from evals.running.errors import MeasurementFailed
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

CORPUS = Path(__file__).parents[2] / "corpus"
SEED = 1
STATEMENTS = 200
"""Statements that are asked of where nobody says how many. Chosen by hand: about five minutes."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--statements-at-most", type=count, default=STATEMENTS, metavar="N",
        help="how many statements of the corpus are asked of, each up to four times",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=SEED, help="another seed, other patients")
    parser.add_argument(
        "--every", action="store_true", help="print the near misses of the held-out half, too"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    samples = make_samples(CORPUS, options.statements_at_most, options.seed)
    if not samples:
        raise MeasurementFailed("No sample: ask of at least one statement.")
    kept = sandbox.kept_environment("near-misses")
    fill_silos(kept.variables)
    name = f"{fingerprint()}-{options.seed}-{options.statements_at_most}"
    pairs = ask_and_keep(
        samples,
        kept.home / f"results-{name}.jsonl",
        environment=kept.variables,
        terminal=terminal,
    )
    scores = [score(*pair) for pair in pairs]
    if options.json:
        terminal.write_json(near_miss_object(scores))
    else:
        for line in near_miss_lines(scores, every=options.every):
            terminal.write(line)
    return are_few(scores)


COMMAND = Command(add_arguments=_add_arguments, run=_run)
