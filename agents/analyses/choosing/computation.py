"""What a request chooses, parts and is on, once what it asks to compute is taken out of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.analyses.choosing.conditions import RowCondition
from agents.analyses.choosing.naming import Names
from agents.analyses.choosing.populations import without_population
from agents.analyses.choosing.scanning import Scanner
from agents.analyses.choosing.tokens import tokens_of
from agents.analyses.columns import column_for
from agents.analyses.contract import AnalysisKind, RequestUnclear
from agents.analyses.intent import Intent, without_what_is_computed
from retrieval.tables.contract import DataTable

_FILE = re.compile(r"(?i)\S{1,80}\.(?:csv|tsv|xlsx?|txt|pdf|docx)(?!\w)")
_ON_TERMS: frozenset[AnalysisKind] = frozenset(("hazards", "forest"))
_ON_TIMES: frozenset[AnalysisKind] = frozenset(("survival", "swimmer", *_ON_TERMS))
_OF_ONE: frozenset[AnalysisKind] = frozenset(("summary", "counts", "waterfall", "two by two"))
_OF_EVENTS: frozenset[AnalysisKind] = frozenset(
    ("adverse events", "frequent events", "swimmer", "survival", *_ON_TERMS)
)


@dataclass(frozen=True, slots=True)
class Computation:
    """One thing to compute, in the columns of a table."""

    intent: Intent
    conditions: tuple[RowCondition, ...]


def read_computation(table: DataTable, intent: Intent) -> Computation:
    """What an intent means in a table. Raises :class:`RequestUnclear` where a word of it means
    nothing there."""
    words = without_population(without_what_is_computed(intent))
    scanner = Scanner(
        Names(table),
        tokens_of(_FILE.sub(" ", words)),
        is_on_terms=intent.asked in _ON_TERMS,
        is_of_one=intent.asked in _OF_ONE,
        is_of_two=intent.asked == "two by two",
    )
    scanner.read()
    if scanner.names_events and not _may_name_events(table, intent, scanner.conditions):
        raise RequestUnclear(
            "Which events are meant is not told: name the column and its value, as in “how many"
            " patients with status = dead”."
        )
    read = replace(intent, by=scanner.by[0] if scanner.by else intent.by)
    if problem := _unclear_condition(table, intent, words, scanner):
        raise RequestUnclear(problem)
    return Computation(_on_columns(table, read, scanner), tuple(scanner.conditions))


def _unclear_condition(table: DataTable, intent: Intent, words: str, scanner: Scanner) -> str:
    """Why a condition may not be what chooses rows: it is on the time that is computed ("at week
    26"), or stands in the list of what is compared ("by stage and age over 70")."""
    time = column_for(table, "time", intent.endpoint.lower())
    for each in scanner.conditions if intent.asked in _ON_TIMES else ():
        if time is not None and each.column == time.name and each.sign == "=":
            return (
                f"{each.words} would leave only those whose time it is. Ask “at {each.values[0]}”"
                " for the share at that time."
            )
        listed = re.search(rf"(?i)(?:,|\band) {re.escape(each.column)} (?!and\b|by\b)", words)
        before = words[: listed.start()] if listed else ""
        if intent.asked in _ON_TERMS and re.search(r"(?i)\bby\b", before):
            return (
                f"{each.words} may choose the patients or be compared: ask “in {each.column} …” for"
                f" those alone, or “by {each.column}” to compare."
            )
    return ""


def _may_name_events(table: DataTable, intent: Intent, conditions: Sequence[RowCondition]) -> bool:
    of_events = {each.name for role in ("term", "grade") if (each := column_for(table, role))}
    return intent.asked in _OF_EVENTS or any(each.column in of_events for each in conditions)


def _on_columns(table: DataTable, intent: Intent, scanner: Scanner) -> Intent:
    of, by = list(dict.fromkeys(scanner.of)), list(dict.fromkeys(scanner.by))
    if intent.asked in _ON_TIMES:
        return _on_times(table, intent, of, by)
    if intent.asked == "two by two" and len(of) + len(by) == 2:
        return replace(intent, of=(*of, *by)[0], by=(*of, *by)[1])
    used = _used_anyway(table, intent)
    groups = [each for each in by if each not in used] or by[:1]
    if len(groups) > 1:
        raise RequestUnclear(_several_groups(groups))
    others = [each for each in of if each not in used]
    is_of_one = intent.asked in _OF_ONE
    if len(others) > is_of_one:
        raise RequestUnclear(_not_asked(others[-1]))
    by_column = groups[0] if groups else intent.by
    return replace(intent, of=others[0] if others else intent.of, by=by_column)


def _on_times(table: DataTable, intent: Intent, of: list[str], by: list[str]) -> Intent:
    """Of an analysis of times: a column of numbers that is named is the time."""
    if intent.asked in _ON_TERMS and not by:
        of, by = [], of
    used = _used_anyway(table, intent)
    times = [each for each in of if (column := table.column(each)) and column.kind == "number"]
    times = [each for each in times if each not in used] or times[:1]
    odd = [each for each in of if each not in (*times, *used)]
    if odd or len(times) > 1:
        raise RequestUnclear(_not_asked((*odd, *times)[0]))
    if intent.asked in _ON_TERMS:
        return replace(intent, compared=tuple(by), of=times[0] if times else "")
    if len(by) > 1:
        raise RequestUnclear(_several_groups(by))
    return replace(intent, by=by[0] if by else intent.by, of=times[0] if times else "")


def _used_anyway(table: DataTable, intent: Intent) -> frozenset[str]:
    """The columns that the analysis uses whether they are named or not."""
    roles = {
        "response": ("response",), "adverse events": ("grade", "term", "subject"),
        "frequent events": ("term", "subject"),
        "survival": ("event",), "swimmer": ("event",), "hazards": ("event",), "forest": ("event",),
        "counts": ("subject",), "waterfall": ("subject",),
    }.get(intent.asked, ())  # fmt: skip
    return frozenset(each.name for role in roles if (each := column_for(table, role)))


def _several_groups(columns: Sequence[str]) -> str:
    one, other = columns[:2]
    return (
        f"Groups are parted by one column, and {one} and {other} are two: ask “by {one}”, and of"
        f" each value of {other} by itself."
    )


def _not_asked(column: str) -> str:
    return f"What is asked of {column} here is not told: name one of its values, or “by {column}”."
