"""Which columns of a table are the time to an event and the event, and which rows have both."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.analyses.choosing.conditions import RowCondition
from agents.analyses.columns import column_for, endpoint_of_head, plain
from agents.analyses.computing.grouping import of_parameter, one_row_each
from agents.analyses.contract import NotAnalysed
from agents.analyses.intent import Intent
from retrieval.tables.card import coding_warning
from retrieval.tables.contract import DataTable, TableColumn, number_of

MOST_TOLD = 5
"""Values that are told. Chosen by hand."""
_CENSORED = frozenset((
    "cnsr", "censor", "censored", "censoring", "ongoing", "continuing", "ontreatment",
    "stillontreatment", "treatmentongoing",
))  # fmt: skip
"""Columns that say of whom the end is not known."""
_YES = frozenset((
    "1", "yes", "y", "true", "dead", "died", "death", "deceased", "event", "progressed",
    "progression", "recurred", "recurrence", "relapsed", "relapse", "failed", "failure",
    "recurredprogressed",
))  # fmt: skip
_NO = frozenset((
    "0", "no", "n", "false", "alive", "living", "censored", "censor", "ongoing", "noevent",
    "diseasefree", "progressionfree", "relapsefree", "recurrencefree", "eventfree", "none",
))  # fmt: skip
_CODED = re.compile(r"([01]) ?[:=] ?\w.{0,40}")
"""A code with what it means: ``1:DECEASED``."""


@dataclass(frozen=True, slots=True)
class TimesToEvent:
    """The rows of a table with what says how long each was followed, and whether the event came."""

    table: DataTable
    time: TableColumn
    event: TableColumn
    had: frozenset[str]
    """The values that mean an event."""
    coded: str
    """That in words."""
    warnings: tuple[str, ...] = ()
    keep: tuple[RowCondition, ...] = ()
    """By what rows were chosen."""


def times_to_event(table: DataTable, intent: Intent) -> TimesToEvent | NotAnalysed:
    """The columns that an intent means."""
    kept = of_parameter(table, intent.endpoint)
    if isinstance(kept, NotAnalysed):
        return kept
    time, event = _time_and_event(kept.table, intent)
    if intent.event:
        event = kept.table.column(intent.event[0])
    if time is not None and (problem := _other_endpoint(kept.table, intent, time, event)):
        return NotAnalysed(problem)
    if time is None or event is None:
        missing = "time" if time is None else "events"
        names = ", ".join(each.name for each in table.columns)
        return NotAnalysed(f"I find no column of {missing}. The columns are: {names}.")
    if problem := one_row_each(kept.table):
        return NotAnalysed(problem)
    had, coded = event_value(intent.all_of(event), intent)
    if problem := _unknown_states(intent.all_of(event), had, intent):
        return NotAnalysed(problem)
    doubts = () if intent.event else coding_warning(intent.all_of(event))
    return TimesToEvent(kept.table, time, event, had, coded, (*kept.remarks, *doubts), kept.keep)


def _time_and_event(
    table: DataTable, intent: Intent
) -> tuple[TableColumn | None, TableColumn | None]:
    named = table.column(intent.of)
    if named is not None:
        prefix = endpoint_of_head(named.name)
        return named, column_for(table, "event", prefix.lower())
    prefix = intent.endpoint.lower()
    return column_for(table, "time", prefix), column_for(table, "event", prefix)


def _other_endpoint(
    table: DataTable, intent: Intent, time: TableColumn, event: TableColumn | None
) -> str:
    """Why these columns cannot be the ones that are meant, where their heads name an endpoint."""
    of_time, of_event = endpoint_of_head(time.name), endpoint_of_head(event.name if event else "")
    asked = intent.endpoint or (of_time if intent.of else "")
    others = {each for each in (of_time, of_event) if each}
    if asked and others - {asked}:
        return f"I find no time and event of {asked}; {time.name} is of {of_time or of_event}."
    told = {
        each: column.name
        for column in table.columns
        if column.kind == "number" and (each := endpoint_of_head(column.name))
    }
    if not asked and len(told) > 1:
        return f"The table holds several endpoints: name one of {', '.join(sorted(told))}."
    return ""


def event_value(column: TableColumn, intent: Intent) -> tuple[frozenset[str], str]:
    """The values that mean an event, and that in words."""
    if intent.event:
        found = frozenset((intent.event[1],))
    elif plain(column.name) in _CENSORED:
        found = frozenset(("0", *(each for each in column.distinct if _state(each) in _NO)))
    elif set(column.distinct) == {"1", "2"}:
        found = frozenset(("2",))
    else:
        found = frozenset(each for each in column.distinct if _state(each) in _YES)
    same = frozenset(
        each for each in column.distinct
        if each in found or number_of(each) in {number_of(one) for one in found} - {None}
    )  # fmt: skip
    return same, f"an event is {column.name} = {' or '.join(sorted(same)) or 'no value'}"


def _state(value: str) -> str:
    """A value as the words for events have it: ``1:DECEASED`` is 1, ``1.0`` too."""
    coded = _CODED.fullmatch(value.strip())
    number = number_of(value)
    if coded or number in (0, 1):
        return coded[1] if coded else str(int(number or 0))
    return plain(value)


def _unknown_states(column: TableColumn, had: frozenset[str], intent: Intent) -> str:
    """Why it is not told which rows had the event: a value that is known neither as one nor as
    none would be counted as none."""
    if intent.event or set(column.distinct) == {"1", "2"}:
        return ""
    unknown = [e for e in column.distinct if e not in had and _state(e) not in _YES | _NO]
    if not unknown:
        return ""
    told = " or ".join(unknown[:MOST_TOLD])
    return (
        f"I do not know whether {column.name} = {told} is an event. Say which value is one: “event"
        f" is {column.name} = {unknown[0]}”."
    )


def followed_rows(rows: TimesToEvent, *others: TableColumn) -> DataTable:
    """The rows with a time, an event or none, and a value in all other columns."""
    told = [
        number is not None and number >= 0 and bool(event)
        for number, event in zip(rows.time.numbers, rows.event.values, strict=True)
    ]
    held = (
        zip(*(column.values for column in others), strict=True) if others else [(True,)] * len(told)
    )
    return rows.table.only([each and all(more) for each, more in zip(told, held, strict=True)])
