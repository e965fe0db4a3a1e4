"""The migrations go up, down and up again."""

from __future__ import annotations

from pathlib import Path

import psycopg
from alembic import command
from alembic.config import Config

import migrations


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
