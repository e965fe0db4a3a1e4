"""Bring a database to the newest schema."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

import migrations
from retrieval.sql import translate_database_errors


def migrate(database_url: str, revision: str = "head") -> None:
    """Run the migrations up to ``revision``. Safe to call from several processes at once.
    Raises :class:`retrieval.errors.DatabaseUnavailable`."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["url"] = database_url
    with translate_database_errors():
        command.upgrade(config, revision)
