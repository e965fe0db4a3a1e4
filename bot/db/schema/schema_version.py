"""Whether a database has the newest schema, found out without loading the migrations."""

from __future__ import annotations

from pathlib import Path

import psycopg

import migrations
from retrieval.sql import driver_url, translate_database_errors

CONNECT_SECONDS = 3
"""Chosen by hand, as for the queue."""


def newest_revision() -> str:
    """The revision of the last migration. The files are named by their revision and a word."""
    versions = Path(migrations.__file__).parent / "versions"
    return max(path.name.partition("_")[0] for path in versions.glob("[0-9]*_*.py"))


def current_revision(database_url: str) -> str:
    """The revision of the database; empty when it was never migrated. Raises
    :class:`retrieval.errors.DatabaseUnavailable`."""
    with (
        translate_database_errors(),
        psycopg.connect(driver_url(database_url), connect_timeout=CONNECT_SECONDS) as connection,
    ):
        try:
            row = connection.execute("select version_num from alembic_version").fetchone()
        except psycopg.errors.UndefinedTable:
            return ""
    return "" if row is None else str(row[0])


def is_older(database_url: str) -> bool:
    """Whether something is to be migrated. A newer schema only has more. Raises
    :class:`retrieval.errors.DatabaseUnavailable`."""
    return current_revision(database_url) < newest_revision()
