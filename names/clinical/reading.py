"""Everything clinical that a text says, over all dimensions together."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from names.clinical.values import Found

Reader = Callable[[str], tuple[Found, ...]]
READERS: tuple[Reader, ...] = ()
"""One reader a dimension."""


@lru_cache(maxsize=30_000)
def read_clinical(text: str) -> tuple[Found, ...]:
    """The values that a question or a sentence of a source states, ordered by place."""
    found = [each for reader in READERS for each in reader(text)]
    return tuple(sorted(found, key=lambda each: (each.start, each.end)))
