"""Shares at a time that is asked for, in the unit in which a table counts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agents.analyses.contract import NotAnalysed
from agents.analyses.intent import Landmark
from retrieval.tables.contract import DataTable, TableColumn

_DAYS: Mapping[str, float] = {"day": 1, "week": 7, "month": 30.4375, "year": 365.25}
"""A month is the twelfth of a year of 365.25 days."""
_WRITTEN = re.compile(
    r"(?i)(?:^|[^a-z])(?P<word>days?|d|weeks?|wks?|w|months?|mos?|mths?|m|years?|yrs?|y)(?![a-z])"
    r"|(?:os|pfs|dfs|efs|rfs|ttp|dor|time)(?P<end>days?|weeks?|months?|mos?|years?)$"
)
_UNIT_COLUMN = re.compile(r"(?i)avalu|(?:time[ _]?)?units?")


def unit_of(table: DataTable, column: TableColumn) -> str:
    """In which unit a column of times counts: by its head, else by a column of units; empty where
    nothing tells it."""
    told = {_unit(match["word"] or match["end"]) for match in _WRITTEN.finditer(column.name)}
    if len(told) == 1:
        return told.pop()
    units = [each for each in table.columns if _UNIT_COLUMN.fullmatch(each.name)]
    held = {_unit(value) for each in units for value in each.distinct}
    return held.pop() if len(held) == 1 and all(not each.missing for each in units) else ""


def _unit(written: str) -> str:
    word = written.lower()
    if word in ("w", "wk", "wks"):
        return "week"
    return next((each for each in _DAYS if word[:1] == each[0]), "")


def time_in(unit: str, landmark: Landmark, column: str) -> float | NotAnalysed:
    """The time of a landmark as the column counts it."""
    asked = _unit(landmark.unit) if landmark.unit else ""
    if not asked or asked == unit:
        return landmark.time
    if not unit:
        return NotAnalysed(
            f"{column} does not say whether it counts days, weeks, months or years: ask “at"
            f" {landmark.time:g}” without a unit for the time as it counts, or write the unit into"
            " its head."
        )
    return landmark.time * _DAYS[asked] / _DAYS[unit]


def landmark_words(landmark: Landmark, time: float, unit: str) -> str:
    """``6 months (182.6 days)``, ``6 months``, ``6``."""
    told = f"{landmark.time:g} {landmark.unit}".strip()
    is_turned = abs(time - landmark.time) > 1e-9
    return f"{told} ({time:.1f} {unit}s)" if is_turned else told
