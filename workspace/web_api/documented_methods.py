"""What Slack documents of its methods, from the tables beside this module."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_TABLE = Path(__file__).with_suffix(".tsv")
_ABSENT = Path(__file__).with_name("absent_errors.tsv")


@dataclass(frozen=True, slots=True)
class DocumentedMethod:
    """One method."""

    name: str
    tier: str
    scopes: tuple[str, ...]
    """Of a bot, of which one is needed; empty: none."""
    required: tuple[str, ...]
    """Arguments without which a call is refused."""
    optional: tuple[str, ...]
    errors: tuple[str, ...]
    """Its own ones, without those that all methods have."""
    produced: tuple[str, ...] = ()
    """Those of them that calls here can bring about; a test brings each about."""


def documented_methods() -> dict[str, DocumentedMethod]:
    """The methods of the table, by their names."""
    return {row["method"]: _method(row) for row in _rows(_TABLE)}


def absent_errors() -> dict[str, str]:
    """Why no call here brings an error about, by the error."""
    return {error: row["why"] for row in _rows(_ABSENT) for error in _names(row["errors"])}


def _rows(table: Path) -> Iterator[dict[str, str]]:
    lines = [line for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
    yield from csv.DictReader(lines, delimiter="\t")


def _method(row: dict[str, str]) -> DocumentedMethod:
    arguments = _names(row["arguments"])
    return DocumentedMethod(
        name=row["method"],
        tier=row["tier"],
        scopes=_names(row["scopes"]),
        required=tuple(name[:-1] for name in arguments if name.endswith("*")),
        optional=tuple(name for name in arguments if not name.endswith("*")),
        errors=_names(row["errors"]),
        produced=_names(row["produced"] or ""),
    )


def _names(cell: str) -> tuple[str, ...]:
    return tuple(cell.split(",")) if cell else ()
