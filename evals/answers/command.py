"""``curbside eval answers``: figures of each setting; not met when a goal of one is not."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.answers.baseline import majority
from evals.answers.report import goals_are_met, report_lines, report_object, rows_of
from evals.answers.run import AnswersPlan, answer_scores, folder_of
from evals.answers.settings import SETTINGS
from evals.pictures.showing import draw_scores
from evals.running.command import Command
from evals.running.counts import count
from evals.running.reasoning import add_without
from evals.running.systems import MeasuredMetric, table_lines
from evals.running.terminal import Terminal
from evals.sandbox import CORES, Sandbox

WITH_GOALS = "records"
BASELINE = "majority"


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, help="folder of precision_oncology_qa")
    parser.add_argument(
        "--setting", action="append", choices=SETTINGS, help="only this; may be repeated"
    )
    parser.add_argument("--questions-at-most", type=count, help="a sample, always the same")
    parser.add_argument(
        "--core", choices=CORES, default=CORES[0], help="llm is the model of CURBSIDE_MODEL"
    )
    parser.add_argument("--one-search", action="store_true", help="no loop: a run searches once")
    add_without(parser)
    parser.add_argument("--picture", type=Path, help="draw the shares beside a majority (SVG)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    asking = AnswersPlan(
        settings=options.setting or SETTINGS,
        most=options.questions_at_most,
        terminal=terminal,
        core=options.core,
        one_search=options.one_search,
        without=options.without,
    )
    objects, met = {}, True
    rows: list[MeasuredMetric] = []
    usual: list[MeasuredMetric] = []
    folder = folder_of(sandbox.data, options.data)
    for setting, scores in answer_scores(folder, asking, sandbox):
        with_goals = setting == WITH_GOALS
        objects[setting] = report_object(scores, with_goals=with_goals)
        rows += rows_of(setting, scores)
        usual = list(rows_of(BASELINE, majority([each.sample for each in scores])))
        met = met and (not with_goals or goals_are_met(scores))
        if not options.json:
            terminal.write(f"== {setting} ==")
            for line in report_lines(scores, with_goals=with_goals):
                terminal.write(line)
    draw_scores(options.picture, "Regimens named", [*rows, *usual])
    if options.json:
        terminal.write_json(objects | {BASELINE: [row.as_object() for row in usual]})
    else:
        terminal.write("== beside a majority ==")
        for line in table_lines([*rows, *usual]):
            terminal.write(line)
    return met


COMMAND = Command(add_arguments=_add_arguments, run=_run)
