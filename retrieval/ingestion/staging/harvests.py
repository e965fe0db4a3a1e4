"""Runs of sources: what was asked, how far each has come, and the pages they brought."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from retrieval.documents import Document
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.ingestion.staging.tables import CURRENT, documents, gatherings
from retrieval.ingestion.staging.writing import StagedOrigin, stage

MOST_PROBLEMS = 1_000
"""So many are kept of one run. Chosen by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Harvest:
    """One run of a source."""

    key: str
    source: str
    silo: str
    cursor: str
    state: str
    records: int
    total: int | None
    problems: tuple[Problem, ...]
    error: str
    started_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class StagedPage:
    """What became of a page."""

    new: int
    """Documents that are new or changed."""
    unchanged: int
    problems: tuple[Problem, ...]


async def begin(connection: AsyncConnection, source: str, request: HarvestRequest) -> Harvest:
    """The run of this source and request: a new one, or the one that stopped, with the cursor
    where it goes on. A finished run begins again from the start."""
    asked = {**asdict(request), "file": str(request.file) if request.file else ""}
    key = hashlib.sha256(json.dumps([source, asked], sort_keys=True).encode()).hexdigest()
    fresh = {
        "cursor": "", "records": 0, "total": None, "problems": [], "error": "",
        "started_at": sa.func.now(), "finished_at": None,
    }  # fmt: skip
    found = await _row(connection, key)
    row = {"key": key, "source": source, "silo": request.silo, "request": asked}
    if found is None:
        await connection.execute(
            insert(gatherings).values({**row, **fresh, "state": "running"}).on_conflict_do_nothing()
        )
    else:
        # Killed between its last page and its end, it has no place to go on from either.
        again = {"error": ""} if found.cursor else fresh
        await _update(connection, key, {**again, "state": "running"})
    begun = await _row(connection, key)
    assert begun is not None
    return begun


async def stage_page(connection: AsyncConnection, harvest: Harvest, page: Page) -> StagedPage:
    """Stage the records of a page and the place after it, in the caller's transaction: after a
    kill both are there or neither. Counts documents; a record whose id another file or source
    brought is a problem and is left out."""
    # Two processes on the same run take turns.
    await connection.execute(
        sa.select(gatherings.c.key).where(gatherings.c.key == harvest.key).with_for_update()
    )
    problems, new, unchanged = list(page.problems), 0, 0
    for record in page.records:
        problem = await _id_conflict(connection, harvest, record)
        if problem is not None:
            problems.append(problem)
            continue
        if not record.document.url:
            shown = _path(harvest, record.document)
            why = "It has no address: citations open the stored document only."
            problems.append(Problem(shown, why))
        changed = await stage(connection, _with_status(record), _origin(harvest, record))
        new, unchanged = new + changed, unchanged + (not changed)
    told = sa.func.jsonb_array_length(gatherings.c.problems) < MOST_PROBLEMS
    added = [asdict(problem) for problem in problems]
    await _update(
        connection,
        harvest.key,
        {
            "cursor": page.cursor,
            "records": gatherings.c.records + len(page.records),
            "total": page.total,
            "problems": sa.case(
                (told, gatherings.c.problems.op("||")(sa.cast(added, gatherings.c.problems.type))),
                else_=gatherings.c.problems,
            ),
        },
    )
    return StagedPage(new, unchanged, tuple(problems))


async def end(connection: AsyncConnection, harvest: Harvest, error: str) -> None:
    """Note that the run is finished; with an error, that it failed and may go on."""
    if error:
        await _update(connection, harvest.key, {"state": "failed", "error": error})
    else:
        finished = {"state": "finished", "cursor": "", "finished_at": sa.func.now()}
        await _update(connection, harvest.key, finished)


async def all_of(connection: AsyncConnection) -> tuple[Harvest, ...]:
    rows = await connection.execute(
        sa.select(gatherings).order_by(gatherings.c.changed_at.desc(), gatherings.c.key)
    )
    return tuple(_harvest(dict(row)) for row in rows.mappings())


async def last_finished(connection: AsyncConnection, source: str, silo: str) -> str:
    """The ISO day on which the newest finished run of the source for the silo began; empty when
    there is none."""
    latest = await connection.scalar(
        sa.select(sa.func.max(gatherings.c.started_at)).where(
            gatherings.c.source == source,
            gatherings.c.silo == silo,
            gatherings.c.state == "finished",
        )
    )
    return latest.date().isoformat() if latest is not None else ""


async def _row(connection: AsyncConnection, key: str) -> Harvest | None:
    wanted = sa.select(gatherings).where(gatherings.c.key == key)
    row = (await connection.execute(wanted)).mappings().first()
    return None if row is None else _harvest(dict(row))


async def _update(connection: AsyncConnection, key: str, values: dict[str, Any]) -> None:
    await connection.execute(
        gatherings.update()
        .where(gatherings.c.key == key)
        .values({**values, "changed_at": sa.func.now()})
    )


async def _id_conflict(
    connection: AsyncConnection, harvest: Harvest, record: Record
) -> Problem | None:
    """The problem when another file or source brought a document of this id."""
    document = record.document
    path = await connection.scalar(
        sa.select(documents.c.path).where(
            documents.c.silo == document.silo,
            documents.c.id == document.id,
            documents.c.state.in_(CURRENT),
        )
    )
    ours = _path(harvest, document)
    if path is None or path == ours:
        return None
    return Problem(ours, f"id {document.id} is already taken by {path}.")


def _path(harvest: Harvest, document: Document) -> str:
    return f"{harvest.source}:{document.id}"


def _origin(harvest: Harvest, record: Record) -> StagedOrigin:
    return StagedOrigin(
        path=_path(harvest, record.document),
        source=harvest.source,
        raw=record.raw,
        notice=record.notice,
        replaces=record.supersedes,
    )


def _with_status(record: Record) -> Document:
    """The document with what became of it since: what every citation of it has to show."""
    if record.status == "current":
        return record.document
    return replace(record.document, status=record.status)


def _harvest(row: dict[str, Any]) -> Harvest:
    problems = tuple(Problem(**each) for each in row.pop("problems"))
    del row["request"], row["changed_at"]
    return Harvest(problems=problems, **row)
