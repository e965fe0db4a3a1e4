"""The composition root: what it opens is closed, whatever fails, and its connections are few."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import text

from agents.errors import ModelMisconfigured
from bot.composition import (
    SHORT_TRANSACTIONS,
    open_consultation,
    open_database_parts,
    open_ingestion,
    open_search,
)
from bot.settings import Settings
from retrieval.errors import (
    DatabaseUnavailable,
    EmbedderUnavailable,
    RerankerUnavailable,
)
from retrieval.sql import Database
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import Slack
from tests.waiting import eventually

AWAY = "postgresql://nobody@127.0.0.1:9/none"
Opening = Callable[[Settings, str], AbstractAsyncContextManager[Any]]


def settings_of(home: Path, **more: Any) -> Settings:
    return Settings(_env_file=None, home=home, **more)


def our_threads() -> set[str]:
    """Threads that a part keeps for itself; those of the event loop end with the loop."""
    parts = ("minilm", "embedded-store", "fastembed", "langchain", "cohere")
    return {one.name for one in threading.enumerate() if one.name.startswith(parts)}


SESSIONS = (
    "select count(*) from pg_stat_activity where datname = current_database()"
    " and pid <> pg_backend_pid() and backend_type = 'client backend'"
)


def sessions(database_url: str) -> int:
    """How many connections there are to the database, without the one that counts. That may still
    be seen by the next that counts."""
    with psycopg.connect(database_url) as connection:
        row = connection.execute(SESSIONS).fetchone()
    assert row is not None
    return int(row[0])


async def assert_all_closed(database_url: str) -> None:
    async def closed() -> bool:
        return sessions(database_url) == 0

    await eventually(closed)
    assert our_threads() == set()


@pytest.mark.parametrize("opening", [open_ingestion, open_search, open_consultation])
async def test_a_database_that_is_away_leaves_no_embedder_behind(
    opening: Opening, tmp_path: Path
) -> None:
    with pytest.raises(DatabaseUnavailable):
        async with opening(settings_of(tmp_path), AWAY):
            pass
    assert our_threads() == set()


@pytest.mark.parametrize(
    ("opening", "wrong", "error"),
    [
        (open_ingestion, {"embedder": "fastembed:none"}, EmbedderUnavailable),
        (open_search, {"reranker": "nobody:none"}, RerankerUnavailable),
        (open_ingestion, {"home": Path(__file__)}, FileExistsError),
        (open_consultation, {"model": "nobody:none"}, ModelMisconfigured),
    ],
    ids=["embedder", "reranker", "store", "core"],
)
async def test_a_part_that_does_not_open_closes_those_before_it(
    opening: Opening,
    wrong: dict[str, Any],
    error: type[Exception],
    tmp_path: Path,
    database_url: str,
) -> None:
    with pytest.raises(error):
        async with opening(settings_of(**{"home": tmp_path, **wrong}), database_url):
            pass
    await assert_all_closed(database_url)


async def test_a_block_that_fails_closes_everything(tmp_path: Path, database_url: str) -> None:
    async def fail() -> None:
        async with open_consultation(settings_of(tmp_path), database_url):
            assert our_threads()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    await assert_all_closed(database_url)


async def test_a_consultation_keeps_to_its_connections_under_load(
    tmp_path: Path, database_url: str
) -> None:
    limit = 3 + SHORT_TRANSACTIONS
    connect = psycopg.AsyncConnection.connect
    async with (
        open_consultation(settings_of(tmp_path), database_url, runs=3) as consultation,
        await connect(database_url, autocommit=True) as counting,
    ):

        async def others() -> int:
            row = await (await counting.execute(SESSIONS)).fetchone()
            assert row is not None
            return int(row[0]) - 1

        staging = consultation.search.ingestion.staging
        work = [consultation.memory.recent_runs() for _ in range(40)]
        work += [staging.files("genes/") for _ in range(40)]
        # Whoever reads the runs waits for this one, so all connections are in use at once.
        async with await connect(database_url) as holding:
            await holding.execute("lock table runs in access exclusive mode")
            looking = asyncio.ensure_future(asyncio.gather(*work))

            async def all_are_in_use() -> bool:
                return await others() >= limit

            await eventually(all_are_in_use, "as many connections as there may be")
            most = max([await others() for _ in range(20)])
        await looking
    assert most == limit


async def test_a_process_that_takes_events_in_keeps_to_its_connections(
    tmp_path: Path, database_url: str
) -> None:
    async with open_database_parts(settings_of(tmp_path), database_url, 8) as records:
        work = asyncio.gather(*(records.memory.recent_runs() for _ in range(60)))
        await work
        assert sessions(database_url) <= 8


async def test_a_pool_without_a_free_connection_is_a_database_that_is_away(
    database_url: str,
) -> None:
    database = Database(database_url, connections=1, pool_seconds=0.05)
    try:
        async with database.transaction():
            with pytest.raises(DatabaseUnavailable):
                await database.ping()
        await database.ping()
    finally:
        await database.close()


async def test_a_single_statement_waits_for_no_commit(database_url: str) -> None:
    database = Database(database_url, connections=1)
    clock = text("select transaction_timestamp()")
    try:
        async with database.statements() as connection:
            first, second = [await connection.scalar(clock) for _ in range(2)]
            assert first < second, "both are in one transaction"
        async with database.transaction() as connection:
            first, second = [await connection.scalar(clock) for _ in range(2)]
            assert first == second, "a transaction is not whole after single statements"
    finally:
        await database.close()


async def test_the_sweep_outlasts_a_pool_without_a_free_connection(slack: Slack, bot: Bot) -> None:
    busy = Database(bot.settings.database_url or "", connections=1, pool_seconds=0.05)
    bot.database, kept = busy, bot.database
    try:
        async with busy.transaction():
            listening = bot.listening()
            await listening.__aenter__()
            await asyncio.sleep(0.5)
        ts = await slack.ask("What was the response rate in the alpha trial?")
        bot.database = kept
        async with bot.working():
            assert len(await slack.finished(ts)) == 2
        await listening.__aexit__(None, None, None)
    finally:
        await busy.close()
