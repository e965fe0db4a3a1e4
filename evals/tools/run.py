"""``curbside eval tools``: the samples over each tool set, gone on with where broken off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.gaps.run import CORPUS
from evals.gaps.samples import read_claims
from evals.questions.asking import fill_silos
from evals.questions.kept_results import ONE_SEARCH, ask_and_keep, fingerprint
from evals.running.reasoning import name_without, variables_without
from evals.running.terminal import Terminal
from evals.sandbox import CoreName, Sandbox
from evals.tools.samples import Sample, make_samples
from evals.tools.scoring import Score, score
from evals.tools.toolsets import ToolSet, differentiated_tools, redundant_tools, shipped_tools

Build = Callable[[Path, Path], ToolSet]
SETS: Mapping[str, Build] = {
    "shipped": lambda corpus, folder: shipped_tools(corpus),
    "redundant": redundant_tools,
    "differentiated": differentiated_tools,
}
"""The tool sets over which every question can be answered; the insufficient ones are those of
``curbside eval gaps``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsPlan:
    """What is asked of whom."""

    sets: Sequence[str]
    most: int
    """Samples of each kind."""
    core: CoreName
    one_search: bool
    """Whether a run may search once only: no loop."""
    terminal: Terminal
    without: Sequence[str] = ()
    """Parts of a model's instructions that are left out."""


def samples_for(most: int, corpus: Path = CORPUS) -> tuple[Sample, ...]:
    """The samples, made from the statements of the corpus."""
    return make_samples(read_claims(corpus), shipped_tools(corpus).roles, most)


def tool_scores(
    asking: ToolsPlan, sandbox: Sandbox, corpus: Path = CORPUS
) -> Iterator[tuple[str, ToolSet, list[Score]]]:
    """The scores over each tool set. Raises :class:`evals.questions.asking.AskingFailed`."""
    samples = samples_for(asking.most, corpus)
    for name in asking.sets:
        kept = sandbox.kept_environment(f"tools-{name}", asking.core)
        asking.terminal.say(f"{name}: filling the silos")
        kept.home.mkdir(parents=True, exist_ok=True)
        tools = SETS[name](corpus, kept.home)
        left_out = variables_without(asking.without)
        variables = {**kept.variables, **tools.variables, **left_out}
        fill_silos(variables)
        files = sorted(Path(tools.variables["CURBSIDE_CORPUS"]).glob("*/*.yaml"))
        state = fingerprint(*files, *kept.home.glob("silos.toml"))
        system, limit = ("one-search", ONE_SEARCH) if asking.one_search else ("loop", {})
        pairs = ask_and_keep(
            samples,
            kept.home / f"results-{system}{name_without(asking.without)}-{state}.jsonl",
            environment={**variables, **limit},
            terminal=asking.terminal,
            what=f"{name}: questions",
        )
        yield name, tools, [score(sample, result, tools) for sample, result in pairs]
