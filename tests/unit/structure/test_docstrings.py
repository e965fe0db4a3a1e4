"""A longer public function tells which errors it raises itself, so that who calls it need not read
it. A command's docstring is its help: what it raises becomes a sentence on the command line."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.unit.structure.sources import PRODUCT, modules
from tests.unit.structure.test_words import LONG, _public_functions

COMMANDS = ("bot/commands/", "bot/programs/mcp/tools.py")
"""The tools' docstrings are read by the programs that call them."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def errors_untold(function: Function) -> Iterator[str]:
    """Classes of errors that a function raises, if its docstring tells of none."""
    told = ast.get_docstring(function) or ""
    if "aises" in told or "ay raise" in told:
        return
    for node in _raised(function.body):
        called = node.func if isinstance(node, ast.Call) else node
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name[:1].isupper() and name not in told:
            yield name


def _raised(body: list[ast.stmt]) -> Iterator[ast.expr]:
    """What is raised in statements, without what a ``try`` around it catches again."""
    for statement in body:
        if isinstance(statement, ast.Raise) and statement.exc is not None:
            yield statement.exc
        if isinstance(statement, ast.Try):
            for handler in statement.handlers:
                yield from _raised(handler.body)
            yield from _raised([*statement.orelse, *statement.finalbody])
            continue
        for child in ast.iter_child_nodes(statement):
            if isinstance(child, ast.stmt):
                yield from _raised([child])
            if isinstance(child, ast.match_case):
                yield from _raised(child.body)


def test_a_longer_public_function_tells_what_it_raises() -> None:
    found = [
        f"{place}:{each.name} {', '.join(untold)}"
        for place, tree in modules(PRODUCT)
        if not place.startswith(COMMANDS)
        for each in _public_functions(tree)
        if (each.end_lineno or 0) - each.lineno >= LONG
        if (untold := list(errors_untold(each)))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("body", "untold"),
    [
        ("'''The text.'''\n    raise DocumentUnreadable(name)", ["DocumentUnreadable"]),
        ("'''The text, or :class:`DocumentUnreadable`.'''\n    raise DocumentUnreadable", []),
        ("'''The text. Raises an error.'''\n    if a:\n        raise errors.Refused()", []),
        ("'''The text.'''\n    try:\n        raise A\n    except A:\n        return 1", []),
        ("'''The text.'''\n    if a:\n        raise errors.Refused()", ["Refused"]),
    ],
)
def test_an_error_that_is_not_told_is_found(body: str, untold: list[str]) -> None:
    (function,) = ast.parse(f"def read():\n    {body}").body
    assert isinstance(function, ast.FunctionDef)
    assert list(errors_untold(function)) == untold
