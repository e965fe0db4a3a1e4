"""The engine of a process and its one pool of connections.

Everything in a process that speaks SQL shares one :class:`Database`: the journal
(:mod:`agents.memory`), the staging table (:mod:`retrieval.ingestion.staging`) and the bot's own
tables (``bot.db``).
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from select import POLLIN, poll

import psycopg
from sqlalchemy import URL, Engine, create_engine, event, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from retrieval.sql.errors import translate_database_errors

CONNECTIONS = 8
"""Of a pool, unless the caller knows better. Chosen by hand: short transactions take
milliseconds, so a few connections serve many of them."""
POOL_SECONDS = 30.0
"""How long a transaction waits for a free connection: SQLAlchemy's own default. Hundreds of events
at once on a busy machine are stored late then, and not refused."""
CONNECT_SECONDS = 3
"""How long a connection may take to open. Chosen by hand: on a local network it takes
milliseconds."""

SURE_SECONDS = 1.0
"""A connection that was used so lately, and on which the server has said nothing since, is used
again without asking whether it still stands: with that question a single statement took two round
trips. Chosen by hand: a question keeps a few connections busy; what no longer answers without
having said so (a broken line) is found by the statement itself, as one that breaks right behind the
question is."""

IDLE_SECONDS = 8.0
"""After so long without a word in an open transaction PostgreSQL ends it, with its connection: a
process that hangs in one would keep its rows locked, and with them whoever takes over. Chosen by
hand: longer than a busy machine holds a process up, and short enough that people are answered."""
_USED_AT = "used_at"
END_WHEN_IDLE = f"set idle_in_transaction_session_timeout = {IDLE_SECONDS * 1000:.0f}"
"""The first statement of each connection that has transactions; not a part of its address, which a
pooler on the way might refuse."""


DriverConnection = psycopg.AsyncConnection
"""A connection as the driver has it, for the few statements that are worth doing without
SQLAlchemy. What it raises is the driver's: :func:`translate_database_errors`."""


class Database:
    """One PostgreSQL and the pool of connections to it. Connects when it is first used.

    All methods raise :class:`retrieval.errors.DatabaseUnavailable` when it does not answer, also
    when no connection of the pool becomes free in time."""

    def __init__(
        self, url: str, *, connections: int = CONNECTIONS, pool_seconds: float = POOL_SECONDS
    ) -> None:
        self.url = driver_url(url)
        """As psycopg itself reads it."""
        self.connections = connections
        """How many may be open at a time."""
        self._engine: AsyncEngine = create_async_engine(
            _sqlalchemy_url(url),
            pool_size=connections,
            max_overflow=0,
            pool_timeout=pool_seconds,
            # Parameters are the words of people; they must not reach a log.
            hide_parameters=True,
            connect_args={"connect_timeout": CONNECT_SECONDS},
        )
        pool = self._engine.sync_engine.pool
        event.listen(pool, "connect", _end_when_idle)
        event.listen(pool, "checkin", _note_use)
        event.listen(pool, "checkout", partial(_ask_after_rest, self._engine.dialect))
        self._single = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def engine(self) -> AsyncEngine:
        """For libraries that bring their own statements. What they raise is the driver's:
        :func:`translate_database_errors`."""
        return self._engine

    async def close(self) -> None:
        """Close the connections. Closing twice is fine."""
        await self._engine.dispose()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """One short transaction; committed when the block ends, rolled back when it raises."""
        with translate_database_errors():
            async with self._engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def statements(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which each statement is a transaction of its own: one round trip in
        place of three, for who needs no more than one statement, or whom a death between two of
        them does not harm."""
        with translate_database_errors():
            async with self._single.connect() as connection:
                yield connection

    async def connection(self) -> AsyncConnection:
        """A connection of the pool for as long as the caller keeps it. The caller closes it."""
        with translate_database_errors():
            return await self._engine.connect()

    async def ping(self) -> None:
        """Return when the database answers."""
        async with self.transaction() as connection:
            await connection.execute(text("select 1"))


@asynccontextmanager
async def open_database(url: str, *, connections: int = CONNECTIONS) -> AsyncIterator[Database]:
    """The database at ``url``, asked once whether it is there, and closed afterwards. At most
    ``connections`` are open at a time. Raises :class:`retrieval.errors.DatabaseUnavailable`."""
    database = Database(url, connections=connections)
    try:
        await database.ping()
        yield database
    finally:
        await database.close()


async def driver_of(connection: AsyncConnection) -> DriverConnection:
    """The same connection as the driver has it."""
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, DriverConnection), "the driver of the engine"
    return driver


def _end_when_idle(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(END_WHEN_IDLE)
    cursor.close()
    connection.commit()


def _note_use(_connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
    record.info[_USED_AT] = time.monotonic()


def _ask_after_rest(
    dialect: Dialect, connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object
) -> None:
    """Ask a connection that nobody has used for a while whether it still stands. With one that does
    not, all that are as old are given up."""
    used_at = record.info.get(_USED_AT)
    lately = used_at is None or time.monotonic() - used_at < SURE_SECONDS
    if lately and not _has_news(record.driver_connection):
        return
    try:
        stands = dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise InvalidatePoolError from error
    if not stands:
        raise InvalidatePoolError


def _has_news(connection: object) -> bool:
    """Whether the server has said something unasked: a server that goes closes its end."""
    assert isinstance(connection, DriverConnection), "the driver of the engine"
    if connection.closed:
        return True
    looking = poll()
    looking.register(connection.fileno(), POLLIN)
    return bool(looking.poll(0))


def sync_engine(url: str) -> Engine:
    """An engine for migrations, which run before anything else and in no event loop."""
    return create_engine(_sqlalchemy_url(url), hide_parameters=True)


def driver_url(url: str) -> str:
    """The address as psycopg reads it, without SQLAlchemy's driver name."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def _sqlalchemy_url(url: str) -> URL:
    """A ``postgres://`` or ``postgresql://`` address as SQLAlchemy's psycopg driver wants it."""
    return make_url(url).set(drivername="postgresql+psycopg")
