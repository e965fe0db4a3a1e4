"""What the staging table holds, counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from retrieval.ingestion.staging.records import is_record
from retrieval.ingestion.staging.stepping_back import stepped_back
from retrieval.ingestion.staging.tables import documents


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Document versions of one silo that came from one source; files have an empty source."""

    silo: str
    source: str
    staged: int
    """Waiting to be embedded."""
    indexed: int
    superseded: int
    behind_originals: int
    """Digests among the superseded that stepped back: an original of their record is searched."""
    vanished: int
    doubtful: int
    """Searched, and retracted or under a concern."""
    failed: int
    """Searched in an older form, because the last reading failed."""
    recipes: tuple[str, ...]
    """How those that are searched were embedded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """How much of a silo is searched, and how new it is."""

    silo: str
    documents: int
    newest: str
    """The newest date that one of its documents bears, as ``2026-11-05``; empty if none does."""
    taken_in: datetime


async def freshness(connection: AsyncConnection) -> tuple[Freshness, ...]:
    """Of each silo that holds something, by name."""
    current = documents.c.state.in_(("staged", "indexed"))
    rows = await connection.execute(
        sa.select(
            documents.c.silo,
            sa.func.count().label("documents"),
            sa.func.max(documents.c.effective_date).label("newest"),
            sa.func.max(documents.c.staged_at).label("taken_in"),
        )
        .where(current, ~is_record())
        .group_by(documents.c.silo)
        .order_by(documents.c.silo)
    )
    return tuple(Freshness(**row._mapping) for row in rows)


async def tallies(connection: AsyncConnection) -> tuple[Tally, ...]:
    """Documents per silo and source, counted by state; sorted by silo, then source."""
    status = documents.c.metadata["status"].astext
    current = documents.c.state.in_(("staged", "indexed"))

    def count_where(*which: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
        return sa.func.count().filter(*which)

    wanted = (
        sa.select(
            documents.c.silo,
            documents.c.source,
            *(
                count_where(documents.c.state == state).label(state)
                for state in ("staged", "indexed", "superseded", "vanished")
            ),
            count_where(stepped_back()).label("behind_originals"),
            count_where(current, status.in_(("retracted", "concern"))).label("doubtful"),
            count_where(current, documents.c.error.is_not(None)).label("failed"),
            sa.func.array_agg(sa.distinct(documents.c.recipe))
            .filter(documents.c.state == "indexed")
            .label("recipes"),
        )
        .where(~is_record())
        .group_by(documents.c.silo, documents.c.source)
        .order_by(documents.c.silo, documents.c.source)
    )
    rows = (await connection.execute(wanted)).mappings()
    return tuple(Tally(**{**row, "recipes": tuple(row["recipes"] or ())}) for row in rows)
