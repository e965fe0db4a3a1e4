"""``curbside eval tools``: figures of each tool set, no goals."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.gaps.run import CORPUS, gap_scores
from evals.gaps.run import GapsPlan as GapAsking
from evals.gaps.scoring import Score as GapScore
from evals.gaps.switches import ROUNDS
from evals.pictures.scores import scores_picture
from evals.pictures.tool_use import sankey_picture, shares_picture
from evals.running.command import Command
from evals.running.counts import count
from evals.running.errors import MeasurementFailed
from evals.running.reasoning import add_without
from evals.running.systems import MeasuredMetric, table_lines
from evals.running.terminal import Terminal
from evals.sandbox import CORES, Sandbox
from evals.tools.calling.asking import ask_prompts
from evals.tools.calling.report import missed_prompts, rows_of_calls
from evals.tools.report import baseline_rows, gap_rows, report_object, rows_of, runs_of
from evals.tools.run import SETS, ToolsPlan, samples_for, tool_scores
from evals.tools.scoring import Score
from evals.tools.toolsets import shipped_tools

INSUFFICIENT = "insufficient"
PROMPTS_EACH = 20
"""For each tool."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", action="append", choices=(*SETS, INSUFFICIENT), dest="sets",
        help="only this tool set; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--questions-at-most", type=count, default=30, help="of each kind of question"
    )
    parser.add_argument(
        "--core", choices=CORES, default=CORES[0], help="llm is the model of CURBSIDE_MODEL"
    )
    parser.add_argument("--one-search", action="store_true", help="no loop: a run searches once")
    parser.add_argument(
        "--calls", action="store_true",
        help="instead: for each tool 20 prompts that need it; asks the model of CURBSIDE_MODEL",
    )  # fmt: skip
    add_without(parser)
    parser.add_argument("--pictures", type=Path, help="folder for pictures (SVG)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    if options.calls:
        return _run_calls(options, sandbox, terminal)
    sets = options.sets or (*SETS, INSUFFICIENT)
    asking = ToolsPlan(
        sets=[name for name in SETS if name in sets],
        most=options.questions_at_most,
        core=options.core,
        one_search=options.one_search,
        terminal=terminal,
        without=options.without,
    )
    rows: list[MeasuredMetric] = []
    found: dict[str, list[Score]] = {}
    for name, tools, scores in tool_scores(asking, sandbox):
        found[name] = scores
        rows += rows_of(name, scores, tools)
    if found:
        rows += baseline_rows(samples_for(asking.most), shipped_tools(CORPUS))
    if INSUFFICIENT in sets and not asking.one_search:
        rows += gap_rows(INSUFFICIENT, _insufficient(options, sandbox, terminal))
    if options.pictures:
        _draw(options.pictures, rows, found)
    if options.json:
        terminal.write_json(report_object(rows, found))
    else:
        for line in table_lines(rows):
            terminal.write(line)
    return True


def _run_calls(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    """Raises :class:`evals.running.errors.MeasurementFailed` without a model."""
    model = sandbox.chat_model()
    if model is None:
        raise MeasurementFailed("Calls of tools are a chat model's: set CURBSIDE_MODEL.")
    most = min(PROMPTS_EACH, options.questions_at_most)
    scores = ask_prompts(model, most, terminal.counter(0))
    rows = list(rows_of_calls(model.name, scores))
    if options.json:
        figures = [row.as_object() for row in rows]
        terminal.write_json({"figures": figures, "missed": missed_prompts(scores)})
    else:
        for line in table_lines(rows):
            terminal.write(line)
    return True


def _insufficient(
    options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal
) -> list[GapScore]:
    asking = GapAsking(
        rounds=ROUNDS, most=options.questions_at_most, terminal=terminal, core=options.core
    )
    return [score for part in gap_scores(asking, sandbox) for score in part]


def _draw(folder: Path, rows: list[MeasuredMetric], found: dict[str, list[Score]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {"tool-scores": scores_picture("Tool sets, 95 % intervals", rows)}
    for name, scores in found.items():
        runs = runs_of(scores)
        pictures[f"tool-shares-{name}"] = shares_picture(f"Share of the calls: {name}", runs)
        pictures[f"tool-steps-{name}"] = sankey_picture(f"Silos by step: {name}", runs)
    for name, drawn in pictures.items():
        (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")


COMMAND = Command(add_arguments=_add_arguments, run=_run)
