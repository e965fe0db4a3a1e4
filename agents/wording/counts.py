"""Numbers of things in words."""

from __future__ import annotations


def count_of(number: int, noun: str) -> str:
    """``1 document``, ``2 documents``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
