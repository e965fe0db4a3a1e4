"""``curbside eval gaps``: not met when what is missing is not recognised or not named."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.gaps.baseline import rows_beside_baselines
from evals.gaps.report import gap_metrics, report_lines, report_object
from evals.gaps.run import GapsPlan, gap_scores
from evals.gaps.scoring import Score
from evals.gaps.switches import ROUNDS, read_switch
from evals.pictures.showing import draw_scores
from evals.running.command import Command
from evals.running.counts import count
from evals.running.systems import table_lines
from evals.running.terminal import Terminal
from evals.sandbox import CORES, Sandbox


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--without", action="append", default=[], metavar="KIND:NAME",
        help="silo:NAME, tumour:NAME or field:NAME; may be repeated; by default three rounds",
    )  # fmt: skip
    parser.add_argument(
        "--questions-at-most", type=count, default=10, help="for each thing taken away"
    )
    parser.add_argument(
        "--core", choices=CORES, default=CORES[0], help="llm is the model of CURBSIDE_MODEL"
    )
    parser.add_argument("--picture", type=Path, help="draw the shares (SVG)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    own = tuple(read_switch(each) for each in options.without)
    asking = GapsPlan(
        rounds=(own,) if own else ROUNDS,
        most=options.questions_at_most,
        terminal=terminal,
        core=options.core,
    )
    scores: list[Score] = []
    for part in gap_scores(asking, sandbox):
        scores += part
    rows = list(rows_beside_baselines(options.core, scores))
    draw_scores(options.picture, "Gaps", rows)
    if options.json:
        systems = [row.as_object() for row in rows]
        terminal.write_json(report_object(scores) | {"systems": systems})
    else:
        for line in report_lines(scores):
            terminal.write(line)
        terminal.write("== beside baselines ==")
        for line in table_lines(rows):
            terminal.write(line)
    return all(metric.is_met is not False for metric in gap_metrics(scores))


COMMAND = Command(add_arguments=_add_arguments, run=_run)
