"""Digests that step back while an original of their record is searched."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from retrieval.documents import Document, DocumentRef
from retrieval.ingestion.staging.rows import document_of, row_of
from retrieval.ingestion.staging.tables import CURRENT, documents, staged_files
from retrieval.ingestion.staging.writing import version_is

BEHIND = "original "
"""What ``superseded_by`` of a digest or of its statement begins with while an original
stands in for it."""


def stepped_back() -> sa.ColumnElement[bool]:
    """Whether a version is a digest that has stepped back as a whole."""
    return sa.and_(documents.c.state == "superseded", documents.c.superseded_by.startswith(BEHIND))


async def fetched_originals(connection: AsyncConnection) -> tuple[Document, ...]:
    """The current documents that came from public sources, without their text and statements."""
    left_out = ("text", "raw", "metadata")
    columns = [column for column in documents.c if column.name not in left_out]
    metadata = documents.c.metadata.op("-")("statements").label("metadata")
    wanted = sa.select(*columns, metadata, sa.literal("").label("text")).where(
        documents.c.source != "",
        documents.c.state.in_(CURRENT),
        sa.func.coalesce(documents.c.metadata["kind"].astext, "original") == "original",
    )
    rows = (await connection.execute(wanted)).mappings().all()
    return tuple(document_of(dict(row)) for row in rows)


async def digests(connection: AsyncConnection) -> tuple[tuple[Document, bool], ...]:
    """Every digest that is searched or has stepped back, and whether it is searched. One whose
    file is gone, or that has a newer version, does not come back and is left out."""
    newer = documents.alias()
    replaced = sa.exists().where(
        newer.c.silo == documents.c.silo,
        newer.c.id == documents.c.id,
        newer.c.state.in_(CURRENT),
    )
    held = sa.exists().where(
        staged_files.c.silo == documents.c.silo, staged_files.c.path == documents.c.path
    )
    wanted = sa.select(documents).where(
        documents.c.metadata["kind"].astext == "digest",
        sa.or_(
            documents.c.state.in_(CURRENT),
            sa.and_(stepped_back(), held, sa.not_(replaced)),
        ),
    )
    rows = (await connection.execute(wanted)).mappings().all()
    return tuple((document_of(dict(row)), row["state"] in CURRENT) for row in rows)


async def set_digest_state(
    connection: AsyncConnection, changed: Sequence[Document], behind: Sequence[str]
) -> None:
    """Store the statements of digests. ``behind`` names the original that stands in for each as a
    whole; an empty one is searched again."""
    for document, original in zip(changed, behind, strict=True):
        row = row_of(document, "")
        values = {
            "metadata": row["metadata"],
            "fingerprint": row["fingerprint"],
            "state": "superseded" if original else "staged",
            "superseded_by": f"{BEHIND}{original}" if original else None,
            "changed_at": sa.func.now(),
        }
        ref = DocumentRef(document.silo, document.id, document.version)
        await connection.execute(documents.update().where(*version_is(ref)).values(values))
