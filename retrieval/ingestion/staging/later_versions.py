"""What became of documents that were searched before."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncConnection

from retrieval.documents import Status
from retrieval.ingestion.staging.stepping_back import BEHIND
from retrieval.ingestion.staging.tables import CURRENT, documents

_LONGEST_WAIT = timedelta(days=7)
"""From when a document is taken in until it is searched. Chosen by hand: the embedding of a large
collection without a graphics card takes days."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterState:
    """A document as it is held now."""

    version: str
    is_searched: bool
    status: Status
    text: str
    replaced_by: str
    """Id of the document, or version, that is searched in its place; empty if none is."""
    is_behind_original: bool
    """Whether it is a digest that stepped back, since an original of its record is searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedDocument:
    """A document of which a version was written, replaced or taken out."""

    silo: str
    id: str
    at: datetime


async def changed_since(
    connection: AsyncConnection, moment: datetime
) -> tuple[ChangedDocument, ...]:
    """The documents that changed after this moment, the last change of each, oldest first."""
    last = sa.func.max(documents.c.changed_at).label("at")
    rows = await connection.execute(
        sa.select(documents.c.silo, documents.c.id, last)
        .where(documents.c.changed_at > moment)
        .group_by(documents.c.silo, documents.c.id)
        .order_by(last)
    )
    return tuple(ChangedDocument(silo=row.silo, id=row.id, at=row.at) for row in rows)


async def new_since(connection: AsyncConnection, moment: datetime) -> frozenset[tuple[str, str]]:
    """Silo and id of the documents that are searched now and of which no version was searched
    before this moment."""
    of = documents.alias()
    early = moment - _LONGEST_WAIT
    was_searched = sa.exists().where(
        of.c.silo == documents.c.silo,
        of.c.id == documents.c.id,
        sa.or_(of.c.staged_at <= early, of.c.indexed_at <= moment),
    )
    rows = await connection.execute(
        sa.select(documents.c.silo, documents.c.id)
        .where(documents.c.staged_at > early, documents.c.state.in_(CURRENT), ~was_searched)
        .distinct()
    )
    return frozenset((row.silo, row.id) for row in rows)


async def later_states(
    connection: AsyncConnection, wanted: Collection[tuple[str, str]]
) -> Mapping[tuple[str, str], LaterState]:
    """The state of each of these documents, by silo and id: of the version that is searched, else
    of the one that changed last. One that was never held is left out."""
    is_searched = documents.c.state.in_(CURRENT)
    rows = await connection.execute(
        sa.select(documents, is_searched.label("is_searched"))
        .ext(distinct_on(documents.c.silo, documents.c.id))
        .where(sa.tuple_(documents.c.silo, documents.c.id).in_(list(wanted)))
        .order_by(
            documents.c.silo, documents.c.id, is_searched.desc(), documents.c.changed_at.desc()
        )
    )
    return {(row.silo, row.id): _state_of(row) for row in rows}


def _state_of(row: Any) -> LaterState:
    replaced_by = row.superseded_by or ""
    return LaterState(
        version=row.version,
        is_searched=row.is_searched,
        status=row.metadata.get("status", "confirmed"),
        text=row.text,
        replaced_by="" if row.state == "vanished" else replaced_by,
        is_behind_original=row.state == "superseded" and replaced_by.startswith(BEHIND),
    )
