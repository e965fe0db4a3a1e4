"""The one place that knows which errors of the drivers mean that PostgreSQL is away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from retrieval.errors import DatabaseUnavailable

AWAY = (
    OperationalError,
    InterfaceError,
    InternalError,
    # All connections of the pool are in use, and none came back in time.
    PoolExhausted,
    # The same from psycopg itself, for connections that stand outside the pool.
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.InternalError,
    # Asked for by psycopg itself as processes start, as which user is then told.
    psycopg.errors.InsufficientPrivilege,
    OSError,
)
"""Failures that pass by themselves: the server is down, restarts, ends a session, or is full."""


@contextmanager
def translate_database_errors() -> Iterator[None]:
    """Raise :class:`retrieval.errors.DatabaseUnavailable` for every error that means it. An error
    that says that a query is wrong comes through as it is."""
    try:
        yield
    except AWAY as error:
        raise DatabaseUnavailable from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise DatabaseUnavailable from error
        raise
