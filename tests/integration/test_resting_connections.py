"""A connection is asked whether it still stands when there is a reason to doubt it."""

from __future__ import annotations

from contextlib import AsyncExitStack

import psycopg
import pytest
from sqlalchemy import text

from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database, translate_database_errors
from retrieval.sql import database as of_pool
from tests.waiting import HANG_SECONDS

BACKEND = text("select pg_backend_pid()")


async def backend(database: Database) -> int:
    async with database.statements() as connection:
        return int((await connection.execute(BACKEND)).scalar_one())


def end(database_url: str, process: int) -> None:
    with psycopg.connect(database_url, autocommit=True) as other:
        other.execute("select pg_terminate_backend(%s, 5000)", (process,))


async def test_a_server_that_closed_its_end_is_noticed_before_the_next_statement(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_pool, "SURE_SECONDS", HANG_SECONDS)
    database = Database(database_url, connections=1)
    first = await backend(database)
    assert await backend(database) == first
    end(database_url, first)
    second = await backend(database)
    assert second != first
    await database.close()


async def test_one_that_rested_is_asked_and_one_in_use_is_not(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(database_url, connections=1)
    said: list[str] = []
    execute = psycopg.AsyncCursor.execute

    async def noted(cursor, query, *arguments, **options):  # type: ignore[no-untyped-def]
        said.append(str(query))
        return await execute(cursor, query, *arguments, **options)

    await backend(database)
    monkeypatch.setattr(psycopg.AsyncCursor, "execute", noted)
    monkeypatch.setattr(of_pool, "SURE_SECONDS", HANG_SECONDS)
    await backend(database)
    assert said == [BACKEND.text]
    monkeypatch.setattr(of_pool, "SURE_SECONDS", 0.0)
    await backend(database)
    assert said == [BACKEND.text, ";", BACKEND.text]
    await database.close()


async def test_one_that_ends_in_the_midst_says_that_the_database_is_away(
    database_url: str,
) -> None:
    database = Database(database_url, connections=1)
    async with AsyncExitStack() as stack:
        connection = await stack.enter_async_context(database.statements())
        own = (await connection.execute(BACKEND)).scalar_one()
        end(database_url, own)
        with pytest.raises(DatabaseUnavailable), translate_database_errors():
            await connection.execute(BACKEND)
    assert await backend(database) != own
    await database.close()
