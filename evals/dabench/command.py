"""``curbside eval dabench``: three accuracies of a chat model that computes by code. No goals."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from agents.analyses.sandbox.offering import CodeRunner, languages_here, sandbox_problem
from agents.llm.analysing.analyst import CodePolicy
from agents.llm.core import LlmCore
from agents.run.tools.analyses import CodeTools
from evals.dabench.asking import DabenchResponse, TaskSetup, ask_all
from evals.dabench.samples import DabenchQuestion, read_questions
from evals.dabench.scoring import DabenchScore, score_response, sub_answers
from evals.questions.kept_results import fingerprint
from evals.running.command import Command
from evals.running.counts import count
from evals.running.errors import MeasurementFailed
from evals.running.extras import Extra
from evals.running.systems import MeasuredMetric, measure_mean, table_lines
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

ROUNDS = 3
"""As ``CURBSIDE_CODE_ROUNDS`` has it unless it is set."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, help="folder of the data sets, else CURBSIDE_DATA")
    parser.add_argument("--questions-at-most", type=count, help="the first of the set")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help="of code and review")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    data = options.data or sandbox.data or Path("missing")
    questions = read_questions(data, options.questions_at_most)
    responses = _responses(questions, data, options.rounds, sandbox, terminal)
    pairs = zip(questions, responses, strict=True)
    scores = [score_response(question, response.text) for question, response in pairs]
    rows = list(_rows(f"code, {options.rounds} rounds", scores, responses))
    if options.json:
        terminal.write_json(_as_object(rows, scores, responses))
    else:
        for line in table_lines(rows):
            terminal.write(line)
    return True


def _responses(
    questions: Sequence[DabenchQuestion],
    data: Path,
    rounds: int,
    sandbox: Sandbox,
    terminal: Terminal,
) -> list[DabenchResponse]:
    """Raises :class:`evals.running.errors.MeasurementFailed` without a model, or where no code
    can be run."""
    model = sandbox.chat_model()
    if model is None:
        raise MeasurementFailed("DABench is answered by a chat model: set CURBSIDE_MODEL.")
    if problem := sandbox_problem():
        raise MeasurementFailed(problem)
    # The tables are public: their values may be shown.
    code = CodeTools(CodeRunner(), rounds, languages_here(), shows_results=True)
    core = LlmCore(model, coding=CodePolicy(fixed_first=False))
    home = sandbox.kept_environment("dabench", "llm").home
    kept = home / f"responses-{rounds}-{fingerprint()}.jsonl"
    asked = TaskSetup(core=core, code=code, data=data, kept=kept)
    return asyncio.run(ask_all(questions, asked, terminal.counter(len(questions))))


def _rows(
    system: str, scores: Sequence[DabenchScore], responses: Sequence[DabenchResponse]
) -> Iterator[MeasuredMetric]:
    yield from measure_mean(system, "by question (ABQ)", [each.is_right for each in scores])
    yield from measure_mean(
        system, "proportional by sub-question (APSQ)", [each.share for each in scores]
    )
    yield from measure_mean(system, "uniform by sub-question (UASQ)", sub_answers(scores))
    answered = [each.is_right for each in scores if each.answered]
    yield from measure_mean(system, "by question, of those answered (as published)", answered)
    for level in ("easy", "medium", "hard"):
        own = [each.is_right for each in scores if each.question.level == level]
        yield from measure_mean(system, f"by question, {level}", own)
    ran = [each for each in responses if each.rounds]
    for name, values in (
        ("rounds of code", [float(each.rounds) for each in ran]),
        ("rounds that failed", [float(each.failed_rounds) for each in ran]),
        ("tokens", [float(each.tokens) for each in responses]),
        ("cost, US dollars", [each.cost_usd for each in responses if each.cost_usd is not None]),
        ("seconds", [each.seconds for each in responses]),
    ):
        yield from measure_mean(system, name, values, is_share=False)


def _as_object(
    rows: Sequence[MeasuredMetric],
    scores: Sequence[DabenchScore],
    responses: Sequence[DabenchResponse],
) -> dict[str, object]:
    wrong = [
        {"id": score.question.id, "answered": score.answered, "error": response.error,
         "said": response.text}
        for score, response in zip(scores, responses, strict=True)
        if not score.is_right
    ]  # fmt: skip
    return {"figures": [row.as_object() for row in rows], "wrong": wrong}


COMMAND = Command(
    add_arguments=_add_arguments,
    run=_run,
    needs=lambda options: (Extra("analyses", ("scipy", "pandas")),),
)
