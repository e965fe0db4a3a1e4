"""Migrated databases for tests: each is lent to one test at a time and emptied for the next."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, LiteralString

import psycopg
from psycopg import sql
from sqlalchemy import Engine
from sqlalchemy.ext.asyncio import AsyncEngine

CATALOGS: tuple[LiteralString, ...] = (
    "pg_class", "pg_attribute", "pg_attrdef", "pg_constraint", "pg_db_role_setting", "pg_index",
    "pg_namespace", "pg_proc", "pg_trigger", "pg_type",
)  # fmt: skip
"""Where a database says which tables, functions and settings it has."""
ENDING_MILLISECONDS = 5_000
"""In which a connection that a test has left must end; else the database is dropped with it."""
_TABLES = "select tablename from pg_tables where schemaname = 'public' order by tablename"
_SEQUENCES = """
    select sequencename, coalesce(last_value, start_value), last_value is not null
    from pg_sequences where schemaname = 'public'
"""
_OTHERS = """
    select pg_terminate_backend(pid, %s) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
"""


@dataclass(frozen=True, slots=True)
class Content:
    """What a migrated database holds before a test."""

    schema: tuple[object, ...]
    rows: dict[str, bytes]
    """Table → its rows as COPY writes them; empty for most."""
    sequences: tuple[tuple[str, int, bool], ...]
    """Name, where it stands, and whether that number was given already."""


@dataclass
class CleanDatabases:
    """Copies of a template. To copy and drop one takes 0.07 to 0.18 s of the processor, to empty
    one 0.02 s (measured). A database whose tables, functions or settings a test has changed is
    dropped."""

    server_url: str
    template: str
    _idle: list[str] = field(default_factory=list)
    _content: Content | None = None
    _server: psycopg.Connection | None = None
    """Kept open: to connect takes 6 ms of the processor, a fifth of what a test's database does
    (measured)."""

    @contextmanager
    def lent(self) -> Iterator[str]:
        """The URL of a database that is as the template."""
        name = self._idle.pop() if self._idle else self._copied()
        url = with_database(self.server_url, name)
        if self._content is None:
            self._content = _content_of(url)
        yield url
        if _restored(url, self._content) and (renamed := self._renamed(name)):
            self._idle.append(renamed)
        else:
            self._execute(f"drop database {name} with (force)")

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def _execute(self, statement: str) -> None:
        if self._server is None or self._server.broken:
            self._server = psycopg.connect(self.server_url, autocommit=True)
        self._server.execute(statement.encode())

    def _renamed(self, name: str) -> str:
        """Another name of the database, so that a process which a test has left finds it no more;
        empty where one is connected again."""
        other = f"test_{uuid.uuid4().hex[:12]}"
        try:
            self._execute(f"alter database {name} rename to {other}")
        except psycopg.errors.ObjectInUse:
            return ""
        return other

    def _copied(self) -> str:
        name = f"test_{uuid.uuid4().hex[:12]}"
        # Its files are copied as they are: half of the work of writing each page to the log, too.
        copied = f"template {self.template} strategy file_copy"
        self._execute(f"create database {name} {copied}")
        return name


def compiling_once(create: Callable[..., AsyncEngine]) -> Callable[..., AsyncEngine]:
    """Makes the same engines, but a statement that one of them has compiled is not compiled again
    for another. A process of ours has one engine; the tests of one process have one after the
    other, and compiled the same statements for each: a seventh of what the tests of the bot took
    (profiled). Compiled statements belong to a dialect, so they share that, too: it says how
    PostgreSQL and its driver write SQL, and holds no connection."""
    known: list[Engine] = []

    def made(*args: Any, **options: Any) -> AsyncEngine:
        engine = create(*args, **options)
        # A dialect learns at its first connection which version of PostgreSQL it writes for.
        if known and getattr(known[-1].dialect, "server_version_info", None):
            engine.sync_engine.dialect = known[-1].dialect
            engine.sync_engine._compiled_cache = known[-1]._compiled_cache
        else:
            known[:] = [engine.sync_engine]
        return engine

    return made


def with_database(url: str, name: str) -> str:
    """The same server's URL for another database."""
    return url.replace("/curbside?", f"/{name}?")


def execute(url: str, statement: str) -> None:
    """Run one statement by itself."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def _content_of(url: str) -> Content:
    with psycopg.connect(url) as connection:
        rows: dict[str, bytes] = {}
        for (table,) in connection.execute(_TABLES).fetchall():
            copied = sql.SQL("copy {} to stdout").format(sql.Identifier(table))
            with connection.cursor().copy(copied) as copy:
                rows[table] = b"".join(map(bytes, copy))
        sequences = connection.execute(_SEQUENCES).fetchall()
        return Content(_schema_of(connection), rows, tuple((s[0], s[1], s[2]) for s in sequences))


def _restored(url: str, content: Content) -> bool:
    """Whether the database holds again what it held; False where it cannot be brought there."""
    with psycopg.connect(url) as connection:
        ended = connection.execute(_OTHERS, [ENDING_MILLISECONDS]).fetchall()
        if not all(gone for (gone,) in ended) or _schema_of(connection) != content.schema:
            return False
        # Neither triggers nor foreign keys: all rows go.
        connection.execute("set local session_replication_role = replica")
        delete = sql.SQL("delete from {}")
        connection.execute(
            sql.SQL("; ").join(delete.format(sql.Identifier(each)) for each in content.rows)
        )
        for table, rows in content.rows.items():
            if rows:
                copied = sql.SQL("copy {} from stdin").format(sql.Identifier(table))
                with connection.cursor().copy(copied) as copy:
                    copy.write(rows)
        for sequence, value, was_given in content.sequences:
            connection.execute(
                "select setval(%s, %s, %s)", [f'public."{sequence}"', value, was_given]
            )
    return True


def _schema_of(connection: psycopg.Connection) -> tuple[object, ...]:
    """Of each catalogue how many rows it has and which transaction changed it last."""
    counted = "select count(*), max(xmin::text::bigint) from {}"
    queries = [sql.SQL(counted).format(sql.Identifier(each)) for each in CATALOGS]
    return tuple(connection.execute(sql.SQL(" union all ").join(queries)).fetchall())
