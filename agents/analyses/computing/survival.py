"""Kaplan and Meier's estimate by group, with the log-rank test of two."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.analyses.computing import scripts
from agents.analyses.computing.grouping import grouped_rows
from agents.analyses.computing.scripts import script
from agents.analyses.computing.statistics import (
    Interval95,
    SurvivalEstimate,
    curve_of,
    estimate_survival,
    log_rank,
)
from agents.analyses.computing.times import times_to_event
from agents.analyses.computing.words import number_words, p_words
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.intent import Intent
from agents.turns.computing.drawings import Curve, Drawing
from retrieval.tables.contract import DataTable

_AT = re.compile(r"(?i)\bat (?P<time>\d+(?:\.\d+)?)\b(?! ?%)")


@dataclass(frozen=True, slots=True)
class _Group:
    name: str
    times: tuple[float, ...]
    events: tuple[bool, ...]
    estimate: SurvivalEstimate


def survival_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """Median, interval and events of each group."""
    rows = times_to_event(table, intent)
    if isinstance(rows, NotAnalysed):
        return rows
    grouped = grouped_rows(rows.table, intent)
    if isinstance(grouped, NotAnalysed):
        return grouped
    time, event = rows.time.name, rows.event.name
    groups = [
        group
        for name, own in grouped.groups
        if (group := _group(name, own, time, event, rows.had)) is not None
    ]
    if not groups:
        return NotAnalysed(f"No row has both {time} and {event}.")
    used = sum(len(each.times) for each in groups)
    counted = f"{used} of {rows.table.rows} rows with {time}, {event}"
    counted += f" and {grouped.by}" if grouped.by else ""
    return Analysis(
        title=f"{intent.endpoint or 'Survival'}{f' by {grouped.by}' if grouped.by else ''}",
        heads=("Group", "Patients", "Events", f"Median {time}", "95% interval"),
        rows=tuple(map(_row, groups)),
        said=(*_tests(groups), *_at_times(groups, intent), *_risk_lines(groups)),
        method=f"Kaplan–Meier (SciPy), interval of the median by log-log; {counted}; {rows.coded}.",
        warnings=(*rows.warnings, *grouped.remarks),
        drawing=_drawing_of(groups, time, intent, counted),
        code=script(
            scripts.SURVIVAL,
            group=grouped.by,
            keep=(*rows.keep, *grouped.keep),
            time=time,
            event=event,
            had=sorted(rows.had),
        ),
    )


def _group(
    name: str, rows: DataTable, time: str, event: str, value: frozenset[str]
) -> _Group | None:
    times, events = rows.column(time), rows.column(event)
    if times is None or events is None:
        return None
    pairs = [
        (number, each in value)
        for number, each in zip(times.numbers, events.values, strict=True)
        if number is not None and number >= 0 and each
    ]
    if not pairs:
        return None
    at, had = tuple(number for number, _ in pairs), tuple(each for _, each in pairs)
    return _Group(name, at, had, estimate_survival(at, had))


def _row(group: _Group) -> tuple[str, ...]:
    found = group.estimate
    return (
        group.name,
        str(found.patients),
        str(found.events),
        number_words(found.median),
        _interval(found.interval),
    )


def _interval(ends: Interval95) -> str:
    return f"{number_words(ends.low)} to {number_words(ends.high)}"


def _tests(groups: list[_Group]) -> tuple[str, ...]:
    if len(groups) == 1:
        return ()
    if len(groups) > 2:
        return ("The log-rank test is computed for two groups only.",)
    one, other = groups
    statistic, p = log_rank((one.times, one.events), (other.times, other.events))
    return (f"Log-rank: chi-square {statistic:.3f} with 1 degree of freedom, p {p_words(p)}.",)


def _at_times(groups: list[_Group], intent: Intent) -> tuple[str, ...]:
    asked = _AT.search(intent.words)
    if asked is None:
        return ()
    told = []
    for group in groups:
        share, ends = group.estimate.at(float(asked["time"]))
        low, high = ends.low or 0.0, ends.high or 0.0
        told.append(f"{group.name}: {share:.3f} ({low:.3f} to {high:.3f}) at {asked['time']}.")
    return tuple(told)


def _risk_lines(groups: list[_Group]) -> tuple[str, ...]:
    lines = []
    for curve in _curves(groups):
        told = ", ".join(f"{count} at {time:.4g}" for time, count in curve.at_risk)
        lines.append(f"At risk, {curve.name}: {told}.")
    return tuple(lines)


def _curves(groups: list[_Group]) -> list[Curve]:
    longest = max(max(each.times) for each in groups)
    return [curve_of(each.name, each.estimate, (*each.times,), longest) for each in groups]


def _drawing_of(groups: list[_Group], time: str, intent: Intent, drawn_from: str) -> Drawing:
    medians = "; ".join(
        f"{each.name}: {each.estimate.patients} patients, {each.estimate.events} events, median"
        f" {number_words(each.estimate.median)}"
        for each in groups
    )
    title = f"Kaplan–Meier: {intent.endpoint or 'survival'}"
    return Drawing(
        title=title,
        across=time,
        curves=tuple(_curves(groups)),
        alt_text=f"{title} over {time}. {medians}. {' '.join(_tests(groups))}".strip(),
        drawn_from=drawn_from,
    )
