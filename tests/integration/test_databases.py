"""A database that a test has used is lent again as if it were new."""

from __future__ import annotations

import uuid
from contextlib import suppress

import psycopg
import pytest
from sqlalchemy import Select, literal_column, select
from sqlalchemy.engine.default import DefaultExecutionContext

from retrieval.sql import open_database
from tests.databases import CleanDatabases

HOME = "insert into homes (team, person) values ('T', 'U')"
STORED = """
    insert into inbox (event_id, team, channel, message_ts, sender, payload)
    values ('Ev1', 'T', 'C', '1.0', 'U', '{}') returning id
"""


def content(connection: psycopg.Connection) -> list[object]:
    tables = "select tablename from pg_tables where schemaname = 'public' order by 1"
    return [
        (table, connection.execute(f"select * from {table}".encode()).fetchall())
        for (table,) in connection.execute(tables).fetchall()
    ]


def number(connection: psycopg.Connection) -> object:
    """By which the server knows the database, whatever its name."""
    told = "select oid from pg_database where datname = current_database()"
    return connection.execute(told).fetchone()


def test_rows_and_sequences_are_as_they_were(clean_databases: CleanDatabases) -> None:
    with clean_databases.lent() as first, psycopg.connect(first) as connection:
        before, known = content(connection), number(connection)
        stored = connection.execute(STORED).fetchone()
        connection.execute("delete from seats")
        connection.commit()
        assert content(connection) != before
    with clean_databases.lent() as second, psycopg.connect(second) as connection:
        assert number(connection) == known
        assert content(connection) == before
        assert connection.execute(STORED).fetchone() == stored


def test_a_connection_that_was_left_is_ended(clean_databases: CleanDatabases) -> None:
    with clean_databases.lent() as first:
        left = psycopg.connect(first)
        known = number(left)
        left.execute("lock table inbox")
    with clean_databases.lent() as second, psycopg.connect(second) as connection:
        assert number(connection) == known
        assert connection.execute(STORED).fetchone() is not None
    with suppress(psycopg.OperationalError):
        left.close()


def test_what_a_test_has_left_does_not_find_the_database_again(
    clean_databases: CleanDatabases,
) -> None:
    with clean_databases.lent() as first, psycopg.connect(first) as connection:
        known = number(connection)
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(first)
    with clean_databases.lent() as second, psycopg.connect(second) as connection:
        assert number(connection) == known


@pytest.mark.parametrize(
    "change",
    [
        "create table of_a_test (n int)",
        "alter table inbox add column of_a_test int",
        "drop table seats",
        "truncate inbox",
        "create function of_a_test() returns int language sql as 'select 1'",
        "create or replace function procrastinate_notify_queue_job_inserted_v1() returns trigger "
        "language plpgsql as 'begin return new; end'",
        "create index of_a_test on inbox (team)",
        "alter table procrastinate_jobs disable trigger all",
    ],
)
def test_a_changed_schema_is_not_lent_again(clean_databases: CleanDatabases, change: str) -> None:
    with clean_databases.lent() as first, psycopg.connect(first) as connection:
        known = number(connection)
        connection.execute(change.encode())
    with clean_databases.lent() as second, psycopg.connect(second) as connection:
        assert number(connection) != known


async def test_a_statement_is_compiled_once_for_all_databases_of_the_tests(
    clean_databases: CleanDatabases,
) -> None:
    # Made here: no test before has compiled it.
    statement: Select[int] = select(literal_column("7").label(f"made_{uuid.uuid4().hex}"))
    compiled: list[object] = []
    for _ in range(2):
        with clean_databases.lent() as url:
            async with open_database(url) as database, database.transaction() as connection:
                told = await connection.execute(statement)
                assert told.scalar_one() == 7
                assert isinstance(told.context, DefaultExecutionContext)
                compiled.append(told.context.compiled)
    assert compiled[0] is compiled[1]
