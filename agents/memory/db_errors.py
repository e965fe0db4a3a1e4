"""Where failures of the database become failures of the agent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from agents.errors import MemoryUnavailable


@contextmanager
def translated() -> Iterator[None]:
    """Turn what the driver raises when PostgreSQL is gone into :class:`MemoryUnavailable`."""
    try:
        yield
    except (OperationalError, InterfaceError, InternalError, PoolTimeout) as error:
        raise MemoryUnavailable(type(error).__name__) from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise MemoryUnavailable(type(error).__name__) from error
        raise
