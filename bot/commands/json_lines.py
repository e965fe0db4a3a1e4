"""Files with a JSON object a line, as commands are given them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.failures.errors import BatchLineInvalid

MOST_NAMED = 5
"""Bad lines that are told one by one; of more, the number is told. Chosen by hand."""


def lines_of(path: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Each line that is not blank, with its number from 1: its object, or what is wrong with it.
    Raises :class:`bot.failures.errors.BatchLineInvalid` for a file without any."""
    found = False
    for number, line in enumerate(_text(path).split("\n"), 1):
        if line.strip():
            found = True
            yield number, _object(line)
    if not found:
        raise BatchLineInvalid(f"{path} holds no line.")


def refuse(path: Path, problems: list[str]) -> None:
    """Raises :class:`bot.failures.errors.BatchLineInvalid` if there are any, and names them."""
    if problems:
        more = f" And {len(problems) - MOST_NAMED} more." if len(problems) > MOST_NAMED else ""
        raise BatchLineInvalid(f"{path}: {' '.join(problems[:MOST_NAMED])}{more}")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BatchLineInvalid(f"{path} is no text in UTF-8.") from error
    except IsADirectoryError as error:
        raise BatchLineInvalid(f"{path} is a folder; give a file.") from error
    except OSError as error:
        raise BatchLineInvalid(f"{path} could not be read: {error.strerror}.") from error


def _object(line: str) -> dict[str, Any] | str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return "is not JSON"
    return value if isinstance(value, dict) else "is not a JSON object"
