"""Bring a database to the newest schema."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

import migrations
from retrieval.sql import sync_engine, translate_database_errors


def migrate(database_url: str, revision: str = "head") -> None:
    """Run the migrations up to ``revision``. Safe to call from several processes at once.
    Raises :class:`retrieval.errors.DatabaseUnavailable`."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["url"] = database_url
    with translate_database_errors():
        command.upgrade(config, revision)


def pending_revision(database_url: str) -> str:
    """The revision that the database lacks, or an empty string when it is current."""
    script = ScriptDirectory(str(Path(migrations.__file__).parent))
    head = script.get_current_head() or ""
    engine = sync_engine(database_url)
    try:
        with engine.connect() as connection:
            current = MigrationContext.configure(connection).get_current_revision()
    finally:
        engine.dispose()
    return "" if current == head else head
