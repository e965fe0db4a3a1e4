"""What a silo is, stands in silos.toml: no code of the product knows one by its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest

from agents.extractive.question.kinds import kinds
from agents.prompts import load_prompt
from retrieval.declaration.cards import SUMMARY_TASKS, Role, SiloCard, read_cards
from retrieval.ingestion.sources.catalogue import SOURCES, silo_filled_by
from tests.unit.structure.sources import files, modules, nodes

READERS = ("agents", "retrieval", "bot")
"""The packages that work with silos."""
NAMES = {card.name for card in read_cards()}
TOOLS = {f"search_{name}" for name in NAMES}
OTHER_MEANINGS = {
    # The names of two public services and of a table, a field of a service and of a document.
    "retrieval/ingestion/sources": {"pubmed", "wikipedia", "indications"},
    "retrieval/ingestion/sources/genomics": {"genes"},
    "retrieval/ingestion/panel": {"pubmed"},
    "retrieval/ingestion/starter.py": {"pubmed"},
    "retrieval/ingestion/readers": {"genes"},
    "retrieval/statements": {"genes"},
    "agents/extractive/question": {"genes"},
    "retrieval/stores/weaviate": {"genes"},
}


def texts(tree: ast.Module) -> Iterator[str]:
    """Every text constant of a module, without its docstrings."""
    for node in nodes(tree):
        for child in ast.iter_child_nodes(node):
            alone = isinstance(node, ast.Expr)
            if isinstance(child, ast.Constant) and isinstance(child.value, str) and not alone:
                yield child.value


@pytest.mark.parametrize("package", READERS)
def test_no_module_names_a_silo(package: str) -> None:
    for place, tree in modules((package,)):
        fine = {
            name for start, names in OTHER_MEANINGS.items() if place.startswith(start)
            for name in names
        }  # fmt: skip
        named = {text for text in texts(tree) if text in NAMES | TOOLS} - fine
        assert not named, f"{place} names {named}"


def test_the_kinds_of_question_name_roles_and_publishers_that_are_declared() -> None:
    publishers = {(card.role, name) for card in read_cards() for name in card.publishers}
    for kind in kinds().values():
        for entry in (*kind.first, *kind.then):
            role, _, publisher = entry.partition(" ")
            assert role in get_args(Role)
            assert not publisher or (role, publisher) in publishers


def test_every_source_fills_a_silo_and_every_summary_task_has_its_prompt() -> None:
    assert {silo_filled_by(source, read_cards()) for source in SOURCES.values()} <= NAMES
    assert all(load_prompt(f"summaries/{task}").render().strip() for task in SUMMARY_TASKS)


@pytest.mark.parametrize("key", [*SiloCard.__dataclass_fields__, "chunks"])
def test_every_key_of_a_silo_has_a_reader(key: str) -> None:
    """Outside of the declaration: in the product, not in its tests."""
    if key in ("chunk_tokens", "chunk_overlap"):
        key = "chunks"  # Both are read through this property.
    read = re.compile(rf"\b(?:card|silo|self\._?card)\.{key}\b")
    assert any(read.search(text) for text in written()), f"nobody reads {key}"


@cache
def written() -> tuple[str, ...]:
    """The modules that may read a silo's keys, in full."""
    return tuple(
        path.read_text(encoding="utf-8")
        for package in READERS
        for path in files(package)
        if path.suffix == ".py" and "declaration" not in path.parts
    )
