"""What must be there before a run can start: a migrated database and filled silos."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from bot.db.server import own_postgres
from bot.settings import SHIPPED_CORPUS, Settings
from retrieval.errors import SiloUnavailable

if TYPE_CHECKING:
    from rich.console import Console

    from retrieval.ingestion.components import Ingestion

OUTDATED = "The silos hold the starter corpus of another version of Curbside."
UPDATE = "Run `curbside ingest`."


@contextmanager
def database_url_for(settings: Settings) -> Iterator[str]:
    """URL of the configured database, or of our own for as long as the block lasts."""
    if settings.database_url:
        yield settings.database_url
        return
    with own_postgres.running_server(settings.home) as server:
        yield server.url


@contextmanager
def migrated_database_url(settings: Settings) -> Iterator[str]:
    """URL of a database with the newest schema. One of our own is brought to it; that of
    DATABASE_URL may be used by others and is not: raises
    :class:`bot.failures.sentences.StartRefused`."""
    with database_url_for(settings) as url:
        if settings.database_url:
            refuse_older_schema(url)
        else:
            migrate_if_needed(url)
        yield url


@contextmanager
def database_url_to_fill(settings: Settings) -> Iterator[str]:
    """URL of a database that was brought to the newest schema: the release phase, or what fills
    silos, which is part of it."""
    with database_url_for(settings) as url:
        migrate_if_needed(url)
        yield url


def refuse_older_schema(url: str) -> None:
    """Raises :class:`bot.failures.sentences.StartRefused` if the database was not migrated to what
    this version needs; a newer schema only has more. Raises
    :class:`retrieval.errors.DatabaseUnavailable` when it does not answer."""
    from bot.db.schema.schema_version import current_revision, newest_revision
    from bot.failures import sentences

    current, newest = current_revision(url), newest_revision()
    if current < newest:
        raise sentences.schema_refused(current, newest)


def migrate_if_needed(url: str) -> None:
    """Bring a database to the newest schema; one of a newer version stays as it is. Raises
    :class:`retrieval.errors.DatabaseUnavailable`."""
    # Not before the server is on its way: it brings SQLAlchemy.
    from bot.db.schema.schema_version import is_older

    if is_older(url):
        # Alembic is slow to import, and mostly there is nothing to do.
        from bot.db.schema.migrate import migrate

        migrate(url)


async def fill_silos_if_needed(
    settings: Settings,
    ingestion: Ingestion,
    console: Console,
    warn: Callable[[str], None] | None = None,
) -> None:
    """Ingest the corpus when no silo holds anything yet, or when the silos hold the starter corpus
    as another version of the program had it. A store that does not answer is left for the searches
    to report; a damaged one raises :class:`retrieval.errors.StoreDamaged`. The silos of a
    DATABASE_URL may be used by others and are not changed: it is said what must be done, by
    ``warn`` if it is given, else on the console."""
    if await ingestion.is_empty():
        # Said in words, too: a bar is drawn on a terminal only.
        _say(console, f"Reading {_name_of_corpus(settings)} …")
    elif not await _can_be_told_old(settings, ingestion):
        return
    elif settings.database_url:
        (warn or partial(_say, console))(f"{OUTDATED} {UPDATE}")
        return
    else:
        _say(console, "Bringing the starter corpus to this version (once, under a minute) …")
    from bot.processes.filling import ingest_corpus

    await ingest_corpus(settings, ingestion, console)


async def holds_old_corpus(settings: Settings, ingestion: Ingestion) -> bool:
    """Whether the silos hold the starter corpus as another version of the program had it; false
    where it is not used. Raises :class:`retrieval.errors.SiloUnavailable`."""
    if settings.corpus != SHIPPED_CORPUS:
        return False
    from retrieval.ingestion.folders.outdated import is_outdated

    return await is_outdated(settings.corpus, ingestion, SHIPPED_CORPUS.name)


async def _can_be_told_old(settings: Settings, ingestion: Ingestion) -> bool:
    try:
        return await holds_old_corpus(settings, ingestion)
    except SiloUnavailable:
        return False


def _say(console: Console, line: str) -> None:
    console.print(line, markup=False, highlight=False)


def _name_of_corpus(settings: Settings) -> str:
    if settings.corpus == SHIPPED_CORPUS:
        return "the starter corpus (once, under a minute)"
    return f"{settings.corpus} (once)"
