"""A longer public function tells which errors it raises itself, so that who calls it need not read
it. A command's docstring is its help: what it raises becomes a sentence on the command line."""

from __future__ import annotations

import ast
import re
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


ARRAYS = re.compile(r"\bNDArray\b|\bndarray\b")
SHAPE = re.compile(r"\b(?:one an?|a row|rows?|columns?|shape|as long as|one-dimensional)\b")
TIMES = {"age", "delay", "every", "interval", "now", "pause", "post_at", "timeout", "wait"}
"""Names of numbers that are a time and do not say in which unit."""
UNIT = re.compile(r"\b(?:milli)?seconds?\b|\bminutes?\b|\bhours?\b|\bdays?\b")


def measures_untold(function: Function) -> Iterator[str]:
    """Arrays whose shape the docstring does not tell, and times without their unit."""
    told = ast.get_docstring(function) or ""
    arguments = [*function.args.args, *function.args.kwonlyargs]
    types = {each.arg: ast.unparse(each.annotation) for each in arguments if each.annotation}
    returned = ast.unparse(function.returns) if function.returns else ""
    for name, kind in [*types.items(), ("return", returned)]:
        if ARRAYS.search(kind) and not SHAPE.search(told):
            yield name
        if name in TIMES and kind.startswith(("float", "int")) and not UNIT.search(told):
            yield name


def test_a_longer_public_function_tells_shapes_and_units() -> None:
    found = [
        f"{place}:{each.name} {', '.join(untold)}"
        for place, tree in modules(PRODUCT)
        for each in _public_functions(tree)
        if (each.end_lineno or 0) - each.lineno >= LONG
        if (untold := list(measures_untold(each)))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "untold"),
    [
        ("def f(wait: float): 'Wait so long.'", ["wait"]),
        ("def f(wait: float): 'Wait so many seconds.'", []),
        ("def f(seconds: float): 'Wait so long.'", []),
        ("def f(slots: NDArray[np.int64]): 'Count them.'", ["slots"]),
        ("def f() -> NDArray[np.int64]: 'How often, one a slot.'", []),
    ],
)
def test_a_measure_that_is_not_told_is_found(source: str, untold: list[str]) -> None:
    (function,) = ast.parse(source).body
    assert isinstance(function, Function)
    assert list(measures_untold(function)) == untold
