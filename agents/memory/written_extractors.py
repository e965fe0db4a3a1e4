"""Written extractors of answers, by source and form. Each function works inside the caller's
transaction on the caller's connection."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory.tables import written_extractors
from agents.turns.computing.extractors import WrittenExtractor


async def find_extractor(
    connection: AsyncConnection, source: str, form: str
) -> WrittenExtractor | None:
    """The one that reads answers of this form of the source."""
    table = written_extractors.c
    wanted = select(table.source, table.form, table.code, table.model, table.prompt_sha).where(
        table.source == source, table.form == form
    )
    row = (await connection.execute(wanted)).first()
    return WrittenExtractor(**row._mapping) if row else None


async def put_extractor(connection: AsyncConnection, extractor: WrittenExtractor) -> None:
    """Keep it in place of the one of before."""
    values = {
        "code": extractor.code,
        "model": extractor.model,
        "prompt_sha": extractor.prompt_sha,
    }
    added = insert(written_extractors).values(
        source=extractor.source, form=extractor.form, **values
    )
    await connection.execute(
        added.on_conflict_do_update(
            index_elements=["source", "form"], set_={**values, "written_at": func.now()}
        )
    )
