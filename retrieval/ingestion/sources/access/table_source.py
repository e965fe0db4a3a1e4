"""The way through a downloaded table: page by page of its rows, with the row as the cursor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from retrieval.errors import RequestInvalid
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.tables import PER_PAGE, rows
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record

Row = Mapping[str, str]
RowResult = Record | Problem | None
"""What becomes of a row: a record, a problem, or nothing because it was not asked for."""


async def table_pages(
    request: HarvestRequest, cursor: str, read_row: Callable[[Row], RowResult], *, member: str = ""
) -> AsyncIterator[Page]:
    """The records of the rows after the cursor. A row whose id came before is a problem. Raises
    :class:`RequestInvalid` without a file."""
    if request.file is None:
        raise RequestInvalid("It is read from a file: give --file.")
    start, progress = _start(cursor), _TableProgress(request)
    reading = rows(request.file, member)
    while batch := await asyncio.to_thread(_next_batch, reading):
        first = progress.number
        records, problems = progress.read_batch(batch, read_row, start)
        if first + len(batch) <= start:
            continue
        last = progress.full or len(batch) < PER_PAGE
        yield Page(records=records, cursor="" if last else str(progress.number), problems=problems)
        if last:
            return


@dataclass(slots=True)
class _TableProgress:
    """How far the table was read. What lies before the cursor is read again, to know its ids."""

    request: HarvestRequest
    number: int = 0
    taken: int = 0
    seen: set[str] = field(default_factory=set)

    @property
    def full(self) -> bool:
        return self.request.limit is not None and self.taken >= self.request.limit

    def read_batch(
        self, batch: Sequence[Row], read_row: Callable[[Row], RowResult], start: int
    ) -> tuple[tuple[Record, ...], tuple[Problem, ...]]:
        """Records and problems of the rows behind the first ``start`` of the table, until as many
        records were taken as asked for. Rows before are read, too: a later one may repeat them."""
        records: list[Record] = []
        problems: list[Problem] = []
        for row in batch:
            if self.full:
                break
            self.number += 1
            found = self._reject_duplicate(read_row(row))
            if self.number > start and isinstance(found, Record):
                records.append(found)
            elif self.number > start and found is not None:
                problems.append(found)  # type: ignore[arg-type]
        return tuple(records), tuple(problems)

    def _reject_duplicate(self, found: RowResult) -> RowResult:
        """The result of this row. A problem names the row; a record whose id an earlier row had
        becomes a problem."""
        assert self.request.file is not None
        where = f"{self.request.file.name} row {self.number}"
        if isinstance(found, Problem):
            return Problem(where, found.reason)
        if found is None:
            return None
        if found.document.id in self.seen:
            return Problem(where, f"id {found.document.id} came before; the first was taken.")
        self.seen.add(found.document.id)
        self.taken += 1
        return found


def _next_batch(reading: Iterator[Row]) -> list[Row]:
    return list(islice(reading, PER_PAGE))


def _start(cursor: str) -> int:
    if cursor and not cursor.isdecimal():
        raise RequestInvalid("The place to go on is not one of this source.")
    return int(cursor or 0)
