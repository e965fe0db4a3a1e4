"""``curbside eval context``: BioASQ's questions, what was found for them, and the answers."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from evals.citations.command import add_size, size_of
from evals.citations.literature import ask_literature
from evals.faithfulness.formulas import Vector
from evals.faithfulness.judges import (
    CheckJudge,
    Judge,
    JudgedAnswer,
    ModelJudge,
    with_other_contexts,
)
from evals.faithfulness.scoring import Embed, id_rows, judged_rows, read_retrieved
from evals.objective.command import open_chat
from evals.pictures.showing import show_scores
from evals.running.command import Command
from evals.running.errors import MeasurementFailed
from evals.running.systems import MeasuredMetric
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

CHECK, MODEL = "check", "model"
CONTROL = "control: other contexts"


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_size(parser)
    parser.add_argument(
        "--judge", action="append", choices=(CHECK, MODEL), dest="judges",
        help="may be repeated; model is that of CURBSIDE_MODEL",
    )  # fmt: skip
    parser.add_argument("--picture", type=Path, help="draw the scores (SVG)")
    parser.add_argument("--json", action="store_true", help="print one JSON array")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    judges = [_judge(name, sandbox) for name in options.judges or [CHECK]]
    literature = ask_literature(size_of(options), options.core, sandbox, terminal)
    texts = literature.texts()
    rows: list[MeasuredMetric] = []
    answers: dict[str, list[JudgedAnswer]] = {}
    with sandbox.search_components() as components:

        @cache
        def embed(text: str) -> Vector:
            return components.embedder.embed_query(text)

        for system, results in literature.results.items():
            gains = [frozenset(literature.part.gains[each["id"]]) for each in results]
            found = [read_retrieved(r, texts, own) for r, own in zip(results, gains, strict=True)]
            rows += id_rows(system, found)
            answers[system] = [each.item for each in found if each.is_answer]
        rows += asyncio.run(_judge_answers(answers, judges, embed, terminal))
    show_scores(options, terminal, "Answers and their contexts", rows)
    return True


def _judge(name: str, sandbox: Sandbox) -> Judge:
    if name == CHECK:
        return CheckJudge()
    chat = open_chat(sandbox)
    if chat is None:
        raise MeasurementFailed("The judge “model” needs CURBSIDE_MODEL.")
    return ModelJudge(chat)


async def _judge_answers(
    answers: Mapping[str, Sequence[JudgedAnswer]],
    judges: Sequence[Judge],
    embed: Embed,
    terminal: Terminal,
) -> list[MeasuredMetric]:
    """The answers as they are, and beside contexts that are not theirs; in one event loop, since a
    model's client belongs to one."""
    rows: list[MeasuredMetric] = []
    for system, items in answers.items():
        for judge in judges:
            for name, own in (
                (system, items),
                (f"{system}, {CONTROL}", with_other_contexts(items)),
            ):
                count = terminal.counter(len(own), f"{judge.name}: answers")
                judged = []
                for number, item in enumerate(own, 1):
                    judged.append((item, await judge.judge(item)))
                    count(number)
                rows += judged_rows(name, judge.name, judged, embed)
    return rows


COMMAND = Command(add_arguments=_add_arguments, run=_run)
