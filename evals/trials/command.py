"""``curbside eval trials``: not met when a verdict that is told is wrong too often, or one that
speaks for taking part is wrong."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from evals.running.command import Command
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox
from evals.trials.cases import read_cases
from evals.trials.scoring import CriterionScore, TrialFigures, figures_of, score_case

RECORDED, MADE = "made patients, oncology trials", "made patients, made criteria"
OF_TRIALGPT = "patients of TrialGPT"
GOAL = 0.95
"""Of the verdicts that are told. A wrong one that speaks for taking part is one too many."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, help="folder of the data sets, else CURBSIDE_DATA")
    parser.add_argument("--left", action="store_true", help="list what was left unknown, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    cases = read_cases(options.data or sandbox.data)
    sets: dict[str, list[CriterionScore]] = {}
    for case in cases:
        name = MADE if case.name == "made" else RECORDED if case.is_whole else OF_TRIALGPT
        sets.setdefault(name, []).extend(score_case(case))
    scores = [each for found in sets.values() for each in found]
    if options.json:
        terminal.write_json({"criteria": [asdict(each) for each in scores]})
    else:
        for name, found in sets.items():
            terminal.write(_line(name, figures_of(found)))
        for line in _failures(scores, with_left=options.left):
            terminal.write(line)
    figures = figures_of(scores)
    return figures.precision >= GOAL and not figures.dangerous


def _line(name: str, figures: TrialFigures) -> str:
    unknown = 1 - (figures.told + figures.conflicts) / max(1, figures.criteria)
    return (
        f"{name}: {figures.criteria} criteria; {figures.told} told,"
        f" {figures.conflicts} in conflict, {unknown:.0%} unknown;"
        f" of {figures.judged} told and judged {figures.right} right ({figures.precision:.3f}),"
        f" {figures.dangerous} dangerous;"
        f" of {figures.knowable} judged met or not met {figures.found} found ({figures.recall:.2f})"
    )


def _failures(scores: Sequence[CriterionScore], *, with_left: bool) -> Iterator[str]:
    for each in scores:
        is_left = with_left and each.judged in ("met", "not met") and each.said != each.judged
        if each.is_wrong or is_left:
            sign = "DANGEROUS" if each.is_dangerous else "wrong" if each.is_wrong else "left"
            yield f"- {sign}: {each.case}: {each.criterion}: “{each.words}”"
            yield f"  said {each.said} ({each.why}), judged {each.judged}"


COMMAND = Command(add_arguments=_add_arguments, run=_run)
