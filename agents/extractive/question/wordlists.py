"""The word lists of the question, kept as text files beside the code."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


def lines_of(name: str) -> tuple[str, ...]:
    """The lines of a word list, comments left out."""
    text = (files("agents.extractive.question") / "words" / name).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(word for line in lines_of(name) for word in line.split())
