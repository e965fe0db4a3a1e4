"""``curbside eval reports``: not met when rows are lost, or one is invented."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from evals.reports.cases import read_cases
from evals.reports.scoring import ReportScore, score_report
from evals.reports.writing import LAYOUTS, made_reports
from evals.running.command import Command
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox
from retrieval.ingestion.readers import read_attachment
from retrieval.reports.reading import read_report

GOAL = 0.97
"""Of the rows; what the project aims at. None may be invented."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--write", type=Path, help="write the reports into this folder, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    scores = score_all(options.write)
    if options.json:
        terminal.write_json({"reports": [asdict(each) for each in scores]})
    else:
        for line in _lines(scores):
            terminal.write(line)
    return is_met(scores)


def score_all(folder: Path | None = None) -> list[ReportScore]:
    """The scores of all thirty reports."""
    scores = []
    for case in read_cases():
        for name, content, held in made_reports(case):
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
            text = read_attachment(name, content)
            scores.append(score_report(name, case, held, read_report(text), text))
    return scores


def is_met(scores: Sequence[ReportScore]) -> bool:
    """Whether enough rows were read, and none that a report does not hold."""
    found, rows = sum(s.found for s in scores), sum(s.rows for s in scores)
    invented = any(each.invented or each.misplaced for each in scores)
    return not invented and found >= GOAL * rows


def _lines(scores: Sequence[ReportScore]) -> Iterator[str]:
    heads = f"{'layout':12}{'reports':>8}{'rows':>7}{'read':>7}{'invented':>10}"
    yield f"{heads}{'fields':>12}{'markers':>10}"
    for layout in LAYOUTS:
        yield _line(layout, [each for each in scores if each.layout == layout])
    yield _line("all", scores)
    for each in scores:
        for what, names in (("lost", each.lost), ("invented", each.invented),
                            ("misplaced", each.misplaced)):  # fmt: skip
            if names:
                yield f"- {each.name}: {what}: {', '.join(names)}"
    met = "met" if is_met(scores) else "not met"
    yield f"Goal: {GOAL:.0%} of the rows read, none invented: {met}."


def _line(name: str, own: Sequence[ReportScore]) -> str:
    found, rows = sum(s.found for s in own), sum(s.rows for s in own)
    right, fields = sum(s.right_fields for s in own), sum(s.fields for s in own)
    markers, held = sum(s.markers for s in own), sum(s.held_markers for s in own)
    invented = sum(len(s.invented) for s in own)
    return (
        f"{name:12}{len(own):>8}{rows:>7}{found:>7}{invented:>10}"
        f"{f'{right}/{fields}':>12}{f'{markers}/{held}' if held else '–':>10}"
    )


COMMAND = Command(add_arguments=_add_arguments, run=_run)
