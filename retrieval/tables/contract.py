"""A table of data as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

ColumnKind = Literal["number", "date", "text", "empty"]
MISSING = frozenset(("", "na", "n/a", "nan", ".", "null", "missing", "#n/a"))
"""What stands in a cell that holds no value, in small letters."""


@dataclass(frozen=True)
class TableColumn:
    """A column: its head, and a value for each row, empty where there is none."""

    name: str
    values: tuple[str, ...]

    @cached_property
    def held(self) -> tuple[str, ...]:
        """The values that are there."""
        return tuple(each for each in self.values if each)

    @cached_property
    def numbers(self) -> tuple[float | None, ...]:
        """The values as numbers; None for one that is missing or none."""
        return tuple(map(number_of, self.values))

    @cached_property
    def distinct(self) -> tuple[str, ...]:
        """Each value once, sorted as numbers where all are numbers."""
        found = set(self.held)
        if self.kind == "number":
            return tuple(sorted(found, key=float))
        return tuple(sorted(found))

    @cached_property
    def kind(self) -> ColumnKind:
        """What all its values are."""
        if not self.held:
            return "empty"
        if all(number_of(each) is not None for each in self.held):
            return "number"
        return "date" if all(map(_is_date, self.held)) else "text"

    @property
    def missing(self) -> int:
        """How many rows have no value."""
        return len(self.values) - len(self.held)


def number_of(written: str) -> float | None:
    """The number that is written; None for anything else, such as infinity."""
    try:
        value = float(written)
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


def _is_date(written: str) -> bool:
    parts = written[:10].split("-")
    return len(written) >= 10 and len(parts) == 3 and all(each.isdigit() for each in parts)


@dataclass(frozen=True, slots=True)
class DataTable:
    """Rows below one line of heads."""

    name: str
    """The sheet, else empty."""
    columns: tuple[TableColumn, ...]
    left_out: int = 0
    """Rows that are no rows of data: with more cells than there are heads, or a single one."""

    @property
    def rows(self) -> int:
        """How many rows of data it has."""
        return len(self.columns[0].values) if self.columns else 0

    def column(self, name: str) -> TableColumn | None:
        """The column of this head."""
        return next((each for each in self.columns if each.name == name), None)

    def only(self, wanted: Sequence[bool]) -> DataTable:
        """The table with the rows that are wanted."""
        columns = tuple(
            TableColumn(each.name, tuple(v for v, w in zip(each.values, wanted, strict=True) if w))
            for each in self.columns
        )
        return DataTable(self.name, columns, self.left_out)
