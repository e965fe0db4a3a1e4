"""The words of ``labels.toml``, and the patterns that look for them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

AFTER = r"(?:[ \t]{0,2}(?:no|nr|n[°º]|number|nummer|num|#|id)\b)?[.:]?[ \t]{0,3}[:#=)]?[ \t]{0,3}"
"""What may stand between a label and its value, on one line."""


@cache
def table() -> dict[str, dict[str, list[str]]]:
    """Section → list → its words."""
    text = files("retrieval.privacy").joinpath("labels.toml").read_text(encoding="utf-8")
    read: dict[str, dict[str, list[str]]] = tomllib.loads(text)
    return read


@cache
def words(section: str, name: str) -> frozenset[str]:
    """The words of a list, in small letters."""
    return frozenset(word.lower() for word in table()[section][name])


@cache
def label_pattern(section: str, after: str = AFTER, *, exact: bool = False) -> re.Pattern[str]:
    """A label of the section with what stands between it and its value. ``exact``: case counts."""
    labels = table()[section]["labels"]
    either = _either(labels if exact else [label.lower() for label in labels])
    return re.compile(rf"(?<![\w@/&?=.-])(?:{either})(?!\w){after}", 0 if exact else re.IGNORECASE)


def _either(labels: Iterable[str]) -> str:
    """One of the labels, the longest first; those that begin alike are tried only where a text
    begins so: at every word of a long text, a hundred labels in a row take seconds."""
    by_letter: dict[str, set[str]] = {}
    for label in labels:
        by_letter.setdefault(label[:1], set()).add(label[1:])
    return "|".join(
        f"{re.escape(letter)}(?:{'|'.join(map(_escape_label, sorted(rest, key=_longest_first)))})"
        for letter, rest in sorted(by_letter.items())
    )


def _longest_first(rest: str) -> tuple[int, str]:
    return -len(rest), rest


def _escape_label(label: str) -> str:
    return re.escape(label).replace(r"\ ", r"\s{1,2}")
