"""What is kept of a run's messages to Slack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from bot.db.schema.tables import outbox
from retrieval.sql import Database


async def kept_messages(
    database: Database, run_id: str, parts: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """The bodies of the messages of a run, by key, of these parts (``step``), whatever number
    stands behind the name of a part."""
    is_of_parts = outbox.c.part.regexp_match(f"^({'|'.join(parts)})[0-9]*$")
    query = select(outbox.c.key, outbox.c.body).where(outbox.c.run_id == run_id, is_of_parts)
    async with database.transaction() as connection:
        return {row.key: row.body or {} for row in await connection.execute(query)}
