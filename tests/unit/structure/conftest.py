"""What was parsed goes with the last test: a million objects that the collector would visit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.structure import sources


@pytest.fixture(scope="package", autouse=True)
def forgotten() -> Iterator[None]:
    yield
    sources.nodes.cache_clear()
    sources._tree.cache_clear()
