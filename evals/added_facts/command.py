"""``curbside eval added-facts``: not met when one more fact of the patient takes a right row away,
stays unweighed, or leaves a row that it speaks against."""

from __future__ import annotations

import argparse

from evals.added_facts.report import added_fact_lines, added_fact_object, are_right
from evals.added_facts.samples import FILES, make_samples
from evals.added_facts.scoring import score_all
from evals.questions.asking import fill_silos
from evals.questions.kept_results import ask_and_keep, fingerprint
from evals.running.command import Command
from evals.running.counts import count
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

SEED = 1
FACTS = 8
"""Facts that are added to each question, beside those against its drug, where nobody says how many.
Chosen by hand: about ten minutes."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--facts-at-most", type=count, default=FACTS, metavar="N",
        help="how many facts are added to each question, beside those against its drug",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=SEED, help="another seed, other facts")
    parser.add_argument(
        "--every", action="store_true", help="print the failures of the held-out half, too"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    samples = make_samples(options.facts_at_most, options.seed)
    kept = sandbox.kept_environment("added-facts")
    fill_silos(kept.variables)
    name = f"{fingerprint(*FILES)}-{options.seed}-{options.facts_at_most}"
    pairs = ask_and_keep(
        samples,
        kept.home / f"results-{name}.jsonl",
        environment=kept.variables,
        terminal=terminal,
    )
    scores = score_all(pairs)
    if options.json:
        terminal.write_json(added_fact_object(scores))
    else:
        for line in added_fact_lines(scores, every=options.every):
            terminal.write(line)
    return are_right(scores)


COMMAND = Command(add_arguments=_add_arguments, run=_run)
