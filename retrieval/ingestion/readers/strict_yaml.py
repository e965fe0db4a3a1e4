"""YAML that states keys: texts, lists and mappings only, no key twice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

from retrieval.errors import DeclarationInvalid
from retrieval.ingestion.readers.plain import without_hidden

DEEPEST = 100
"""Levels that may stand in each other. Chosen by hand: a file of the corpus has five. What is
deeper ends the process in PyYAML's parser in C, so that it must not see it."""
_LEAD = re.compile(r"^[ \t?:-]*", re.MULTILINE)


def read_mapping(name: str, text: str, first_line: int, part: str = "the file") -> dict[str, Any]:
    """The keys in ``text``, which begins in line ``first_line`` of the file ``name``.

    Raises :class:`DeclarationInvalid`, which names the line."""
    try:
        # Nothing but texts, lists and mappings is made: 2024.10 stays 2024.10.
        stated = yaml.load(text, Loader=_loader(text))  # noqa: S506
        if _holds_more_than(stated, len(text)):
            detail = f"{name}: {part} repeats itself by aliases (*name). Write out what they mean."
            raise DeclarationInvalid(detail)
        stated = without_hidden(stated)
    except RecursionError as error:
        raise DeclarationInvalid(f"{name}: {part} is nested too deeply.") from error
    except yaml.YAMLError as error:
        line = getattr(getattr(error, "problem_mark", None), "line", 0) + first_line
        problem = getattr(error, "problem", None) or "is not YAML"
        raise DeclarationInvalid(f"{name}: line {line} of {part}: {problem}.") from error
    if not isinstance(stated, dict):
        raise DeclarationInvalid(f"{name}: {part} must be keys with values.")
    return stated


def _holds_more_than(stated: object, most: int) -> bool:
    """Whether there are more values than a text of so many characters can write: aliases, of which
    each may hold several others, make 401 MB out of 342 bytes, or a value that holds itself."""
    count, left = 0, [stated]
    while left:
        count += 1
        if count > most + 1:
            return True
        value = left.pop()
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list):
            left += value
    return False


def _loader(text: str) -> Any:
    """The parser in C, ten times as fast, for what cannot be nested deeply."""
    return _FastStrict if _most_levels(text) <= DEEPEST else _Strict


def _most_levels(text: str) -> int:
    """At least as many levels as the text has: every level takes a bracket or moves right."""
    deepest_line = max(found.end() - found.start() for found in _LEAD.finditer(text))
    return deepest_line + text.count("[") + text.count("{")


class _UniqueKeys:
    """Refuses a key that is given twice, of which YAML would keep the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Mapping[str, Any]:
        """The mapping of a node. Raises PyYAML's ConstructorError, with the place of the key."""
        keys: set[str] = set()
        for key, _ in node.value:
            name = str(key.value)
            if name in keys:
                problem = f"{name} is given twice"
                raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
            keys.add(name)
        made: Mapping[str, Any] = super().construct_mapping(node, deep=True)  # type: ignore[misc]
        return made


class _Strict(_UniqueKeys, yaml.BaseLoader):  # type: ignore[misc]
    """In Python: ends in RecursionError when nested too deeply."""


# PyYAML that was built without the library in C has none.
_FastStrict: Any = (
    type("_FastStrict", (_UniqueKeys, yaml.CBaseLoader), {})
    if hasattr(yaml, "CBaseLoader")
    else _Strict
)
