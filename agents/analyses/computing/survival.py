"""Kaplan and Meier's estimate by group, with the log-rank test of two."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.analyses.columns import column_for
from agents.analyses.computing import scripts
from agents.analyses.computing.grouping import grouped_rows, of_parameter, one_row_each
from agents.analyses.computing.scripts import script
from agents.analyses.computing.statistics import (
    Interval95,
    SurvivalEstimate,
    curve_of,
    estimate_survival,
    log_rank,
)
from agents.analyses.computing.words import number_words, p_words
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.intent import Intent
from agents.turns.drawings import Curve, Drawing
from retrieval.tables.card import coding_warning
from retrieval.tables.contract import DataTable, TableColumn, number_of

_AT = re.compile(r"(?i)\bat (?P<time>\d+(?:\.\d+)?)\b(?! ?%)")
_CENSORED = frozenset(("cnsr", "censor", "censored", "censoring"))
_YES = frozenset(("1", "yes", "y", "true", "dead", "died", "event", "progressed"))


@dataclass(frozen=True, slots=True)
class _Group:
    name: str
    times: tuple[float, ...]
    events: tuple[bool, ...]
    estimate: SurvivalEstimate


def survival_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """Median, interval and events of each group."""
    kept = of_parameter(table, intent.endpoint)
    if isinstance(kept, NotAnalysed):
        return kept
    table, remarks = kept.table, kept.remarks
    prefix = intent.endpoint.lower()
    time, event = column_for(table, "time", prefix), column_for(table, "event", prefix)
    if intent.event:
        event = table.column(intent.event[0])
    if time is None or event is None:
        missing = "time" if time is None else "events"
        names = ", ".join(each.name for each in table.columns)
        return NotAnalysed(f"I find no column of {missing}. The columns are: {names}.")
    if problem := one_row_each(table):
        return NotAnalysed(problem)
    grouped = grouped_rows(table, intent)
    if isinstance(grouped, NotAnalysed):
        return grouped
    value, coded = event_value(event, intent)
    groups = [
        group
        for name, rows in grouped.groups
        if (group := _group(name, rows, time.name, event.name, value)) is not None
    ]
    if not groups:
        return NotAnalysed(f"No row has both {time.name} and {event.name}.")
    used = sum(len(each.times) for each in groups)
    counted = f"{used} of {table.rows} rows with {time.name}, {event.name}"
    counted += f" and {grouped.by}" if grouped.by else ""
    return Analysis(
        title=f"{intent.endpoint or 'Survival'}{f' by {grouped.by}' if grouped.by else ''}",
        heads=("Group", "Patients", "Events", f"Median {time.name}", "95% interval"),
        rows=tuple(map(_row, groups)),
        said=(*_tests(groups), *_at_times(groups, intent), *_risk_lines(groups)),
        method=f"Kaplan–Meier (SciPy), interval of the median by log-log; {counted}; {coded}.",
        warnings=(*remarks, *grouped.remarks, *(() if intent.event else coding_warning(event))),
        drawing=_drawing_of(groups, time.name, intent, counted),
        code=script(
            scripts.SURVIVAL,
            group=grouped.by,
            keep=(*kept.keep, *grouped.keep),
            time=time.name,
            event=event.name,
            had=sorted(value),
        ),
    )


def event_value(column: TableColumn, intent: Intent) -> tuple[frozenset[str], str]:
    """The values that mean an event, and that in words."""
    if intent.event:
        found = frozenset((intent.event[1],))
    elif column.name.lower() in _CENSORED:
        found = frozenset(("0",))
    elif set(column.distinct) == {"1", "2"}:
        found = frozenset(("2",))
    else:
        found = frozenset(each for each in column.distinct if each.lower() in _YES)
    same = frozenset(
        each for each in column.distinct
        if each in found or number_of(each) in {number_of(one) for one in found} - {None}
    )  # fmt: skip
    return same, f"an event is {column.name} = {' or '.join(sorted(same)) or 'no value'}"


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
