"""Rows by group: which column parts them, which rows count."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.analyses.choosing.conditions import KeptRows, RowCondition, has_value, rows_with
from agents.analyses.choosing.populations import POPULATIONS
from agents.analyses.columns import column_for, named_column
from agents.analyses.contract import NotAnalysed
from agents.analyses.intent import Intent
from retrieval.tables.contract import DataTable, TableColumn

MOST_GROUPS = 12
"""Groups of a table that people read. Chosen by hand."""
ALL = "all"


@dataclass(frozen=True, slots=True)
class GroupedTable:
    """A table in groups."""

    by: str
    """The column; empty for one group of all rows."""
    groups: tuple[tuple[str, DataTable], ...]
    remarks: tuple[str, ...] = ()
    """Which rows were left out and why."""
    keep: tuple[RowCondition, ...] = ()
    """By what rows were chosen."""


def grouped_rows(
    table: DataTable, intent: Intent, *, beside: str = ""
) -> GroupedTable | NotAnalysed:
    """The rows by the groups that a message names; ``beside``: a column that it names, too, and
    that parts no groups."""
    kept = _of_population(table, intent)
    if isinstance(kept, NotAnalysed):
        return kept
    table, remarks = kept.table, kept.remarks
    if not intent.by:
        return GroupedTable("", ((ALL, table),), remarks, kept.keep)
    column = _group_column(table, intent.by, beside)
    if column is None and beside and _names_only(table, intent.by, beside):
        return GroupedTable("", ((ALL, table),), remarks, kept.keep)
    if column is None:
        return NotAnalysed(
            f"I find no column for “{intent.by}”. The columns are: {_names_of(table)}."
        )
    if len(column.distinct) > MOST_GROUPS:
        return NotAnalysed(
            f"{column.name} has {len(column.distinct)} values; groups need a column with at most"
            f" {MOST_GROUPS}."
        )
    if column.missing:
        remarks = (*remarks, f"{column.missing} rows without {column.name} are left out.")
    groups = tuple(
        (value, table.only([each == value for each in column.values])) for value in column.distinct
    )
    return GroupedTable(column.name, groups, remarks, kept.keep)


def _group_column(table: DataTable, words: str, beside: str) -> TableColumn | None:
    for part in (words, *re.split(r"(?i),|&|\band\b|\bby\b", words)):
        column = named_column(table, part)
        if column is not None and column.name != beside:
            return column
    return None


def _names_only(table: DataTable, words: str, beside: str) -> bool:
    """Whether the words name the column that parts no groups: "adverse events by grade"."""
    column = named_column(table, words)
    return column is not None and column.name == beside


def _names_of(table: DataTable) -> str:
    return ", ".join(each.name for each in table.columns)


def _of_population(table: DataTable, intent: Intent) -> KeptRows | NotAnalysed:
    """The rows of the population that a message names, by its flag."""
    for pattern, flag in POPULATIONS:
        if not pattern.search(intent.words):
            continue
        column = table.column(flag)
        if column is not None:
            return rows_with(table, has_value(column.name, "Y"))
        return NotAnalysed(
            f"The table has no column {flag}, which tells who belongs to this population, and the"
            " numbers of all rows would be others."
        )
    return KeptRows(table)


def of_parameter(table: DataTable, endpoint: str) -> KeptRows | NotAnalysed:
    """The rows of one parameter, where a table holds several below each other."""
    column = column_for(table, "parameter")
    if column is None or (len(column.distinct) < 2 and not endpoint):
        return KeptRows(table)
    if len(column.distinct) == 1:
        return KeptRows(table, (f"{column.name} is {column.distinct[0]} in every row.",))
    wanted = [each for each in column.distinct if each.upper() == endpoint.upper()]
    if not wanted:
        return NotAnalysed(
            f"The rows are of several parameters: name one of {', '.join(column.distinct)}."
        )
    return rows_with(table, has_value(column.name, wanted[0]))


def one_row_each(table: DataTable) -> str:
    """Why rows are no patients, if a patient has several; empty if each has one."""
    subject = column_for(table, "subject")
    if subject is None or len(subject.distinct) == len(subject.held):
        return ""
    return (
        f"{subject.name} repeats: {table.rows} rows are of {len(subject.distinct)} patients. This"
        " analysis needs one row for each patient."
    )
