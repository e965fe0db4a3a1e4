"""Reading JSON that others may change: what is missing or of another kind reads as empty.

A source decides by what came out whether a record is usable; nothing here raises.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any

_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


def at(value: Any, *path: str) -> Any:
    """The value under nested keys, or None."""
    for key in path:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def text(value: Any, *path: str) -> str:
    """Text or a number as text under nested keys, without outer blanks; else empty."""
    found = at(value, *path)
    if isinstance(found, str):
        return found.strip()
    is_number = isinstance(found, int | float) and not isinstance(found, bool)
    return str(found) if is_number else ""


def list_at(value: Any, *path: str) -> list[Any]:
    """The list under nested keys; a lone text or object counts as a list of one."""
    found = at(value, *path)
    if isinstance(found, list):
        return found
    return [found] if isinstance(found, str | dict) else []


def texts(value: Any, *path: str) -> list[str]:
    """The texts of a list under nested keys, without empty ones."""
    return [found for found in (text(item) for item in list_at(value, *path)) if found]


def iso_date(given: str) -> str:
    """``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD`` as given; anything else reads as empty."""
    found = _DATE.match(given.strip())
    if found is None:
        return ""
    year, month, day = found.groups()
    try:
        date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return year if int(year) else ""
    return found.group()


def whole_number(given: str) -> int | None:
    """The number, when the text is one of ASCII digits only."""
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 19 else None


def clip(given: str, most: int) -> str:
    """At most so many characters, for messages."""
    return given if len(given) <= most else given[: most - 1] + "…"
