"""One bar for each patient: waterfall of the best change, swimmer of the time on treatment."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from agents.analyses.columns import column_for, named_column
from agents.analyses.computing import scripts
from agents.analyses.computing.grouping import GroupedTable, grouped_rows, one_row_each
from agents.analyses.computing.scripts import script
from agents.analyses.computing.times import times_to_event
from agents.analyses.computing.words import percent_words
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.intent import Intent
from agents.turns.computing.drawings import Drawing, Lane
from retrieval.tables.contract import DataTable, TableColumn

SHRUNK, GROWN = -30.0, 20.0
"""Percent from which RECIST 1.1 counts a partial response and a progression (Eisenhauer et al., Eur
J Cancer 2009)."""
MOST_BARS = 300
MOST_SWIMMERS = 60
"""Patients whose bars can be told apart in a picture. Chosen by hand."""


def waterfall_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """The best change of each patient, from the greatest growth to the greatest shrinkage."""
    column = named_column(table, intent.of) if intent.of else column_for(table, "change")
    if column is None or column.kind != "number":
        return NotAnalysed(
            "I find no column of the best change from baseline in percent. The columns are:"
            f" {', '.join(each.name for each in table.columns)}."
        )
    if problem := one_row_each(table) or _too_many(table, MOST_BARS, "A waterfall"):
        return NotAnalysed(problem)
    grouped = grouped_rows(table, intent, beside=column.name)
    if isinstance(grouped, NotAnalysed):
        return grouped
    lanes = sorted(_lanes(grouped, column), key=lambda each: -each.value)
    if not lanes or max(abs(each.value) for each in lanes) <= 1:
        return NotAnalysed(f"{column.name} holds no change in percent: −30 is 30% smaller.")
    counted = f"{len(lanes)} of {table.rows} rows with {column.name}"
    counted += f" and {grouped.by}" if grouped.by else ""
    rows = tuple(_change_row(name, lanes, grouped) for name, _ in grouped.groups)
    title = f"Best change: {column.name}"
    told = "; ".join(f"{row[0]}: {row[2]} of {row[1]} shrank by 30% or more" for row in rows)
    return Analysis(
        title=f"{title}{f' by {grouped.by}' if grouped.by else ''}",
        heads=("Group", "Patients", "≤ −30%", "≥ +20%", "Median", "Range"),
        rows=rows,
        method=f"Each patient's {column.name}, sorted; {counted}. The limits are those of RECIST"
        " 1.1 for target lesions; a response needs more than that.",
        warnings=grouped.remarks,
        drawing=Drawing(
            title=title, across="Patients", shape="waterfall", lanes=tuple(lanes),
            alt_text=f"{title}, a bar for each patient, sorted. {told}.", drawn_from=counted,
        ),
        code=script(
            scripts.WATERFALL, group=grouped.by, keep=grouped.keep, column=column.name
        ),
    )  # fmt: skip


def swimmer_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """How long each patient was followed or treated, the longest first."""
    told = times_to_event(table, intent)
    if isinstance(told, NotAnalysed):
        return told
    if problem := _too_many(told.table, MOST_SWIMMERS, "A swimmer plot"):
        return NotAnalysed(problem)
    grouped = grouped_rows(told.table, intent, beside=told.time.name)
    if isinstance(grouped, NotAnalysed):
        return grouped
    found = _lanes(grouped, told.time, told.event, told.had)
    lanes = sorted(found, key=lambda each: -each.value)
    if not lanes:
        return NotAnalysed(f"No row has both {told.time.name} and {told.event.name}.")
    counted = f"{len(lanes)} of {table.rows} rows with {told.time.name}, {told.event.name}"
    rows = tuple(_time_row(name, lanes, grouped) for name, _ in grouped.groups)
    title = f"Swimmer plot: {told.time.name}"
    words = "; ".join(f"{row[0]}: {row[1]} patients, {row[2]} go on" for row in rows)
    return Analysis(
        title=f"{title}{f' by {grouped.by}' if grouped.by else ''}",
        heads=("Group", "Patients", "Going on", f"Median {told.time.name}", "Range"),
        rows=rows,
        method=f"Each patient's {told.time.name}; who has no event goes on; {counted};"
        f" {told.coded}. The medians are of the times as they are, not of Kaplan–Meier.",
        warnings=(*told.warnings, *grouped.remarks),
        drawing=Drawing(
            title=title, across=told.time.name, shape="swimmer", lanes=tuple(lanes),
            alt_text=f"{title}, a bar for each patient. {words}.", drawn_from=counted,
        ),
        code=script(
            scripts.SWIMMER, group=grouped.by, keep=(*told.keep, *grouped.keep),
            time=told.time.name, event=told.event.name, had=sorted(told.had),
        ),
    )  # fmt: skip


def _too_many(table: DataTable, most: int, what: str) -> str:
    if table.rows <= most:
        return ""
    return f"{what} shows at most {most} patients; the table has {table.rows}."


def _lanes(
    grouped: GroupedTable,
    column: TableColumn,
    event: TableColumn | None = None,
    had: frozenset[str] = frozenset(),
) -> list[Lane]:
    """A lane for each row with a number; those of an event with whether it came."""
    found: list[Lane] = []
    for group, rows in grouped.groups:
        numbers, ends = rows.column(column.name), rows.column(event.name) if event else None
        for place, number in enumerate(numbers.numbers if numbers else ()):
            end = ends.values[place] if ends else "told"
            if number is not None and end and (event is None or number >= 0):
                goes_on = event is not None and end not in had
                found.append(Lane("", number, group=group if grouped.by else "", goes_on=goes_on))
    return found


def _of_group(name: str, lanes: Sequence[Lane], grouped: GroupedTable) -> list[Lane]:
    return [each for each in lanes if not grouped.by or each.group == name]


def _change_row(name: str, lanes: Sequence[Lane], grouped: GroupedTable) -> tuple[str, ...]:
    own = [each.value for each in _of_group(name, lanes, grouped)]
    if not own:
        return name, "0", "0", "0", "–", "–"
    shrunk, grown = (sum(each <= SHRUNK for each in own), sum(each >= GROWN for each in own))
    return (
        name,
        str(len(own)),
        f"{shrunk} ({percent_words(shrunk / len(own))})",
        f"{grown} ({percent_words(grown / len(own))})",
        f"{statistics.median(own):.6g}",
        f"{min(own):.6g} to {max(own):.6g}",
    )


def _time_row(name: str, lanes: Sequence[Lane], grouped: GroupedTable) -> tuple[str, ...]:
    own = _of_group(name, lanes, grouped)
    if not own:
        return name, "0", "0", "–", "–"
    times = [each.value for each in own]
    return (
        name,
        str(len(own)),
        str(sum(each.goes_on for each in own)),
        f"{statistics.median(times):.6g}",
        f"{min(times):.6g} to {max(times):.6g}",
    )
