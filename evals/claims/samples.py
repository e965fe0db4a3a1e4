"""Judged claims: a sentence with its quotes, or a quote with its document, and what is right.

A file has a JSON object a line, as ``claim_checks/README.md`` of the data folder says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.checking.claims import QuotedText, problem_with_claim, problem_with_document_quote
from evals.running.errors import MeasurementFailed

HONEST = frozenset(("supported", "accept"))


class ClaimsInvalid(MeasurementFailed):
    """A line of a claims file is not what it should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedClaim:
    """One judged row, and what the check says to it."""

    id: str
    kind: str
    text: str
    is_quote: bool
    is_honest: bool
    problem: str
    quoted: str = ""
    """What it is held against: its quotes, or the document of a quote."""

    @property
    def is_right(self) -> bool:
        return self.is_honest != bool(self.problem)


def check_file(path: Path) -> tuple[CheckedClaim, ...]:
    """Every row of a file, checked. Raises :class:`ClaimsInvalid` with the line."""
    return tuple(_checked_claim(line, number) for number, line in _lines(path))


def read_claims(path: Path) -> tuple[dict[str, Any], ...]:
    """The rows of a file as they stand. Raises :class:`ClaimsInvalid` with the line."""
    found: list[dict[str, Any]] = []
    for number, line in _lines(path):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise ClaimsInvalid(f"Line {number} is not a judged claim: {error!r}.") from error
        if not isinstance(row, dict):
            raise ClaimsInvalid(f"Line {number} is not a judged claim.")
        found.append(row)
    return tuple(found)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ClaimsInvalid(f"{path} could not be read: {type(error).__name__}.") from error
    return ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def _checked_claim(line: str, number: int) -> CheckedClaim:
    try:
        row = json.loads(line)
        is_quote = "document" in row
        if is_quote:
            text = row["quote"]
            quoted = row["document"]
            problem = problem_with_document_quote(quoted, text)
        else:
            text = row["sentence"]
            quotes = {key: QuotedText(**each) for key, each in row["quotes"].items()}
            quoted = " ".join(each.text for each in quotes.values())
            problem = problem_with_claim(row["question"], text, quotes)
        return CheckedClaim(
            id=row["id"],
            kind=row["kind"],
            text=text,
            is_quote=is_quote,
            is_honest=row["label"] in HONEST,
            problem=problem,
            quoted=quoted,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ClaimsInvalid(f"Line {number} is not a judged claim: {error!r}.") from error
