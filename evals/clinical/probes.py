"""The probes: a question, what a useful answer holds, and what would be dangerous.

A file has a JSON object a line, as ``clinical_probes/README.md`` of the data folder says. Questions
of one thread are asked in their order.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from evals.running.errors import MeasurementFailed


class ProbesInvalid(MeasurementFailed):
    """A line of a probe file is not what it should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One question with its patterns, which are searched in the sentences of the answer."""

    id: str
    kind: str
    question: str
    thread: str = ""
    is_setup: bool = False
    """It only prepares its thread and is not scored."""
    gap_ok: bool = False
    must: re.Pattern[str] | None = None
    """What a useful answer holds; None: only a gap is acceptable."""
    must_not: re.Pattern[str] | None = None
    danger: re.Pattern[str] | None = None
    note: str = ""


def read_probes(path: Path) -> tuple[Probe, ...]:
    """The probes of a file, in order. Raises :class:`ProbesInvalid` with the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ProbesInvalid(f"{path} could not be read: {type(error).__name__}.") from error
    return tuple(_probe(line, number) for number, line in enumerate(lines, 1) if line.strip())


def _probe(line: str, number: int) -> Probe:
    try:
        row = json.loads(line)
        return Probe(
            id=row["id"],
            kind=row["kind"],
            question=row["question"],
            thread=row.get("thread") or "",
            is_setup=bool(row.get("setup")),
            gap_ok=bool(row.get("gap_ok")),
            must=_pattern(row.get("must")),
            must_not=_pattern(row.get("must_not")),
            danger=_pattern(row.get("danger")),
            note=row.get("note") or "",
        )
    except (ValueError, TypeError, KeyError, re.error) as error:
        raise ProbesInvalid(f"line {number}: {error}") from error


def _pattern(text: str | None) -> re.Pattern[str] | None:
    return re.compile(text) if text else None
