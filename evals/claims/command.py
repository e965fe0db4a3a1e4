"""``curbside eval claims``: not met when too many lies pass or honest sentences are flagged."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.claims.baseline import baseline_rows
from evals.claims.mutations import add_arguments, checked_mutations, mutation_lines
from evals.claims.report import claim_lines, claim_object, is_good_enough
from evals.claims.samples import CheckedClaim, check_file
from evals.pictures.showing import draw_scores
from evals.running.command import Command
from evals.running.errors import MeasurementFailed
from evals.running.systems import table_lines
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

FOLDER = "claim_checks"
"""Below the data folder."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", type=Path, nargs="*",
        help="judged sentences or quotes, JSON lines; else those of CURBSIDE_DATA",
    )  # fmt: skip
    parser.add_argument("--picture", type=Path, help="draw the shares (SVG)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_arguments(parser)


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    if not options.files and not options.mutations:
        options.files = _files_at_hand(sandbox.data)
    checked = _checked_rows(options, terminal)
    rows = list(baseline_rows(checked))
    draw_scores(options.picture, "Wrong of the check", rows)
    if options.json:
        systems = [row.as_object() for row in rows]
        terminal.write_json(claim_object(checked) | {"systems": systems})
    else:
        show = options.show and options.half == "open"
        lines = mutation_lines(checked, show=show) if options.mutations else claim_lines(checked)
        for line in lines:
            terminal.write(line)
        terminal.write("== beside a baseline ==")
        for line in table_lines(rows):
            terminal.write(line)
    return is_good_enough(checked)


def _files_at_hand(data: Path | None) -> list[Path]:
    """The judged claims of the data folder. Raises :class:`MeasurementFailed` where there are
    none."""
    found = sorted(data.glob(f"{FOLDER}/*.jsonl")) if data is not None else []
    if not found:
        raise MeasurementFailed(
            "Name a file of judged claims, set CURBSIDE_DATA to the folder with the data sets, or"
            " give --mutations."
        )
    return found


def _checked_rows(options: argparse.Namespace, terminal: Terminal) -> list[CheckedClaim]:
    if options.mutations:
        return checked_mutations(options, terminal)
    files: list[Path] = options.files
    count = terminal.counter(len(files), "files")
    checked: list[CheckedClaim] = []
    for number, path in enumerate(files, 1):
        checked += check_file(path)
        count(number)
    return checked


COMMAND = Command(add_arguments=_add_arguments, run=_run)
