"""Texts that PostgreSQL takes: those of one text, and all of what was parsed from JSON or YAML."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

MOST_NESTED = 100
"""Lists and objects in one another. Chosen by hand: messages and documents have about ten."""
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""NUL and halves of pairs of UTF-16, which JSON and YAML can name."""


def storable(text: str, instead: str = "") -> str:
    """The text with ``instead`` in the place of what no text of the database holds."""
    return _UNSTORABLE.sub(instead, text)


def change_texts(value: Any, change: Callable[[str], str], nested: int = 0) -> Any:
    """What was parsed, with each of its texts changed, keys too. Raises RecursionError for what is
    nested too deeply."""
    if isinstance(value, str):
        return change(value)
    if nested > MOST_NESTED:
        raise RecursionError
    if isinstance(value, list):
        return [change_texts(each, change, nested + 1) for each in value]
    if isinstance(value, dict):
        return {
            change_texts(key, change, nested + 1): change_texts(each, change, nested + 1)
            for key, each in value.items()
        }
    return value
