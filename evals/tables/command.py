"""``curbside eval tables``: not met when a number that is offered is not told."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.running.command import Command
from evals.running.extras import Extra
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox
from evals.tables.asking import TableScore, read_questions, score_question


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, help="folder of the data sets, else CURBSIDE_DATA")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    data = options.data or sandbox.data
    questions = read_questions(data)
    scores = [score_question(each, data) for each in questions] if data else []
    if options.json:
        terminal.write_json({"questions": [_as_object(each) for each in scores]})
    else:
        for each in scores:
            terminal.write(f"{_sign(each):12}{each.question.id}  {each.question.question}")
            if not each.right:
                terminal.write(f"            said: {each.said}")
        offered = [each for each in scores if each.question.asked]
        right = sum(each.right for each in offered)
        terminal.write(f"{right} of {len(offered)} that are offered; {len(scores)} questions.")
    return all(each.right for each in scores if each.question.asked)


def _sign(score: TableScore) -> str:
    if not score.question.asked:
        return "not offered"
    return "right" if score.right else "wrong"


def _as_object(score: TableScore) -> dict[str, object]:
    return {"id": score.question.id, "outcome": _sign(score), "asked": score.question.asked,
            "said": score.said}  # fmt: skip


COMMAND = Command(
    add_arguments=_add_arguments,
    run=_run,
    needs=lambda options: (Extra("analyses", ("scipy", "lifelines")),),
)
