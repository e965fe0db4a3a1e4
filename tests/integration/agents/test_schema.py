"""The migration and the tables say the same."""

from __future__ import annotations

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from agents.memory.tables import metadata
from retrieval.sql import sync_engine


def test_the_migrated_tables_are_those_of_the_code(database_url: str) -> None:
    engine = sync_engine(database_url)

    def ours(thing: object, name: str | None, kind: str, *_: object) -> bool:
        return kind != "table" or name in metadata.tables

    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_object": ours})
        assert compare_metadata(context, metadata) == []
    engine.dispose()
