"""``curbside eval objective``: accuracies beside their baselines, no goals."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from evals.objective import systems
from evals.objective.samples import SETS, Sample, read_sets
from evals.objective.scoring import Output, Score, rows_of
from evals.pictures.showing import show_scores
from evals.questions.asking import fill_silos
from evals.questions.kept_results import ONE_SEARCH, ask_and_keep, fingerprint
from evals.running.chat import Chat
from evals.running.command import Command
from evals.running.counts import count
from evals.running.errors import MeasurementFailed
from evals.running.systems import MeasuredMetric
from evals.running.terminal import Terminal
from evals.sandbox import CORES, CoreName, Sandbox

BASELINE, QUOTES, ALONE, CONTEXTS = "majority", "quotes", "no-retrieval", "contexts"
ONE, LOOP = "one-search", "loop"
NEED_A_MODEL = (ALONE, CONTEXTS)
SYSTEMS = (BASELINE, QUOTES, ALONE, CONTEXTS, ONE, LOOP)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", action="append", choices=tuple(SETS), dest="sets", help="may be repeated"
    )
    parser.add_argument(
        "--system", action="append", choices=SYSTEMS, dest="systems",
        help="may be repeated; no-retrieval and contexts ask the model of CURBSIDE_MODEL",
    )  # fmt: skip
    parser.add_argument("--questions-at-most", type=count, default=100, help="of each set")
    parser.add_argument(
        "--core", choices=CORES, default=CORES[0], help="that of one-search and loop"
    )
    parser.add_argument("--picture", type=Path, help="draw the scores (SVG)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    chat = open_chat(sandbox)
    chosen = options.systems or [n for n in SYSTEMS if chat or n not in NEED_A_MODEL]
    if chat is None and set(chosen) & set(NEED_A_MODEL):
        raise MeasurementFailed(f"{' and '.join(NEED_A_MODEL)} need CURBSIDE_MODEL.")
    samples = read_sets(sandbox.data, options.sets or list(SETS), options.questions_at_most)
    terminal.say(f"{len(samples)} samples")
    by_bot = {
        name: _by_the_bot(name, list(answerable(name, samples)), options.core, sandbox, terminal)
        for name in chosen
        if name in {ONE, LOOP}
    }
    rows = asyncio.run(_all_rows(chosen, samples, chat, by_bot, terminal))
    show_scores(options, terminal, "Questions with one right answer", rows)
    return True


def open_chat(sandbox: Sandbox) -> Chat | None:
    """The model that is configured, with what it said before; None when none is."""
    model = sandbox.chat_model()
    if model is None:
        return None
    return Chat(model, sandbox.kept_environment("chat", "llm").home / "replies.jsonl")


def answerable(system: str, samples: Sequence[Sample]) -> Iterator[Sample]:
    """The samples that can be put to a system at all: contexts are needed by what reads them, and
    a list or a short answer "from the contexts only" is no question for the silos."""
    from_contexts = ("drug_list", "short_answer")
    for sample in samples:
        if system in {QUOTES, CONTEXTS} and not sample.contexts:
            continue
        if system in {ALONE, ONE, LOOP} and sample.task in from_contexts:
            continue
        if system == BASELINE and sample.task == "short_answer":
            continue
        yield sample


async def _all_rows(
    chosen: Sequence[str],
    samples: Sequence[Sample],
    chat: Chat | None,
    by_bot: Mapping[str, list[Score]],
    terminal: Terminal,
) -> list[MeasuredMetric]:
    """The metrics of every system, in one event loop: a model's client belongs to one."""
    rows: list[MeasuredMetric] = []
    for name in chosen:
        label = f"{name} ({chat.name})" if chat and name in NEED_A_MODEL else name
        own = list(answerable(name, samples))
        if name in by_bot:
            rows += rows_of(label, by_bot[name])
            continue
        outputs = await _outputs(name, own, chat, terminal)
        rows += rows_of(label, [Score(*pair) for pair in zip(own, outputs, strict=True)])
    return rows


async def _outputs(
    name: str, samples: Sequence[Sample], chat: Chat | None, terminal: Terminal
) -> list[Output]:
    if name == BASELINE:
        return systems.majority(samples)
    count = terminal.counter(len(samples), f"{name}: questions")
    if name == QUOTES or chat is None:
        return await systems.quote_contexts(samples, count)
    return await systems.ask_model(samples, chat, count, with_contexts=name == CONTEXTS)


def _by_the_bot(
    name: str, samples: Sequence[Sample], core: CoreName, sandbox: Sandbox, terminal: Terminal
) -> list[Score]:
    kept = sandbox.kept_environment("objective", core)
    kept.home.mkdir(parents=True, exist_ok=True)
    terminal.say(f"{name}: filling the silos")
    fill_silos(kept.variables)
    limit = ONE_SEARCH if name == ONE else {}
    pairs = ask_and_keep(
        samples,
        kept.home / f"results-{name}-{fingerprint()}.jsonl",
        environment={**kept.variables, **limit},
        terminal=terminal,
        what=f"{name}: questions",
    )
    return [Score(sample, systems.read_result(sample, result)) for sample, result in pairs]


COMMAND = Command(add_arguments=_add_arguments, run=_run)
