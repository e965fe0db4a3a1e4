"""Driving a source as the staging does: page by page, each with its cursor."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass, field

from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.http import RequestPace
from retrieval.ingestion.sources.contract import HarvestRequest, Record, Source


@dataclass
class Gathered:
    """What came of it."""

    records: list[Record] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    cursors: list[str] = field(default_factory=list)
    totals: list[int | None] = field(default_factory=list)

    @property
    def ids(self) -> list[str]:
        return [record.document.id for record in self.records]

    @property
    def reasons(self) -> dict[str, str]:
        return {problem.path: problem.reason for problem in self.problems}


async def gather(
    source: Source, request: HarvestRequest, cursor: str = "", *, pages: int | None = None
) -> Gathered:
    """Take so many pages, or all, and close the source."""
    gathered = Gathered()
    try:
        async with aclosing(source.pages(request, cursor)) as stream:
            async for page in stream:
                gathered.records += page.records
                gathered.problems += page.problems
                gathered.cursors.append(page.cursor)
                gathered.totals.append(page.total)
                if len(gathered.cursors) == pages:
                    break
    finally:
        await source.close()
    return gathered


async def _at_once(_seconds: float) -> None:
    return


UNHURRIED = RequestPace(sleep=_at_once, spaced=False)
"""Tests do not wait between requests."""
