"""Requests for what Curbside cannot do: read images, keep calendars, write letters, order, fetch
records."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from names.patterns.filtered import FilteredPattern, filtered_pattern

CAPABILITY = "capability"
"""The kind of a question that asks for such an ability; nothing is searched for it."""


@dataclass(frozen=True, slots=True)
class Capability:
    """An ability that is missing, and what to do instead."""

    name: str
    purpose: str
    advice: str
    asked_by: FilteredPattern


@cache
def capabilities() -> tuple[Capability, ...]:
    """Every ability of ``capabilities.toml``."""
    file = files("agents.extractive.question.requests") / "capabilities.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        Capability(
            name=row["name"],
            purpose=row["purpose"],
            advice=row["advice"],
            asked_by=filtered_pattern("|".join(row["asked_by"]), re.IGNORECASE),
        )
        for row in table.values()
    )


def missing_capability(text: str) -> Capability | None:
    """The ability that a request asks for and that Curbside does not have; None for other texts."""
    return next((each for each in capabilities() if each.asked_by.search(text)), None)
