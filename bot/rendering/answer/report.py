"""The rows of a sequencing report above the answer to a question on it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.reports.attached import asked_of_reports, left_out, row_lines
from agents.turns import View
from bot.rendering.blocks import escape

MOST_ROWS = 30
"""Rows that are shown. Chosen by hand: what fits into one message beside the answer."""
_TITLE = "*What the report names*, each with where it stands:"
_LEFT = "*Not looked up:* {}. Ask for one by its name."
MOST_LEFT = 12
"""Variants named as not looked up. Chosen by hand."""


def report_lines(view: View) -> list[str]:
    """The title, a line for each row, and what was not looked up; nothing where the question is on
    something else, or the file was forgotten."""
    asked = asked_of_reports(view)
    if asked is None:
        return []
    rows = list(row_lines(view))
    lines = [f"• {escape(words)} · _{escape(where)}_" for words, where in rows[:MOST_ROWS]]
    if len(rows) > MOST_ROWS:
        lines.append(f"… and {len(rows) - MOST_ROWS} more; `curbside report` shows them all.")
    left = [_left_words(each.name, each.classed) for each in left_out(view)]
    told = [_LEFT.format(_several(left))] if left and asked == "actionable" else []
    return [_TITLE, *lines, *told]


def _left_words(name: str, classed: str) -> str:
    return escape(f"{name} ({classed})" if classed else name)


def _several(names: Sequence[str]) -> str:
    more = [f"{len(names) - MOST_LEFT} more"] if len(names) > MOST_LEFT else []
    return "; ".join([*names[:MOST_LEFT], *more])
