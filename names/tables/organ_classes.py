"""What the classes of organ function mean in numbers. Definitions differ and stand side by side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from names.tables.reading import read_rows


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
