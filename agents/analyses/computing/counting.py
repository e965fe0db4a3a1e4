"""Counts, summaries of numbers, and adverse events by grade and arm."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence

from agents.analyses.choosing.conditions import KeptRows, has_value, rows_with
from agents.analyses.columns import column_for, named_column
from agents.analyses.computing import scripts
from agents.analyses.computing.grouping import GroupedTable, grouped_rows
from agents.analyses.computing.scripts import script
from agents.analyses.computing.words import percent_words
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.intent import Intent
from agents.turns.computing.drawings import Drawing, Lane
from retrieval.tables.contract import DataTable, TableColumn

_PEOPLE = re.compile(r"(?i)\b(?:patients?|subjects?|people|rows?|women|men)\b")
_SEVERITIES = ("mild", "moderate", "severe", "life threatening", "fatal")
NO_EVENT = re.compile(r"(?i)none|nil|no (?:adverse )?events?|no aes?")
"""What is written in the place of an event that there was none."""
NO_GRADE = re.compile(r"(?i)(?:grade )?0")
_OF_THOSE_WITH_ONE = "Shares are of the patients with an event: who had none is not in this table."
_OF_CHOSEN = "Shares are of the patients with such an event, not of all patients of the table."
_OF_ALL = "Shares are of all patients in this table: who has a row without an event had none."
MOST_TERMS = 15
"""Events that are listed. Chosen by hand: what a thread can show."""
MOST_VALUES = 40
"""Values of a column that are counted. Chosen by hand: what a thread can show."""


def summary_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """Mean, deviation, median, quartiles and range of a column of numbers in each group."""
    column = named_column(table, intent.of)
    if column is None or column.kind != "number":
        numbers = ", ".join(each.name for each in table.columns if each.kind == "number")
        return NotAnalysed(
            f"“{intent.of}” is no column of numbers. There are: {numbers or 'none'}."
        )
    grouped = grouped_rows(table, intent, beside=column.name)
    if isinstance(grouped, NotAnalysed):
        return grouped
    rows = []
    for name, own in grouped.groups:
        held = own.column(column.name)
        values = [each for each in (held.numbers if held else ()) if each is not None]
        rows.append((name, str(len(values)), *_summary(values)))
    return Analysis(
        title=f"{column.name}{_by(grouped)}",
        heads=("Group", "n", "Mean", "SD", "Median", "Quartiles", "Range"),
        rows=tuple(rows),
        method=f"{table.rows - column.missing} of {table.rows} rows with {column.name}; quartiles"
        " by linear interpolation (Python's statistics).",
        warnings=grouped.remarks,
        code=script(scripts.SUMMARY, group=grouped.by, keep=grouped.keep, column=column.name),
    )


def _summary(values: Sequence[float]) -> tuple[str, ...]:
    if len(values) < 2:
        return tuple(f"{values[0]:.6g}" if values else "–" for _ in range(1)) + ("–",) * 4
    quarters = statistics.quantiles(values, n=4, method="inclusive")
    return (
        f"{statistics.fmean(values):.2f}",
        f"{statistics.stdev(values):.2f}",
        f"{quarters[1]:.6g}",
        f"{quarters[0]:.6g} to {quarters[2]:.6g}",
        f"{min(values):.6g} to {max(values):.6g}",
    )


def count_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """How many patients, or how often each value of a column, in each group."""
    column = None if _PEOPLE.search(intent.of) else named_column(table, intent.of)
    if intent.of and column is None and not _PEOPLE.search(intent.of):
        names = ", ".join(each.name for each in table.columns)
        return NotAnalysed(f"I find no column for “{intent.of}”. The columns are: {names}.")
    grouped = grouped_rows(table, intent, beside=column.name if column else "")
    if isinstance(grouped, NotAnalysed):
        return grouped
    if column is None:
        return _people(table, grouped)
    values = column.distinct
    if len(values) > MOST_VALUES:
        return NotAnalysed(f"{column.name} has {len(values)} values, more than I count.")
    counts = {name: _values_of(rows, column.name) for name, rows in grouped.groups}
    return Analysis(
        title=f"{column.name}{_by(grouped)}",
        heads=(column.name, *(name for name, _ in grouped.groups)),
        rows=tuple(
            (value, *(_cell(held.count(value), len(held)) for held in counts.values()))
            for value in values
        ),
        method=f"{table.rows - column.missing} of {table.rows} rows with {column.name}; shares are"
        " of the rows of the group that have it.",
        warnings=grouped.remarks,
        code=script(scripts.COUNTS, group=grouped.by, keep=grouped.keep, column=column.name),
    )  # fmt: skip


def _values_of(rows: DataTable, column: str) -> tuple[str, ...]:
    found = rows.column(column)
    return found.held if found else ()


def _people(table: DataTable, grouped: GroupedTable) -> Analysis:
    subject = column_for(table, "subject")
    rows = tuple((name, str(_subjects(own, subject))) for name, own in grouped.groups)
    told = f"different values of {subject.name}" if subject else "rows"
    return Analysis(
        title=f"{'Patients' if subject else 'Rows'}{_by(grouped)}",
        heads=("Group", "Patients" if subject else "Rows"),
        rows=rows,
        method=f"Counted: {told}; {table.rows} rows.",
        warnings=grouped.remarks,
        code=script(
            scripts.PEOPLE,
            group=grouped.by,
            keep=grouped.keep,
            column=subject.name if subject else "",
        ),
    )


def _subjects(rows: DataTable, subject: TableColumn | None) -> int:
    found = rows.column(subject.name) if subject else None
    return len(set(found.held)) if found else rows.rows


def adverse_event_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """Patients by their highest grade in each arm; without a grade those with any event."""
    subject = column_for(table, "subject")
    if subject is None:
        return NotAnalysed("I find no column of patients, and events are counted by patient.")
    kept = _emergent(table)
    table = kept.table
    grade = column_for(table, "grade")
    grouped = grouped_rows(table, intent, beside=grade.name if grade else "")
    if isinstance(grouped, NotAnalysed):
        return grouped
    term = column_for(table, "term")
    highest = {n: _highest_grades(own, subject.name, term, grade) for n, own in grouped.groups}
    patients = {name: _subjects(own, subject) for name, own in grouped.groups}
    are_all = any(patients[name] > len(found) for name, found in highest.items())
    of = patients if are_all else {name: len(found) for name, found in highest.items()}
    grades = _in_order({g for found in highest.values() for g in found.values() if g})
    rows = [(f"Highest {grade.name} {each}" if grade else each,
             *(_cell(list(highest[n].values()).count(each), of[n]) for n in highest))
            for each in grades]  # fmt: skip
    told = (_cell(len(found), of[name]) if are_all else str(of[name])
            for name, found in highest.items())  # fmt: skip
    rows.append(("Any event", *told))
    return Analysis(
        title=f"Adverse events{_by(grouped)}",
        heads=("", *(name for name, _ in grouped.groups)),
        rows=tuple(rows),
        method=f"Each patient ({subject.name}) counts once, at the highest grade; {table.rows}"
        f" rows. {_denominator(intent, are_all=are_all)}",
        warnings=(*kept.remarks, *grouped.remarks),
        drawing=_drawing_of_grades(highest, of, grade, f"{table.rows} rows") if grade else None,
        code=script(
            scripts.ADVERSE_EVENTS,
            group=grouped.by,
            keep=(*kept.keep, *grouped.keep),
            column=subject.name,
            term=term.name if term else "",
            grade=grade.name if grade else "",
            no_event=NO_EVENT.pattern,
            no_grade=NO_GRADE.pattern,
        ),
    )


def _emergent(table: DataTable) -> KeptRows:
    """Only what came under treatment, where a column tells it."""
    emergent = table.column("TRTEMFL")
    return (
        rows_with(table, has_value(emergent.name, "Y")) if emergent is not None else KeptRows(table)
    )


def frequent_event_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """Patients with each event in each arm, the most frequent first."""
    subject, term = column_for(table, "subject"), column_for(table, "term")
    if subject is None or term is None:
        missing = "patients" if subject is None else "the names of events"
        return NotAnalysed(f"I find no column of {missing}, and events are counted by patient.")
    kept = _emergent(table)
    table, grade = kept.table, column_for(kept.table, "grade")
    grouped = grouped_rows(table, intent, beside=term.name)
    if isinstance(grouped, NotAnalysed):
        return grouped
    had = {name: _with_each_event(own, subject, term, grade) for name, own in grouped.groups}
    patients = {name: _subjects(own, subject) for name, own in grouped.groups}
    with_one = {name: len({w for each in own.values() for w in each}) for name, own in had.items()}
    are_all = any(patients[name] > with_one[name] for name in had)
    of = patients if are_all else with_one
    counts = Counter({e: sum(len(own.get(e, ())) for own in had.values())
                      for each in had.values() for e in each})  # fmt: skip
    terms = sorted(counts, key=lambda each: (-counts[each], each))
    shown = terms[:MOST_TERMS]
    told = f"; the {MOST_TERMS} most frequent of {len(terms)} events" if terms != shown else ""
    return Analysis(
        title=f"Most frequent adverse events{_by(grouped)}",
        heads=(term.name, *had),
        rows=tuple(
            (each, *(_cell(len(own.get(each, ())), of[name]) for name, own in had.items()))
            for each in shown
        ),
        method=f"Each patient ({subject.name}) counts once for each event ({term.name}, as written)"
        f"; {table.rows} rows{told}. {_denominator(intent, are_all=are_all)}",
        warnings=(*kept.remarks, *grouped.remarks),
        code=script(
            scripts.FREQUENT_EVENTS,
            group=grouped.by,
            keep=(*kept.keep, *grouped.keep),
            column=subject.name,
            term=term.name,
            grade=grade.name if grade else "",
            no_event=NO_EVENT.pattern,
            no_grade=NO_GRADE.pattern,
        ),
    )


def _with_each_event(
    rows: DataTable, subject: TableColumn, term: TableColumn, grade: TableColumn | None
) -> Mapping[str, set[str]]:
    """Event → the patients who had it."""
    columns = [rows.column(each.name) if each else None for each in (subject, term, grade)]
    who, which, what = (each.values if each else ("",) * rows.rows for each in columns)
    found: dict[str, set[str]] = {}
    for one, event, told in zip(who, which, what, strict=True):
        if one and event and _is_event(event, told if grade else None):
            found.setdefault(event, set()).add(one)
    return found


def _denominator(intent: Intent, *, are_all: bool) -> str:
    if are_all:
        return _OF_ALL
    return _OF_CHOSEN if intent.is_on_part else _OF_THOSE_WITH_ONE


def _drawing_of_grades(
    highest: Mapping[str, Mapping[str, str]],
    of: Mapping[str, int],
    grade: TableColumn,
    counted: str,
) -> Drawing | None:
    """The share of each highest grade in each arm; none where no patient has one. ``of``: how many
    patients of each arm are counted."""
    grades = _in_order({g for found in highest.values() for g in found.values() if g})
    counts = {arm: Counter(found.values()) for arm, found in highest.items() if found}
    lanes = tuple(
        Lane(arm, counts[arm][each] / of[arm], group=f"{grade.name} {each}")
        for arm in counts
        for each in grades
    )
    told = "; ".join(_grades_told(arm, counts[arm], of[arm], grades) for arm in counts)
    title = "Adverse events by highest grade"
    are_all = any(of[arm] > len(found) for arm, found in highest.items())
    across = "Share of the patients" if are_all else "Share of the patients with an event"
    return Drawing(
        title=title, across=across, shape="grades", lanes=lanes,
        alt_text=f"{title} ({grade.name}). {told}.", drawn_from=f"{counted} with {grade.name}",
    ) if lanes else None  # fmt: skip


def _grades_told(arm: str, counted: Counter[str], of: int, grades: Sequence[str]) -> str:
    """``A: 1: 3 of 10, 3: 2 of 10``."""
    return f"{arm}: " + ", ".join(f"{each}: {counted[each]} of {of}" for each in grades)


def _highest_grades(
    rows: DataTable, subject: str, term: TableColumn | None, grade: TableColumn | None
) -> Mapping[str, str]:
    """Patient → highest grade of those with an event; empty where none is told."""
    who, which = rows.column(subject), rows.column(term.name) if term else None
    what = rows.column(grade.name) if grade else None
    found: dict[str, str] = {}
    for place, each in enumerate(who.values if who else ()):
        told = what.values[place] if what else ""
        if each and _is_event(which.values[place] if which else None, told if what else None):
            found[each] = max(found.get(each, ""), told, key=_severity)
    return found


def _is_event(term: str | None, grade: str | None) -> bool:
    """Whether a row tells of an event: one without words and grade is of a patient who had none.
    None: the table has no such column."""
    if NO_EVENT.fullmatch(term or "") or NO_GRADE.fullmatch(grade or ""):
        return False
    return bool(term or grade) or (term is None and grade is None)


def _severity(grade: str) -> float:
    digits = re.search(r"\d", grade)
    if digits:
        return float(digits[0])
    words = grade.lower()
    return float(_SEVERITIES.index(words) + 1) if words in _SEVERITIES else 0.0


def _in_order(grades: set[str]) -> list[str]:
    return sorted(grades, key=lambda each: (_severity(each), each))


def _cell(count: int, of: int) -> str:
    return f"{count} ({percent_words(count / of)})" if of else "0"


def _by(grouped: GroupedTable) -> str:
    return f" by {grouped.by}" if grouped.by else ""
