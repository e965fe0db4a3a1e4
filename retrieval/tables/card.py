"""What can be told of the tables of a file before anything is computed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retrieval.tables.codebook import Meaning, meaning_of
from retrieval.tables.contract import ColumnKind, DataTable, TableColumn
from retrieval.text.decimal_commas import may_be_thousands

MOST_SHOWN = 4
"""Values of a column that are shown. Chosen by hand."""
MUCH_MISSING = 0.2
"""Share of missing values from which on it is told. Chosen by hand."""
MOSTLY_NUMBERS = 0.8
"""Share of numbers from which on the other values of a column are told. Chosen by hand."""
_ID = re.compile(
    r"(?i)^(?:u?subj(?:ect)?_?id|patient(?:[_ ]?(?:id|no|number))?|pid|mrn|case_?id|id)$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnCard:
    """What is told of a column."""

    name: str
    kind: ColumnKind
    missing: int
    distinct: int
    shown: str
    """The range of numbers and dates, else some of the values."""
    meaning: Meaning | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """What is told of a table."""

    name: str
    rows: int
    columns: tuple[ColumnCard, ...]
    warnings: tuple[str, ...]


def table_card(table: DataTable) -> TableCard:
    """The card of a table."""
    return TableCard(
        name=table.name,
        rows=table.rows,
        columns=tuple(map(_column_card, table.columns)),
        warnings=tuple(quality_warnings(table)),
    )


def _column_card(column: TableColumn) -> ColumnCard:
    values = column.distinct
    if column.kind in ("number", "date") and len(values) > MOST_SHOWN:
        shown = f"{values[0]} to {values[-1]}"
    else:
        more = ", …" if len(values) > MOST_SHOWN else ""
        shown = ", ".join(values[:MOST_SHOWN]) + more
    return ColumnCard(
        name=column.name,
        kind=column.kind,
        missing=column.missing,
        distinct=len(values),
        shown=shown,
        meaning=meaning_of(column.name),
    )


def holds_several_patients(tables: Sequence[DataTable]) -> bool:
    """Whether a column of patients tells several apart."""
    columns = (column for table in tables for column in table.columns)
    return any(len(each.distinct) > 1 for each in columns if _ID.match(each.name))


def _is_key(column: TableColumn) -> bool:
    return bool(column.held) and len(column.distinct) == len(column.values)


def quality_warnings(table: DataTable) -> Iterator[str]:
    """What might mislead who computes with the table, a sentence each."""
    if table.left_out:
        yield f"{table.left_out} rows are left out: they do not stand below the heads."
    for column in table.columns:
        yield from _warnings_of(column)
        if _ID.match(column.name) and column.held and not _is_key(column):
            count = len(column.distinct)
            yield f"{column.name} repeats: {table.rows} rows are of {count} subjects."


def _warnings_of(column: TableColumn) -> Iterator[str]:
    rows = len(column.values)
    yield from coding_warning(column)
    if column.kind == "empty":
        yield f"{column.name} holds nothing."
    elif column.missing > MUCH_MISSING * rows:
        yield f"{column.name} is missing in {column.missing} of {rows} rows."
    elif may_be_thousands(column.held) and all("," in e or e.isdigit() for e in column.held):
        yield (
            f"{column.name}: whether its commas part thousands or decimals is not told, so it is no"
            " column of numbers here. Write it with points."
        )
    numbers = [each for each in column.numbers if each is not None]
    if column.kind == "text" and len(numbers) >= MOSTLY_NUMBERS * len(column.held):
        other = len(column.held) - len(numbers)
        yield f"{column.name} holds numbers, and {other} values that are none."


def coding_warning(column: TableColumn) -> Iterator[str]:
    """What 0 and 1 mean in a column of events, which names tell badly."""
    name, values = column.name.lower(), set(column.distinct)
    if name == "cnsr":
        yield f"{column.name}: by ADaM 0 is an event, 1 and more are censored."
    elif name in ("cens", "status") and values <= {"0", "1"}:
        yield (
            f"{column.name} does not say whether 1 is an event. It is read so (as in GBSG2 of R,"
            " where cens = 1 is an event); by ADaM's CNSR it would be the other way round. Add"
            f" “event is {column.name}=0” to a question to turn it."
        )
    elif name in ("censor", "censored", "censoring") and values <= {"0", "1"}:
        yield (
            f"{column.name} is read as censored where it is 1. Add “event is {column.name}=1” to a"
            " question to turn it."
        )
    elif name in ("status", "event") and values == {"1", "2"}:
        yield f"{column.name} is 1 or 2: 2 is read as an event (as in the lung data of R)."
