"""``curbside eval gaps``: rounds, each with its own corpus, gone on with where broken off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.gaps.samples import make_samples, read_claims
from evals.gaps.scoring import Score, score
from evals.gaps.switches import Away, SwitchInvalid, write_without
from evals.questions.asking import fill_silos
from evals.questions.kept_results import ask_and_keep, fingerprint
from evals.running.terminal import Terminal
from evals.sandbox import CoreName, Sandbox

CORPUS = Path(__file__).parents[2] / "corpus"


@dataclass(frozen=True, slots=True, kw_only=True)
class GapsPlan:
    """What is taken away, how much is asked, and who is told of it."""

    rounds: Sequence[Sequence[Away]]
    most: int
    """Samples for each thing taken away."""
    terminal: Terminal
    core: CoreName = "extractive"


def gap_scores(asking: GapsPlan, sandbox: Sandbox, corpus: Path = CORPUS) -> Iterator[list[Score]]:
    """The scores of each round. Raises :class:`SwitchInvalid` or
    :class:`evals.questions.asking.AskingFailed`."""
    before = read_claims(corpus)
    for away in asking.rounds:
        told = ", ".join(map(str, away))
        name = "gaps-" + "-".join(each.name.replace(" ", "_") for each in away)
        kept = sandbox.kept_environment(name, asking.core)
        folder = kept.home / "corpus"
        asking.terminal.say(f"without {told}: filling the silos")
        write_without(corpus, folder, away)
        samples = make_samples(before, read_claims(folder), away, asking.most)
        if not any(sample.away for sample in samples):
            raise SwitchInvalid(f"Without {told} everything can still be answered.")
        variables = {**kept.variables, "CURBSIDE_CORPUS": str(folder)}
        fill_silos(variables)
        pairs = ask_and_keep(
            samples,
            kept.home / f"results-{fingerprint(*sorted(folder.rglob('*.yaml')))}.jsonl",
            environment=variables,
            terminal=asking.terminal,
        )
        yield [score(*pair) for pair in pairs]
