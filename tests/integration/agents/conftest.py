"""A memory in a fresh database."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from agents.memory import reviews
from agents.memory.database import Memory
from agents.turns import Review
from retrieval.sql import open_database

CONNECTIONS = 24
"""Each run that is answered keeps one; some tests answer twelve side by side."""


async def mark(memory: Memory, run_id: str, review: Review) -> None:
    """A person marks a run."""
    async with memory._transaction() as connection:
        await reviews.add_review(connection, run_id, review)


@pytest.fixture
async def memory(database_url: str) -> AsyncIterator[Memory]:
    async with open_database(database_url, connections=CONNECTIONS) as database:
        yield Memory(database)
