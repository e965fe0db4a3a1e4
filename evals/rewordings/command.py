"""``curbside eval rewordings``: not met when a question gets other answers in other words."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.questions.asking import fill_silos
from evals.questions.kept_results import ask_and_keep, fingerprint
from evals.rewordings.report import are_alike, rewording_lines, rewording_object
from evals.rewordings.samples import make_samples
from evals.rewordings.scoring import score_all
from evals.running.command import Command
from evals.running.counts import count
from evals.running.errors import MeasurementFailed
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

SEED = 1
QUESTIONS = 100
WORDINGS = 5
"""Questions, and other words of each, where nobody says how many. Chosen by hand: about five
minutes."""


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
    parser.add_argument("--seed", type=int, default=SEED, help="another seed, other wordings")
    parser.add_argument(
        "--every", action="store_true", help="print what differs in the held-out half, too"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    counts = options.questions_at_most, options.wordings_at_most, options.seed
    samples = make_samples(options.questions, *counts)
    if all(not each.operator for each in samples):
        raise MeasurementFailed("No wording: ask at least one question in at least one other way.")
    kept = sandbox.kept_environment("rewordings")
    fill_silos(kept.variables)
    files = (options.questions,) if options.questions else ()
    name = "-".join((fingerprint(*files), *map(str, counts)))
    pairs = ask_and_keep(
        samples,
        kept.home / f"results-{name}.jsonl",
        environment=kept.variables,
        terminal=terminal,
    )
    scores = score_all(pairs)
    if options.json:
        terminal.write_json(rewording_object(scores))
    else:
        for line in rewording_lines(scores, every=options.every):
            terminal.write(line)
    return are_alike(scores)


COMMAND = Command(add_arguments=_add_arguments, run=_run)
