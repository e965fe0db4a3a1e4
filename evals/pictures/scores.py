"""Scores by system: a panel for each metric, a point with its interval for each system. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evals.pictures.svg import INK, colour_of, line, picture, text
from evals.running.systems import MeasuredMetric

NAMES, PLOT, RIGHT, ROW, TOP = 190, 420, 60, 20, 40
"""Widths of the names, the plot and the values; height of a row; room for the title."""
MARKS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Where lines stand: quarters of the scale."""


def scores_picture(title: str, rows: Sequence[MeasuredMetric]) -> str:
    """The shares among the metrics; means that are no shares are left out."""
    shares = [row for row in rows if row.is_share]
    systems = list(dict.fromkeys(row.system for row in shares))
    parts: list[str] = []
    place = float(TOP)
    for metric in dict.fromkeys(row.metric for row in shares):
        own = [row for row in shares if row.metric == metric]
        parts += _panel(metric, own, systems, place)
        place += ROW * (len(own) + 2)
    return picture(NAMES + PLOT + RIGHT, place + ROW, title, parts)


def _panel(
    metric: str, rows: Sequence[MeasuredMetric], systems: Sequence[str], top: float
) -> Iterator[str]:
    yield text(12, top + 12, metric)
    bottom = top + ROW * (len(rows) + 1)
    for mark in MARKS:
        yield line(_x(mark), top + ROW - 4, _x(mark), bottom)
        yield text(_x(mark), bottom + 10, f"{mark:g}", "middle")
    for number, row in enumerate(rows, 1):
        y = top + ROW * (number + 0.4)
        of, colour = row.interval, colour_of(row.system, systems)
        yield text(NAMES - 8, y + 4, row.system, "end")
        yield line(_x(of.low), y, _x(of.high), y, colour, 3)
        yield line(_x(of.value), y - 6, _x(of.value), y + 6, INK, 2)
        yield text(NAMES + PLOT + 8, y + 4, f"{of.value:.2f}")


def _x(share: float) -> float:
    return NAMES + PLOT * min(max(share, 0.0), 1.0)
