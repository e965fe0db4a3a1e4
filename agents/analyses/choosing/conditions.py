"""What a row must have to be counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from retrieval.tables.contract import DataTable, number_of

ComparisonSign = Literal["=", "≠", "<", "≤", ">", "≥", "known", "missing"]
_COMPARES: Mapping[ComparisonSign, Callable[[float, float], bool]] = {
    "<": lambda one, other: one < other,
    "≤": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    "≥": lambda one, other: one >= other,
}
_TURNED: Mapping[ComparisonSign, ComparisonSign] = {
    "=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">", "known": "missing",
    "missing": "known",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RowCondition:
    """A column, and what of it counts. A row without a value of the column meets none but that it
    is missing: nobody knows what would stand there."""

    column: str
    sign: ComparisonSign
    values: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    """Of a column of yes and no: the values that mean the contrary."""

    @property
    def words(self) -> str:
        """``AGE > 65``, ``STAGE = III or IV``, ``ECOG is known``."""
        if self.sign in ("known", "missing"):
            return f"{self.column} is {self.sign}"
        return f"{self.column} {self.sign} {' or '.join(self.values)}"

    @property
    def turned(self) -> RowCondition:
        """The contrary."""
        if self.otherwise:
            return RowCondition(self.column, "=", self.otherwise, self.values)
        return RowCondition(self.column, _TURNED[self.sign], self.values)

    def is_met(self, value: str) -> bool:
        """Whether a cell meets it."""
        if self.sign == "missing" or not value:
            return self.sign == "missing" and not value
        if self.sign in ("=", "≠"):
            return (value in self.values) == (self.sign == "=")
        if self.sign == "known":
            return True
        number, limit = number_of(value), number_of(self.values[0])
        return number is not None and limit is not None and _COMPARES[self.sign](number, limit)

    def as_code(self) -> tuple[str, str, list[str]]:
        """What stands for it in a script."""
        return self.column, self.sign, list(self.values)


def has_value(column: str, value: str) -> RowCondition:
    """That a column has this value."""
    return RowCondition(column, "=", (value,))


@dataclass(frozen=True, slots=True)
class KeptRows:
    """The rows of a table that an analysis is on."""

    table: DataTable
    remarks: tuple[str, ...] = ()
    """Which were left out and why."""
    keep: tuple[RowCondition, ...] = ()
    """By what they were chosen."""


def rows_with(table: DataTable, condition: RowCondition) -> KeptRows:
    """The rows that meet a condition, and how many of how many they are."""
    column = table.column(condition.column)
    values = column.values if column else ()
    kept = table.only([condition.is_met(each) for each in values])
    words = f"Only rows with {condition.words}: {kept.rows} of {table.rows}"
    missing = sum(not each for each in values) if condition.sign != "missing" else 0
    words += f"; {missing} without {condition.column} are left out, too." if missing else "."
    return KeptRows(kept, (words,), (condition,))
