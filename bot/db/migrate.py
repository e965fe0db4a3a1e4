"""Bring a database to the newest schema."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, make_url
from sqlalchemy.exc import OperationalError

import migrations
from bot.failures.errors import DatabaseSilent


def migrate(database_url: str, revision: str = "head") -> None:
    """Run the migrations up to ``revision``. Safe to call from several processes at once.
    Raises :class:`bot.failures.errors.DatabaseSilent`."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["url"] = database_url
    try:
        command.upgrade(config, revision)
    except OperationalError as error:
        raise DatabaseSilent from error


def pending_revision(database_url: str) -> str:
    """The revision that the database lacks, or an empty string when it is current."""
    script = ScriptDirectory(str(Path(migrations.__file__).parent))
    head = script.get_current_head() or ""
    engine = create_engine(make_url(database_url).set(drivername="postgresql+psycopg"))
    try:
        with engine.connect() as connection:
            current = MigrationContext.configure(connection).get_current_revision()
    finally:
        engine.dispose()
    return "" if current == head else head
