"""``curbside check``: sentences and quotes checked as those of an answer are."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.commands.json_lines import lines_of


def check(
    batch: Annotated[
        Path,
        typer.Option(
            help="File with a JSON object a line: id, question, quotes and sentence, or id,"
            " document and quote."
        ),
    ],
) -> None:
    """Check sentences against the quotes they cite, and quotes against their documents."""
    # What checks takes a second to import: `--help` does without.
    from bot.programs.claims import NEEDED, problem_with_row

    unsound = 0
    for number, row in lines_of(batch):
        problem = row if isinstance(row, str) else problem_with_row(row)
        if isinstance(row, str) or problem == NEEDED:
            unsound += 1
            problem = f"Line {number} {problem}."
        name = "" if isinstance(row, str) else row.get("id", "")
        told = {"id": name, "verified": not problem, "problem": problem}
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    if unsound:
        sys.stderr.write(f"Not checked: {unsound} lines of {batch}. Their problems say why.\n")
        raise typer.Exit(1)
