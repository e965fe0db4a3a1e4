"""Records that were shown: kept beside the documents, never searched, opened by their version."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from retrieval.documents import Document
from retrieval.ingestion.staging.rows import row_of
from retrieval.ingestion.staging.tables import documents
from retrieval.text.storable import storable

PATH = "records"
"""What stands in place of a file."""


def is_record() -> sa.ColumnElement[bool]:
    """Whether a row is a record, and no document of a silo."""
    return documents.c.path == PATH


async def keep(connection: AsyncConnection, records: Sequence[Document], raw: str) -> None:
    """Store these versions, with what the source sent. One that is stored stays as it is."""
    rows = [
        {
            **row_of(record, PATH),
            # Not current: no store takes it in.
            "state": "vanished",
            "source": record.silo,
            "raw": storable(raw),
            "notice": "",
            "replaces": "",
        }
        for record in records
    ]
    if rows:
        await connection.execute(insert(documents).values(rows).on_conflict_do_nothing())
