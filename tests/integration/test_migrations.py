"""The migrations go up, down and up again."""

from __future__ import annotations

from pathlib import Path

import psycopg
from alembic import command
from alembic.config import Config

import migrations
from bot.db.schema.schema_version import current_revision
from bot.processes.bootstrap import migrate_if_needed, refuse_older_schema


def test_every_migration_can_be_undone_and_done_again(database_url: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["url"] = database_url
    command.downgrade(config, "0002")
    with psycopg.connect(database_url) as connection:
        left = connection.execute(
            "select proname from pg_proc where proname like 'procrastinate%'"
        ).fetchall()
    assert left == []
    command.upgrade(config, "head")
    with psycopg.connect(database_url) as connection:
        connection.execute("select count(*) from procrastinate_jobs")


def test_a_database_of_a_newer_version_stays_as_it_is(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    migrate_if_needed(database_url)
    refuse_older_schema(database_url)
    assert current_revision(database_url) == "9999"
