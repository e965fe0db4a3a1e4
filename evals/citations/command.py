"""``curbside eval citations``: on the project's questions and on BioASQ's, no goals."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from evals.citations.literature import Size, ask_literature
from evals.citations.scoring import CitedAnswer, answer_of, rows_of, with_wrong_citations
from evals.gaps.samples import spread
from evals.pictures.showing import show_scores
from evals.questions.asking import fill_silos
from evals.questions.kept_results import ONE_SEARCH, ask_and_keep, fingerprint
from evals.questions.samples import QUESTIONS, read_samples
from evals.retrieval.named_sets import folder_of_sets
from evals.running.command import Command
from evals.running.counts import count, count_or_none
from evals.running.systems import MeasuredMetric
from evals.running.terminal import Terminal
from evals.sandbox import CORES, Sandbox

SETS = ("questions", "bioasq")
LOOP, CONTROL = "loop", "control: wrong citations"


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", choices=SETS, dest="sets", help="only this one")
    add_size(parser)
    parser.add_argument("--picture", type=Path, help="draw the scores (SVG)")
    parser.add_argument("--json", action="store_true", help="print one JSON array")


def add_size(parser: argparse.ArgumentParser) -> None:
    """How much is asked, and of which core."""
    parser.add_argument("--questions-at-most", type=count, default=100, help="of each set")
    parser.add_argument(
        "--others", type=count_or_none, default=2_000, help="BioASQ's documents beside those judged"
    )
    parser.add_argument(
        "--core", choices=CORES, default=CORES[0], help="llm is the model of CURBSIDE_MODEL"
    )


def size_of(options: argparse.Namespace) -> Size:
    """The size that the options name."""
    return Size(questions=options.questions_at_most, others=options.others)


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    rows: list[MeasuredMetric] = []
    names = options.sets or SETS
    if "bioasq" in names:
        folder_of_sets(sandbox.data)  # said at once, not behind the first set
    for name in names:
        own = _bioasq if name == "bioasq" else _questions
        for system, answers in own(options, sandbox, terminal):
            rows += rows_of(system, answers, name)
            if system == LOOP:
                rows += rows_of(CONTROL, with_wrong_citations(answers), name)
    show_scores(options, terminal, "Citations", rows)
    return True


def _questions(
    options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal
) -> Iterator[tuple[str, list[CitedAnswer]]]:
    """The project's own questions that stand alone, over the shipped silos."""
    alone = [each for each in read_samples(QUESTIONS) if not each.thread]
    samples = spread(alone, options.questions_at_most)
    terminal.say(f"questions: {len(samples)} of {len(alone)}; filling the silos")
    kept = sandbox.kept_environment("citations", options.core)
    kept.home.mkdir(parents=True, exist_ok=True)
    fill_silos(kept.variables)
    for system, limit in ((LOOP, {}), ("one search", ONE_SEARCH)):
        pairs = ask_and_keep(
            samples,
            kept.home / f"results-{system.replace(' ', '-')}-{fingerprint(QUESTIONS)}.jsonl",
            environment={**kept.variables, **limit},
            terminal=terminal,
            what=f"{system}: questions",
        )
        yield system, [answer_of(result) for _, result in pairs]


def _bioasq(
    options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal
) -> Iterator[tuple[str, list[CitedAnswer]]]:
    found = ask_literature(size_of(options), options.core, sandbox, terminal)
    for system, results in found.results.items():
        gains = (frozenset(found.part.gains[result["id"]]) for result in results)
        yield system, [answer_of(*pair) for pair in zip(results, gains, strict=True)]


COMMAND = Command(add_arguments=_add_arguments, run=_run)
