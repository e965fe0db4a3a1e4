"""What was parsed goes with the last test: a million objects that the collector would visit, which
it would also do again and again while they are made, for more than half of the time (measured)."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.unit.structure import sources


@pytest.fixture(scope="package", autouse=True)
def forgotten() -> Iterator[None]:
    gc.disable()
    yield
    sources.nodes.cache_clear()
    sources._tree.cache_clear()
    gc.enable()
