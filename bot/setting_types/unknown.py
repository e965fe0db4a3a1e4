"""Names that begin as those of our variables and are none of them: most are misspelt, and what they
should set is not set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from dotenv import dotenv_values
from pydantic import AliasChoices
from pydantic.fields import FieldInfo

PREFIX = "CURBSIDE_"
_ALIKE = 0.8
"""How alike a name is to the one that may be meant, from 0 to 1. Chosen by hand: the prefix alone
makes half of a short name."""
_OF_THE_MAKEFILE = frozenset({"CURBSIDE_WEAVIATE_CACHE"})


def unknown_names(
    environment: Iterable[str], file: str, fields: Mapping[str, FieldInfo]
) -> dict[str, str]:
    """Those of the environment and of a file of settings, each with the known name that is most
    like it, or nothing."""
    known = {name for field, told in fields.items() for name in _names(field, told)}
    given = {name.upper() for name in (*environment, *dotenv_values(file, encoding="utf-8-sig"))}
    strange = sorted(name for name in given - known - _OF_THE_MAKEFILE if name.startswith(PREFIX))
    return {name: "".join(get_close_matches(name, known, 1, _ALIKE)) for name in strange}


def _names(field: str, told: FieldInfo) -> Iterable[str]:
    if isinstance(told.validation_alias, AliasChoices):
        return [str(name).upper() for name in told.validation_alias.choices]
    return [f"{PREFIX}{field.upper()}"]
