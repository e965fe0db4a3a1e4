"""``curbside eval reports``: not met when rows of known layouts are lost, or any is invented."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from evals.reports.cases import MadeReport, read_cases
from evals.reports.scoring import ReportScore, score_report
from evals.reports.unfamiliar.layouts import FOR_MENDING, SET_ASIDE, unfamiliar_reports
from evals.reports.writing import LAYOUTS, made_reports
from evals.running.command import Command
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox
from retrieval.ingestion.readers import read_attachment
from retrieval.reports.read_report import read_report

GOAL = 0.97
"""Of the rows; what the project aims at. None may be invented."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--write", type=Path, help="write the reports into this folder, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--known", action="store_true", help="only the layouts of the goal")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    made = [each for case in read_cases() for each in made_reports(case)]
    other = [] if options.known else [
        each for case in read_cases() for each in unfamiliar_reports(case)
    ]  # fmt: skip
    known, unfamiliar = (score_all(each, options.write) for each in (made, other))
    if options.json:
        terminal.write_json({"reports": [asdict(each) for each in [*known, *unfamiliar]]})
    else:
        for line in _lines(known, unfamiliar):
            terminal.write(line)
    return is_met(known) and not is_anything_invented(unfamiliar)


def score_all(made: Sequence[MadeReport], folder: Path | None = None) -> list[ReportScore]:
    """The scores of these reports."""
    scores = []
    for each in made:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / each.name).write_bytes(each.content)
        text = read_attachment(each.name, each.content)
        scores.append(score_report(each, read_report(text), text))
    return scores


def is_met(scores: Sequence[ReportScore]) -> bool:
    """Whether enough rows were read, and none that a report does not hold."""
    found, rows = sum(s.found for s in scores), sum(s.rows for s in scores)
    return not is_anything_invented(scores) and found >= GOAL * rows


def is_anything_invented(scores: Sequence[ReportScore]) -> bool:
    """Whether a row was told that its report does not hold, or that stands elsewhere."""
    return any(each.invented or each.misplaced for each in scores)


def _lines(known: Sequence[ReportScore], unfamiliar: Sequence[ReportScore]) -> Iterator[str]:
    heads = f"{'layout':22}{'reports':>8}{'rows':>7}{'read':>7}{'invented':>10}"
    yield f"{heads}{'fields':>12}{'markers':>10}"
    for group, layouts, scores in (
        ("all of the goal", LAYOUTS, known),
        ("unfamiliar, mended for", FOR_MENDING, unfamiliar),
        ("unfamiliar, set aside", SET_ASIDE, unfamiliar),
    ):
        own = [each for each in scores if each.layout in layouts]
        for layout in layouts if own else ():
            yield _line(layout, [each for each in own if each.layout == layout])
        if own:
            yield _line(group, own)
    for each in (*known, *unfamiliar):
        for what, names in (("lost", each.lost), ("invented", each.invented),
                            ("misplaced", each.misplaced)):  # fmt: skip
            if names:
                yield f"- {each.name}: {what}: {', '.join(names)}"
    met = "met" if is_met(known) else "not met"
    yield f"Goal: {GOAL:.0%} of the rows of known layouts read, none invented: {met}."
    if unfamiliar:
        told = "a row was invented" if is_anything_invented(unfamiliar) else "no row was invented"
        yield f"Unfamiliar layouts: {told}."


def _line(name: str, own: Sequence[ReportScore]) -> str:
    found, rows = sum(s.found for s in own), sum(s.rows for s in own)
    right, fields = sum(s.right_fields for s in own), sum(s.fields for s in own)
    markers, held = sum(s.markers for s in own), sum(s.held_markers for s in own)
    invented = sum(len(s.invented) for s in own)
    return (
        f"{name:22}{len(own):>8}{rows:>7}{found:>7}{invented:>10}"
        f"{f'{right}/{fields}':>12}{f'{markers}/{held}' if held else '–':>10}"
    )


COMMAND = Command(add_arguments=_add_arguments, run=_run)
