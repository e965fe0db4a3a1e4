"""What was written about documents for the focus of their silo."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from retrieval.documents import DocumentRef
from retrieval.ingestion.staging.tables import summaries
from retrieval.text.storable import storable


async def kept_summaries(
    connection: AsyncConnection, silo: str, focus: str, writer: str, ids: Sequence[str] | None
) -> dict[tuple[str, str], str]:
    """Document and version → its summary for a focus by a writer; ``ids`` None means all of a
    silo."""
    wanted = sa.select(summaries.c.id, summaries.c.version, summaries.c.text).where(
        summaries.c.silo == silo, summaries.c.focus == focus, summaries.c.writer == writer
    )
    if ids is not None:
        wanted = wanted.where(summaries.c.id.in_(ids))
    rows = await connection.execute(wanted)
    return {(name, version): text for name, version, text in rows}


async def keep_summary(
    connection: AsyncConnection, ref: DocumentRef, focus: str, writer: str, text: str
) -> None:
    """Store the summary of one version, written for a focus by a writer; it replaces an earlier
    one of the same three."""
    row = {
        "silo": ref.silo,
        "id": ref.id,
        "version": ref.version,
        "focus": focus,
        "writer": writer,
        "text": storable(text),
    }
    key = ["silo", "id", "version", "focus", "writer"]
    await connection.execute(
        insert(summaries)
        .values(row)
        .on_conflict_do_update(
            index_elements=key, set_={"text": row["text"], "made_at": sa.func.now()}
        )
    )
