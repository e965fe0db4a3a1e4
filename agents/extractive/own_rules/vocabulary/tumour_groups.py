"""Tumours by organ system: "GI tumours" in a heading are also rectal cancer. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from names.tables.rows import read_rows
from names.tables.tumours import lineage

_KIND = "tumour"
_BEHIND = (
    r"(?:[ -][a-z]{1,20}){0,2}?[ -](?:tumou?rs?|cancers?|malignanc(?:y|ies)|carcinomas?|oncology)"
)


def groups_named(text: str) -> frozenset[str]:
    """The organ systems whose tumours a text names, as bags write them."""
    return frozenset(f"{_KIND}:{match[1].lower()}" for match in _pattern().finditer(text))


def ways_of_tumour(name: str) -> frozenset[str]:
    """The ways in which a rule may name a tumour: itself, wider types, and its organ system."""
    wider = lineage(name)
    groups = (word for word, tumours in _groups().items() if wider & tumours)
    return frozenset(f"{_KIND}:{each}" for each in (*wider, *groups))


@cache
def _groups() -> Mapping[str, frozenset[str]]:
    """Word for an organ system → its tumours."""
    rows = read_rows("tumour_groups.tsv", files("agents.extractive.own_rules.vocabulary"))
    return {
        word: frozenset(tumours.split("|")) for words, tumours in rows for word in words.split("|")
    }


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(rf"(?i)\b({'|'.join(_groups())}){_BEHIND}\b")
