"""The ledger's connection to PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine


class LedgerUnavailable(Exception):
    """The database did not answer."""


def driver_url(url: str) -> str:
    """The same database as psycopg itself reads it, without SQLAlchemy's driver name."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


class Ledger:
    """Inbox, outbox and queue of one database. Cheap to make; connects when first used."""

    def __init__(self, engine: AsyncEngine, url: str) -> None:
        self._engine = engine
        self.url = url

    @classmethod
    def connect(cls, url: str) -> Ledger:
        """For the database at ``url`` (``postgresql://…``)."""
        engine = create_async_engine(
            make_url(url).set(drivername="postgresql+psycopg"),
            pool_size=6,
            max_overflow=6,
            pool_timeout=5,
            pool_pre_ping=True,
            # Parameters are the words of people; they must not reach a log.
            hide_parameters=True,
            connect_args={"connect_timeout": 3},
        )
        return cls(engine, driver_url(url))

    async def close(self) -> None:
        await self._engine.dispose()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """One short transaction. Raises :class:`LedgerUnavailable` when the database is away."""
        try:
            async with self._engine.begin() as connection:
                yield connection
        except (DBAPIError, OSError, TimeoutError) as error:
            if isinstance(error, DBAPIError) and not _is_away(error):
                raise
            raise LedgerUnavailable from error

    async def ping(self) -> None:
        """Raise :class:`LedgerUnavailable` unless the database answers."""
        async with self.transaction() as connection:
            await connection.execute(text("select 1"))


def _is_away(error: DBAPIError) -> bool:
    return error.connection_invalidated or type(error.orig).__name__ in {
        "OperationalError",
        "AdminShutdown",
        "CrashShutdown",
        "CannotConnectNow",
        "ConnectionTimeout",
        "InterfaceError",
    }
