from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from retrieval.ingestion.staging import Staging


@pytest.fixture
async def staging(database_url: str) -> AsyncIterator[Staging]:
    opened = await Staging.connect(database_url)
    yield opened
    await opened.close()
