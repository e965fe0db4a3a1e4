from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from retrieval.ingestion.staging import Staging
from retrieval.sql import open_database


@pytest.fixture
async def staging(database_url: str) -> AsyncIterator[Staging]:
    async with open_database(database_url) as database:
        yield Staging(database)
