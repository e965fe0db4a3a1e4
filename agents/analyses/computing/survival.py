"""Kaplan and Meier's estimate by group, with the log-rank test of two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agents.analyses.computing import scripts
from agents.analyses.computing.grouping import grouped_rows
from agents.analyses.computing.landmarks import landmark_words, time_in, unit_of
from agents.analyses.computing.scripts import script
from agents.analyses.computing.statistics import (
    Interval95,
    SurvivalEstimate,
    curve_of,
    estimate_survival,
    log_rank,
)
from agents.analyses.computing.times import TimesToEvent, times_to_event
from agents.analyses.computing.words import number_words, p_words
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.intent import Intent
from agents.turns.computing.drawings import Curve, Drawing
from retrieval.tables.contract import DataTable


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
    landmarks = _landmarks_in(rows, intent)
    if isinstance(landmarks, NotAnalysed):
        return landmarks
    used = sum(len(each.times) for each in groups)
    counted = f"{used} of {rows.table.rows} rows with {time}, {event}"
    counted += f" and {grouped.by}" if grouped.by else ""
    return Analysis(
        title=_title(intent, grouped.by, [words for words, _ in landmarks]),
        heads=("Group", "Patients", "Events", f"Median {time}", "95% interval"),
        rows=tuple(map(_row, groups)),
        said=(*_tests(groups), *_at_times(groups, landmarks), *_risk_lines(groups)),
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
            landmarks=[time for _, time in landmarks],
        ),
    )


def _title(intent: Intent, by: str, landmarks: list[str]) -> str:
    when = f" at {' and '.join(landmarks)}" if landmarks else ""
    return f"{intent.endpoint or 'Survival'}{when}{f' by {by}' if by else ''}"


def _landmarks_in(
    rows: TimesToEvent, intent: Intent
) -> tuple[tuple[str, float], ...] | NotAnalysed:
    """The times that are asked for, in words and as the column of times counts."""
    unit, found = unit_of(rows.table, rows.time), list[tuple[str, float]]()
    for landmark in intent.landmarks:
        time = time_in(unit, landmark, rows.time.name)
        if isinstance(time, NotAnalysed):
            return time
        found.append((landmark_words(landmark, time, unit), time))
    return tuple(found)


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
    statistic, p = log_rank([(each.times, each.events) for each in groups])
    free = len(groups) - 1
    freedom = "1 degree" if free == 1 else f"{free} degrees"
    return (f"Log-rank: chi-square {statistic:.3f} with {freedom} of freedom, p {p_words(p)}.",)


def _at_times(groups: list[_Group], landmarks: tuple[tuple[str, float], ...]) -> Iterator[str]:
    """The share of each group without the event at each time. Behind the longest time that anybody
    was followed nothing is known, unless nobody is left."""
    for words, time in landmarks:
        for group in groups:
            share, ends = group.estimate.at(time)
            longest = max(group.times)
            if time > longest and share > 0:
                yield (
                    f"{group.name}: not known at {words}, nobody was followed longer than"
                    f" {longest:g}."
                )
                continue
            low, high = ends.low or 0.0, ends.high or 0.0
            left = sum(each >= time for each in group.times)
            yield (
                f"{group.name}: {share:.3f} ({low:.3f} to {high:.3f}) at {words}; {left} at risk."
            )


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
