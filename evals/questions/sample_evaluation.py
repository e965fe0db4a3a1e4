"""What evaluations share that make their samples: these are asked once and kept, scored, and told
as lines or as an object."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from evals.questions.asking import fill_silos
from evals.questions.failures import Result, S
from evals.questions.kept_results import ask_and_keep, fingerprint
from evals.running.errors import MeasurementFailed
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

SEED = 1
T_contra = TypeVar("T_contra", contravariant=True)
T = TypeVar("T")


class Lines(Protocol[T_contra]):
    """The lines of a report. ``every``: with what the half shows that is held out."""

    def __call__(self, scores: Sequence[T_contra], *, every: bool = False) -> Iterable[str]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleEvaluation(Generic[S, T]):
    """How the samples of one evaluation are scored and what is told of the scores."""

    name: str
    """Of the folder that keeps the silos and the results."""
    score_all: Callable[[Sequence[tuple[S, Result]]], Sequence[T]]
    lines: Lines[T]
    as_object: Callable[[Sequence[T]], dict[str, Any]]
    is_met: Callable[[Sequence[T]], bool]

    def run(
        self,
        samples: Sequence[S],
        counts: Sequence[int],
        options: argparse.Namespace,
        sandbox: Sandbox,
        terminal: Terminal,
        files: Sequence[Path] = (),
    ) -> bool:
        """Whether the goal is met. Results are kept under the seed, the ``counts`` by which the
        samples were made and the content of the ``files`` that they were made of. Raises
        :class:`evals.running.errors.MeasurementFailed` where there is no sample."""
        if not samples:
            raise MeasurementFailed("No sample: ask at least one question.")
        kept = sandbox.kept_environment(self.name)
        fill_silos(kept.variables)
        key = "-".join((fingerprint(*files), str(options.seed), *map(str, counts)))
        results = kept.home / f"results-{key}.jsonl"
        pairs = ask_and_keep(samples, results, environment=kept.variables, terminal=terminal)
        scores = self.score_all(pairs)
        if options.json:
            terminal.write_json(self.as_object(scores))
        else:
            for line in self.lines(scores, every=options.every):
                terminal.write(line)
        return self.is_met(scores)


def add_sample_arguments(parser: argparse.ArgumentParser, others: str, shown: str) -> None:
    """The options that all of these evaluations have. ``others``: what another seed makes;
    ``shown``: what ``--every`` prints."""
    parser.add_argument("--seed", type=int, default=SEED, help=f"another seed, {others}")
    parser.add_argument(
        "--every", action="store_true", help=f"print {shown} the held-out half, too"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
