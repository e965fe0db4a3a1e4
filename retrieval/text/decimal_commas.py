"""Numbers with decimal commas, as spreadsheets of half the world write them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_DECIMAL = re.compile(r"(?<!\d)-?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+")
_WHOLE = re.compile(r"-?\d+")
_WITH_POINT = re.compile(r"(?<!\d)-?\d*\.\d+")
_OF_THOUSANDS = re.compile(r"-?[1-9]\d{0,2}(?:,\d{3})+")


def with_decimal_points(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows of a table that has decimal commas, with points for them; all others as they are.

    It has them if a column holds nothing else than such numbers below its head and not every one of
    them may as well be thousands ("1,234"), and if no cell is a number with a point."""
    cells = [cell.strip() for row in rows for cell in row]
    columns = [place for place in range(max(map(len, rows), default=0)) if _is_decimal(rows, place)]
    told = any(not may_be_thousands(_column(rows, place)) for place in columns)
    if not told or any(map(_WITH_POINT.fullmatch, cells)):
        return [list(row) for row in rows]
    return [
        [_with_point(cell) if place in columns else cell for place, cell in enumerate(row)]
        for row in rows
    ]


def may_be_thousands(numbers: Iterable[str]) -> bool:
    """Whether every number with a comma may be one of thousands: "1,234" is, "0,234" is not."""
    parted = [each for each in numbers if "," in each]
    return bool(parted) and all(map(_OF_THOUSANDS.fullmatch, parted))


def _column(rows: Sequence[Sequence[str]], place: int) -> list[str]:
    """What stands in a column below its head."""
    return [row[place].strip() for row in rows[1:] if place < len(row) and row[place].strip()]


def _is_decimal(rows: Sequence[Sequence[str]], place: int) -> bool:
    numbers = [each for each in _column(rows, place) if any(map(str.isdigit, each))]
    is_number = (_DECIMAL.fullmatch(each) or _WHOLE.fullmatch(each) for each in numbers)
    return any(map(_DECIMAL.fullmatch, numbers)) and all(is_number)


def _with_point(cell: str) -> str:
    written = cell.strip()
    return written.replace(".", "").replace(",", ".") if _DECIMAL.fullmatch(written) else cell
