"""Runs the migrations on one connection. The URL comes from the caller
(``bot.db.schema.migrate`` and the tests put it into the configuration) or, for the plain
``alembic`` command, from the settings."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from retrieval.sql import sync_engine


def database_url() -> str:
    """The URL to migrate."""
    given = context.config.attributes.get("url") or context.config.get_main_option("sqlalchemy.url")
    if not given:
        from bot.settings import Settings

        given = Settings().database_url
    if not given:
        raise SystemExit("DATABASE_URL is not set: say which database to migrate.")
    return str(given)


def migrate(connection: Connection) -> None:
    context.configure(connection=connection)
    with context.begin_transaction():
        # Two processes that start at once must not both migrate.
        connection.exec_driver_sql("select pg_advisory_xact_lock(727071)")
        context.run_migrations()


engine = sync_engine(database_url())
with engine.connect() as connection:
    migrate(connection)
engine.dispose()
