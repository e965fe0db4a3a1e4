"""The menu beside a row of a sequencing report, and what its choices carry. Pure."""

from __future__ import annotations

from typing import get_args

from agents.reports.rows import LABELS, AskedOfRow
from bot.rendering.blocks import Block
from bot.rendering.forms.inputs import plain_text_object

ROW_MENU = "report_row"


def row_menu(run_id: str, number: int) -> Block:
    """What can be asked of the row of this number that a run shows. Values are ids, never words of
    the report."""
    return {
        "type": "overflow",
        "action_id": ROW_MENU,
        "options": [
            {
                "text": plain_text_object(label),
                "value": f"{run_id}:{number}:{asked}",
            }
            for asked, label in LABELS.items()
        ],
    }


def read_row_value(value: str) -> tuple[str, int, AskedOfRow] | None:
    """Run, number of the row and what is asked of it; None for what no menu carries."""
    run_id, _, rest = value.partition(":")
    number, _, wanted = rest.partition(":")
    asked: AskedOfRow | None = next((each for each in get_args(AskedOfRow) if each == wanted), None)
    return (run_id, int(number), asked) if asked and number.isdecimal() else None
