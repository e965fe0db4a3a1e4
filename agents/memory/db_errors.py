"""Where a database that is away becomes a failure of the agent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from agents.errors import MemoryUnavailable
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import translate_database_errors


@contextmanager
def translate_memory_errors() -> Iterator[None]:
    """Raise :class:`agents.errors.MemoryUnavailable` for every error that means it."""
    try:
        with translate_database_errors():
            yield
    except DatabaseUnavailable as error:
        raise MemoryUnavailable from error
