"""Looks at PostgreSQL: that of ``DATABASE_URL``, or our own in the data folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.commands.checks.check import Check
from bot.db.schema.schema_version import current_revision, newest_revision
from bot.db.server.own_postgres import PostgresError
from bot.failures.database_refusals import why_unavailable
from bot.processes.bootstrap import database_url_for
from bot.settings import Settings
from retrieval.errors import DatabaseUnavailable

PART = "PostgreSQL"
FIRST_USE = "`curbside ingest` or the first `curbside ask` fills it."


@asynccontextmanager
async def look_at_database(settings: Settings) -> AsyncIterator[tuple[str, Check]]:
    """The database as long as the checks need it; the URL is empty when it does not answer."""
    try:
        with database_url_for(settings) as url:
            revision = await asyncio.to_thread(current_revision, url)
            yield url, _schema(settings, revision)
    except GeneratorExit:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the driver says, the table goes on
        yield "", database_problem(settings, error)


def database_problem(settings: Settings, error: Exception) -> Check:
    """What is said of a database that does not answer, and what to do."""
    match error:
        case DatabaseUnavailable():
            return Check(PART, "wrong", "does not answer", why_unavailable(error))
        case PostgresError():
            return Check(PART, "wrong", "our own could not be started", error.detail)
    advice = (
        "Check DATABASE_URL: host, port, user, password, database."
        if settings.database_url
        else f"Look into {settings.home / 'logs'}, or set DATABASE_URL to a PostgreSQL of yours."
    )
    return Check(PART, "wrong", f"does not answer ({type(error).__name__})", advice)


def _schema(settings: Settings, revision: str) -> Check:
    which = "DATABASE_URL" if settings.database_url else "our own, in the data folder"
    if not revision and settings.database_url:
        return Check(PART, "wrong", f"{which}, no tables yet", "Run `curbside migrate`.")
    if not revision:
        return Check(PART, "off", f"{which}, new and empty", FIRST_USE)
    if revision < newest_revision():
        return Check(PART, "wrong", f"{which}, schema is old", "Run `curbside migrate`.")
    if revision > newest_revision():
        advice = "Install that version here, too: workers of two versions cannot share a database."
        return Check(PART, "ok", f"{which}, schema is of a newer version", advice)
    return Check(PART, "ok", f"{which}, schema is current")
