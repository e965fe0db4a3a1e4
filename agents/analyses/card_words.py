"""What a model is told of a table: names and types of its columns, not what stands in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.analyses.attached import is_data
from retrieval.tables.card import ColumnCard, holds_several_patients, table_card
from retrieval.tables.contract import DataTable
from retrieval.tables.tables_in_text import tables_of

MOST_COLUMNS = 120
"""Columns of a table that are told. Chosen by hand: some thousand tokens."""
_NOT_SHOWN = "(A table of several patients; its rows are not shown here.)"


def card_words(tables: Sequence[DataTable], *, is_open: bool) -> str:
    """The card of the tables. ``is_open``: with some of the values."""
    return "\n".join(line for number, table in enumerate(tables, 1)
                     for line in _card_lines(table, number, len(tables), is_open))  # fmt: skip


def _card_lines(table: DataTable, number: int, of: int, is_open: bool) -> Iterator[str]:
    card = table_card(table)
    sheet = f" (sheet {card.name})" if card.name else ""
    yield f"table{number if of > 1 else ''}.csv{sheet}: {card.rows} rows"
    for column in card.columns[:MOST_COLUMNS]:
        yield f"- {_column_words(column, is_open)}"
    if len(card.columns) > MOST_COLUMNS:
        yield f"… and {len(card.columns) - MOST_COLUMNS} more columns"
    yield from card.warnings


def _column_words(column: ColumnCard, is_open: bool) -> str:
    parts = [column.name, column.kind, f"{column.missing} missing", f"{column.distinct} different"]
    parts += [column.shown] if is_open else []
    parts += [column.meaning.words] if column.meaning else []
    return " | ".join(parts)


def words_of_file(text: str) -> str:
    """The text of a file as a model reads it. Of a table that holds several patients it reads what
    the table is like: its rows answer no question on one patient."""
    if not is_data(text):
        return text
    tables = tables_of(text)
    if not holds_several_patients(tables):
        return text
    return f"{_NOT_SHOWN}\n{card_words(tables, is_open=False)}"
