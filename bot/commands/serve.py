"""The processes: ``demo`` has all of them, ``listen``, ``serve`` and ``worker`` are one each.

Each imports what it needs when it begins: what the demo and a migration need would be a tenth of
the memory of the bot."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from bot.processes.bootstrap import migrated_database_url
from bot.settings import Settings, read_settings


def demo(
    ask: Annotated[
        str,
        typer.Option(envvar="ASK", help="A question to ask at once; its thread is printed."),
    ] = "",
) -> None:
    """Run everything on this machine: PostgreSQL, a local Slack workspace, bot and worker."""
    from rich.console import Console

    from bot.demo.run import demo as run

    run(read_settings(), ask.strip(), Console())


def listen() -> None:
    """Run the bot over Socket Mode (needs SLACK_BOT_TOKEN and SLACK_APP_TOKEN)."""
    from bot.processes.listen import listen as run

    with _with_database() as settings:
        asyncio.run(run(settings))


def serve() -> None:
    """Run the bot over HTTP on $PORT (needs SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET)."""
    from bot.processes.serve import serve as run

    with _with_database() as settings:
        asyncio.run(run(settings))


def api() -> None:
    """Answer questions of other programs over HTTP on $CURBSIDE_API_PORT."""
    from bot.processes.api import serve_api

    with _with_database() as settings:
        asyncio.run(serve_api(settings))


def worker() -> None:
    """Answer questions from the queue and post what is due."""
    from bot.processes.worker import work

    with _with_database() as settings:
        asyncio.run(work(settings))


def migrate() -> None:
    """Bring the database of DATABASE_URL to the newest schema (the release phase)."""
    settings = read_settings()
    if settings.database_url:
        from bot.db.schema.migrate import migrate as migrate_database

        migrate_database(settings.database_url)
    else:
        with migrated_database_url(settings):
            pass


@contextmanager
def _with_database() -> Iterator[Settings]:
    """The settings with a database that is there. Production migrates in the release phase, so
    only a database of our own is migrated here."""
    settings = read_settings()
    with migrated_database_url(settings) as url:
        yield settings.model_copy(update={"database_url": url})
