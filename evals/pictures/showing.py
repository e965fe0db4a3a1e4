"""Shows scores by system as every command shows them: a picture, and an object or a table."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from evals.pictures.scores import scores_picture
from evals.running.systems import MeasuredMetric, table_lines
from evals.running.terminal import Terminal


def draw_scores(to: Path | None, title: str, rows: Sequence[MeasuredMetric]) -> None:
    """Write the picture, if a file is named for it. ``title``: of what the scores are."""
    if to is not None:
        to.write_text(scores_picture(f"{title}, 95 % intervals", rows), encoding="utf-8")


def show_scores(
    options: argparse.Namespace, terminal: Terminal, title: str, rows: Sequence[MeasuredMetric]
) -> None:
    """The picture, as ``options.picture`` has it, and the scores, as ``options.json`` has it."""
    draw_scores(options.picture, title, rows)
    if options.json:
        terminal.write_json([row.as_object() for row in rows])
        return
    for line in table_lines(rows):
        terminal.write(line)
