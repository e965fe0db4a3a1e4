"""What reports of ingestion say about a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be taken in, or not as it should be, with a plain sentence."""

    path: str
    reason: str
    taken: bool = False
    """Whether it was taken in all the same."""
