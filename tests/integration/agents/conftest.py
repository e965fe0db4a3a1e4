"""A memory in a fresh database."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from agents.memory.database import Memory


@pytest.fixture
async def memory(database_url: str) -> AsyncIterator[Memory]:
    memory = await Memory.connect(database_url)
    yield memory
    await memory.close()
