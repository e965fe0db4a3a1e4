"""Files with a JSON object a line, as commands are given them."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.failures.errors import BatchFileUnreadable, BatchLineInvalid

MOST_NAMED = 5
"""Bad lines that are told one by one; of more, the number is told. Chosen by hand."""


def lines_of(path: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Each line that is not blank, with its number from 1: its object, or what is wrong with it.
    Raises :class:`bot.failures.errors.BatchLineInvalid` for a file without any, and
    :class:`bot.failures.errors.BatchFileUnreadable`."""
    found = False
    for number, line in enumerate(_bytes(path).split(b"\n"), 1):
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


def _bytes(path: Path) -> bytes:
    if str(path) == "-":
        raise BatchFileUnreadable("Standard input is not read: give the name of a file.")
    try:
        return path.read_bytes().removeprefix(BOM_UTF8)
    except IsADirectoryError as error:
        raise BatchFileUnreadable(f"{path} is a folder; give a file.") from error
    except FileNotFoundError as error:
        raise BatchFileUnreadable(f"There is no file {path}.") from error
    except OSError as error:
        raise BatchFileUnreadable(f"{path}: {error.strerror}.") from error


def _object(line: bytes) -> dict[str, Any] | str:
    try:
        value = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        return "is no text in UTF-8"
    except (ValueError, RecursionError):
        return "is not JSON"
    if not isinstance(value, dict):
        return "is not a JSON object"
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return "holds half of a sign (a surrogate such as \\ud800 alone)"
    return value
