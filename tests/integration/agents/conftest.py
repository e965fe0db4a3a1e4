"""A memory in a fresh database."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from agents.memory.database import Memory
from retrieval.sql import open_database

CONNECTIONS = 24
"""Each run that is answered keeps one; some tests answer twelve side by side."""


@pytest.fixture
async def memory(database_url: str) -> AsyncIterator[Memory]:
    async with open_database(database_url, connections=CONNECTIONS) as database:
        yield Memory(database)
