"""What classes of organ function and grades of adverse events mean in numbers.

Definitions of classes differ and stand side by side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from names.tables.rows import read_rows


@dataclass(frozen=True, slots=True)
class OrganClassRange:
    """A class of one definition: from ``low`` (included) to ``high`` (not included)."""

    organ: str
    grade: str
    low: float
    high: float
    definition: str


@cache
def organ_class_ranges() -> tuple[OrganClassRange, ...]:
    """Every class of every definition."""
    return tuple(
        OrganClassRange(organ, grade, float(low), float(high or "inf"), definition)
        for organ, grade, low, high, definition, _ in read_rows("clinical/organ_classes.tsv")
    )


@dataclass(frozen=True, slots=True)
class GradeRange:
    """The values of a measure that are one grade of an event."""

    event: str
    measure: str
    unit: str
    grade: int | None
    """None: the values are such an event, and the number alone does not tell its grade."""
    at_least: float | None
    above: float | None
    below: float | None
    at_most: float | None

    def holds(self, value: float) -> bool:
        """Whether a value is of this grade."""
        low = (self.at_least is None or value >= self.at_least) and (
            self.above is None or value > self.above
        )
        high = (self.below is None or value < self.below) and (
            self.at_most is None or value <= self.at_most
        )
        return low and high


@cache
def grade_ranges() -> tuple[GradeRange, ...]:
    """Every range, grades of one event in order."""
    return tuple(
        GradeRange(event, measure, unit, int(grade) if grade else None, *map(_number, limits))
        for event, measure, unit, grade, *limits, _ in read_rows("clinical/grades.tsv")
    )


def _number(cell: str) -> float | None:
    return float(cell) if cell else None
