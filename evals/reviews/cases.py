"""The cases: runs that people marked, as ``curbside reviews --cases FILE`` writes them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.running.errors import MeasurementFailed

LONGEST_QUESTION = 12_000
"""Characters that ``curbside ask`` takes."""


class CasesInvalid(MeasurementFailed):
    """A line of a file of cases is not what it should be."""


@dataclass(frozen=True, slots=True)
class CitedQuote:
    """Words of a document."""

    document: str
    """``silo/id``."""
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What one person thinks."""

    verdict: str
    target: str
    """``answer``, ``step 2`` or ``[3]``."""
    cited: CitedQuote | None = None
    """What the citation quotes, if one is marked."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedCase:
    """A question, what was said then, and what people think of it."""

    id: str
    question: str
    earlier: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    gap: str = ""
    cited: frozenset[CitedQuote] = frozenset()
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class BatchQuestion:
    """One question for the batch: a case's own, or an earlier one of its thread."""

    id: str
    question: str
    thread: str


def read_cases(path: Path) -> tuple[ReviewedCase, ...]:
    """The cases of a file. Raises :class:`CasesInvalid` with the line."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise CasesInvalid(f"{path} cannot be read.") from error
    return tuple(_case(line, number) for number, line in enumerate(lines, 1) if line.strip())


def questions_of(cases: Sequence[ReviewedCase]) -> Iterator[BatchQuestion]:
    """What is asked: each case's question behind the earlier ones of its thread."""
    for case in cases:
        for number, question in enumerate(case.earlier, 1):
            yield BatchQuestion(f"{case.id}/{number}", question, case.id)
        yield BatchQuestion(case.id, case.question, case.id)


def _case(line: str, number: int) -> ReviewedCase:
    try:
        row = json.loads(line)
        return ReviewedCase(
            id=str(row["id"]),
            question=str(row["question"]),
            earlier=tuple(map(str, row.get("earlier") or ())),
            sentences=tuple(map(str, row.get("sentences") or ())),
            gap=str(row.get("gap") or ""),
            cited=frozenset(_cited_quote(each) for each in row.get("cited") or ()),
            marks=tuple(_mark(each) for each in row["marks"]),
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise CasesInvalid(f"line {number} is no case ({type(error).__name__})") from error


def _mark(row: Mapping[str, Any]) -> Mark:
    cited = row.get("cited")
    return Mark(
        verdict=str(row["verdict"]),
        target=str(row["target"]),
        cited=_cited_quote(cited) if cited else None,
        reason=str(row.get("reason") or ""),
    )


def _cited_quote(row: Mapping[str, Any]) -> CitedQuote:
    return CitedQuote(str(row["document"]), str(row["quote"]))
