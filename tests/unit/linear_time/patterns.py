"""Every pattern that a package compiles: those kept under a name, in a table, and in a call."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

from agents.eligibility.rules import rules
from agents.extractive.question.kinds import kinds
from agents.extractive.question.requests.aspects import aspects
from names.clinical.grammar.told_values import value_patterns
from names.patterns.filtered import FilteredPattern
from names.recognition.statuses import event_patterns
from names.tables.treatment.drug_classes import class_patterns
from names.tables.treatment.regimens import regimen_pattern
from names.tables.ward.abbreviations import abbreviation_pattern

PROJECT = Path(__file__).parents[3]
PACKAGES = ("names", "agents", "retrieval", "bot", "workspace")
CALLS = {"search", "match", "fullmatch", "sub", "findall", "finditer", "split"}

GROUPS: Mapping[str, tuple[str, ...]] = {
    "names": ("names.",),
    "checking": ("agents.checking.",),
    "core": ("agents.extractive.",),
    "derivation": ("retrieval.derivation.",),
    "facts": ("agents.",),
    "others": ("retrieval.", "bot.", "workspace."),
}
"""Group of patterns → how the names of its modules begin; the first that fits counts. Each has a
file of tests of its own. They are found when a test asks for them: to collect them, every test
process would import and compile all that the packages hold, 2 s of the processor (measured)."""

Patterns = dict[str, re.Pattern[str]]


def modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        root = importlib.import_module(package)
        yield root
        for found in pkgutil.walk_packages(getattr(root, "__path__", ()), f"{package}."):
            if not found.name.endswith(".__main__"):
                yield importlib.import_module(found.name)


@cache
def all_patterns() -> Patterns:
    """Module and place → pattern; the same pattern once. Patterns on bytes are left out: they read
    the first 4,096 of a file."""
    found: dict[tuple[str, int], tuple[str, re.Pattern[str]]] = {}
    for name, pattern in _patterns():
        if isinstance(pattern.pattern, str):
            found.setdefault((pattern.pattern, pattern.flags), (name, pattern))
    return dict(found.values())


def folders_of(group: str) -> list[str]:
    """The folders of one of the rooms, told from their names alone."""
    return [each for each in _folders() if _group_of(f"{each}.") == group]


def patterns_in(folder: str) -> Patterns:
    """The patterns of the modules of one folder."""
    return {name: each for name, each in all_patterns().items() if _folder_of(name) == folder}


@cache
def _folders() -> list[str]:
    roots = [PROJECT / package for package in PACKAGES]
    found = [each.parent for root in roots for each in root.rglob("__init__.py")]
    return sorted(".".join(each.relative_to(PROJECT).parts) for each in found)


@cache
def _folder_of(name: str) -> str:
    return max((each for each in _folders() if name.startswith(f"{each}.")), key=len)


def _group_of(name: str) -> str | None:
    return next((group for group, begins in GROUPS.items() if name.startswith(begins)), None)


def _patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for module in modules():
        for attribute, value in vars(module).items():
            yield from _inside(value, f"{module.__name__}.{attribute}")
        yield from _in_calls(module)
    yield from _inside(dict(kinds()), "agents.extractive.question.kinds")
    yield from _inside(dict(aspects()), "agents.extractive.question.requests.aspects")
    yield from _inside(rules(), "agents.eligibility.rules")
    yield from _inside(event_patterns(), "names.tables.data.grammar")
    yield from _inside(value_patterns(), "names.clinical.grammar.told_values")
    yield from _inside(abbreviation_pattern(), "names.tables.data.ward.abbreviations")
    yield from _inside(class_patterns(), "names.tables.data.treatment.drug_classes")
    yield from _inside(regimen_pattern(), "names.tables.data.treatment.regimens")


def _inside(value: object, name: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern):
        yield name, value
    elif isinstance(value, FilteredPattern):
        yield f"{name}.regex", value.regex
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _inside(each, f"{name}[{key}]")
    elif isinstance(value, (tuple, list)):
        for index, each in enumerate(value):
            yield from _inside(each, f"{name}[{index}]")
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _inside(getattr(value, field.name), f"{name}.{field.name}")


def _in_calls(module: ModuleType) -> Iterator[tuple[str, re.Pattern[str]]]:
    """``re.search("…", text)`` inside a function; patterns put together from parts are tried
    through the function that uses them."""
    written = Path(module.__file__ or "").read_text(encoding="utf-8")
    if not any(f"re.{called}(" in written for called in CALLS):
        return
    for node in ast.walk(ast.parse(written)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=called),
                args=[ast.Constant(value=str() as pattern), *_],
            ) if called in CALLS:
                anchored = " (match)" if called in ("match", "fullmatch") else ""
                yield f"{module.__name__}: {pattern}{anchored}", re.compile(pattern)
            case _:
                pass
