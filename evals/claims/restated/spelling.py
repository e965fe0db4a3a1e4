"""What a rule may do to a part of a statement that it takes over: ``{date:day}``, ``{n:more}``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

_LETTERS = "ABCDE"


class Part(str):
    """A part of a statement; the format's own word says what becomes of it."""

    __slots__ = ()

    def __format__(self, how: str, /) -> str:
        return _CHANGES[how](str(self)) if how else str(self)


class Parts(Mapping[str, Part]):
    """The named parts of a match, and what stands beside it."""

    def __init__(self, named: Mapping[str, Any], **beside: str) -> None:
        self._parts = {name: Part(each or "") for name, each in (*named.items(), *beside.items())}

    def __getitem__(self, name: str) -> Part:
        return self._parts[name]

    def __iter__(self) -> Any:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)


def capital(text: str) -> str:
    """With its first letter as a sentence begins."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """With its first letter as within a sentence; a name in capitals keeps it."""
    return text if text[1:2].isupper() or text[1:2].isdigit() else text[:1].lower() + text[1:]


def _number(change: Callable[[float], float]) -> Callable[[str], str]:
    def changed(text: str) -> str:
        places = len(text.partition(".")[2])
        return f"{change(float(text)):.{places}f}"

    return changed


def _exchange_digits(text: str) -> str:
    """With its first two different digits exchanged; the first may not become a nought."""
    for at in range(len(text) - 1):
        one, other = text[at], text[at + 1]
        if one != other and one.isdigit() and other.isdigit() and (at or other != "0"):
            return f"{text[:at]}{other}{one}{text[at + 2 :]}"
    return _CHANGES["more"](text)


def _day(text: str) -> str:
    return f"{date.fromisoformat(text):%d %B %Y}".lstrip("0")


_CHANGES: Mapping[str, Callable[[str], str]] = {
    "up": capital,
    "low": small,
    "first": lambda text: small(text.split()[0]),
    "day": _day,
    "month": lambda text: f"{date.fromisoformat(text):%B %Y}",
    "more": _number(lambda n: n * 1.4 + 1),
    "other": _number(lambda n: n + 17 if n < 60 else n - 23),
    "ratio": _number(lambda n: n + 0.13 if n < 0.7 else n - 0.17),
    "double": _number(lambda n: n * 2),
    "half": _number(lambda n: n / 2),
    "next": _number(lambda n: n + 1),
    "leap": _number(lambda n: n - 4),
    "swap": _exchange_digits,
    "later": lambda text: _LETTERS[_LETTERS.index(text) + 1],
    "earlier": lambda text: _LETTERS[_LETTERS.index(text) - 1],
}
