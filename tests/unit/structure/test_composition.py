"""One module of the bot opens a pool of connections, a store, an embedder or a re-ranker. A
contract of imports keeps it so for the last three; a pool is opened by a function of a package that
all may import."""

from __future__ import annotations

import ast

from tests.unit.structure.sources import modules, nodes

ROOT = "bot/composition.py"
OPENING = {"create_async_engine", "create_engine", "open_database"}


def test_only_the_composition_root_opens_a_pool() -> None:
    found = [
        f"{place}:{node.lineno}"
        for place, tree in modules(("bot",))
        if place != ROOT
        for node in nodes(tree)
        if isinstance(node, ast.Name | ast.Attribute)
        if (node.id if isinstance(node, ast.Name) else node.attr) in OPENING
    ]
    assert found == []


def test_one_module_makes_engines() -> None:
    """One for a process's pool, and one for migrations."""
    makers = {
        place
        for place, tree in modules()
        for node in nodes(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in OPENING - {"open_database"}
    }
    assert makers == {"retrieval/sql/database.py"}
