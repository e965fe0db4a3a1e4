"""The composition root: what it opens is closed, whatever fails, and its connections are few."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.composition import open_ingestion
from bot.settings import Settings
from retrieval.errors import DatabaseUnavailable, EmbedderUnavailable
from tests.integration.bot.slack import until

AWAY = "postgresql://nobody@127.0.0.1:9/none"


def settings_of(home: Path, **more: Any) -> Settings:
    return Settings(_env_file=None, home=home, **more)


def our_threads() -> set[str]:
    """Threads that a part of a process keeps; those of the event loop end with the loop."""
    names = ("minilm", "embedded-store", "fastembed", "langchain")
    return {one.name for one in threading.enumerate() if one.name.startswith(names)}


def sessions(database_url: str) -> int:
    """How many connections there are to the database, without this one."""
    with psycopg.connect(database_url) as connection:
        row = connection.execute(
            "select count(*) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        ).fetchone()
    assert row is not None
    return int(row[0])


async def closed(database_url: str) -> bool:
    return sessions(database_url) == 0


async def test_a_database_that_is_away_closes_the_embedder(tmp_path: Path) -> None:
    before = our_threads()
    with pytest.raises(DatabaseUnavailable):
        async with open_ingestion(settings_of(tmp_path), AWAY):
            pass
    assert our_threads() == before


async def test_an_embedder_that_is_missing_closes_the_database(
    tmp_path: Path, database_url: str
) -> None:
    with pytest.raises(EmbedderUnavailable):
        async with open_ingestion(settings_of(tmp_path, embedder="fastembed:none"), database_url):
            pass
    await until(lambda: closed(database_url))
