"""No test asserts how long something took: on a machine that does much else it would fail."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "time"}
CLOCKS |= {f"{clock}_ns" for clock in CLOCKS}
NOT_READ = {TESTS / "cpu_growth.py", Path(__file__)}
"""The one compares CPU times with each other; this file holds examples."""


def reads_clock(node: ast.AST, tainted: set[str]) -> bool:
    """Whether a clock is read in it, or a name stands in it that came from a clock."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id in tainted:
            return True
        if isinstance(each, ast.Attribute) and each.attr in CLOCKS and not _is_date(each):
            return True
    return False


def clock_functions() -> dict[str, set[str]]:
    """Module of the tests → its functions that return a clock's time."""
    found: dict[str, set[str]] = {}
    for path in TESTS.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if path not in NOT_READ and any(f".{clock}" in source for clock in CLOCKS):
            tree = ast.parse(source)
            functions = {e.name for e in ast.walk(tree) if isinstance(e, ast.FunctionDef)}
            module = ".".join(("tests", *path.relative_to(TESTS).with_suffix("").parts))
            found[module] = _tainted(tree) & functions
    return found


def ordered_clocks(source: str, functions: Mapping[str, set[str]]) -> Iterator[int]:
    """The lines of assertions that put what another module has measured below or above a bound."""
    tree = ast.parse(source)
    measured = {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.name in functions.get(node.module or "", set())
    }
    for node in ast.walk(tree) if measured else ():
        if isinstance(node, ast.Assert) and any(
            isinstance(each, ast.Compare)
            and isinstance(each.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
            and reads_clock(each, measured)
            for each in ast.walk(node.test)
        ):
            yield node.lineno


def _is_date(attribute: ast.Attribute) -> bool:
    return isinstance(attribute.value, ast.Name) and attribute.value.id == "datetime"


def asserted_clocks(source: str) -> Iterator[int]:
    """The lines of assertions about a clock; also those in programs that a test holds as text."""
    if not any(f".{clock}" in source for clock in CLOCKS):
        return
    tree = ast.parse(source)
    tainted = _tainted(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and reads_clock(node.test, tainted):
            yield node.lineno
        if isinstance(node, ast.Constant) and _holds_an_assertion(str(node.value)):
            yield node.lineno


def _holds_an_assertion(text: str) -> bool:
    return "assert " in text and any(f"{clock}()" in text for clock in CLOCKS)


def _tainted(tree: ast.AST) -> set[str]:
    tainted: set[str] = set()
    while (more := tainted | set(_tainted_by(tree, tainted))) != tainted:
        tainted = more
    return tainted


def _tainted_by(tree: ast.AST, tainted: set[str]) -> Iterator[str]:
    """Names that are given a clock's time, and functions that return one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and reads_clock(node.value, tainted):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name))
        elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
            if node.value is not None and reads_clock(node.value, tainted):
                yield from (each.id for each in [node.target] if isinstance(each, ast.Name))
        elif isinstance(node, ast.Call) and any(reads_clock(a, tainted) for a in node.args):
            yield from _appended_to(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            returns = (each for each in ast.walk(node) if isinstance(each, ast.Return))
            if any(each.value and reads_clock(each.value, tainted) for each in returns):
                yield node.name


def _appended_to(call: ast.Call) -> Iterator[str]:
    match call.func:
        case ast.Attribute(value=ast.Name(id=name), attr="append" | "add"):
            yield name


def test_no_assertion_is_about_a_clock() -> None:
    functions = clock_functions()
    found = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted({*TESTS.rglob("*.py")} - NOT_READ)
        for source in [path.read_text(encoding="utf-8")]
        for line in (*asserted_clocks(source), *ordered_clocks(source, functions))
    ]
    assert found == [], "see tests/waiting.py and tests/cpu_growth.py for what to do instead"


@pytest.mark.parametrize(
    "source",
    [
        "assert time.monotonic() - began < 2",
        "took = time.perf_counter() - began\nassert took < 2",
        "def taken():\n    began = time.time()\n    return time.time() - began\nassert taken() < 3",
        "clock = loop.time\ndeadline = clock() + 5\nassert clock() < deadline",
        "code = 'assert time.perf_counter() - started < 1'",
    ],
)
def test_an_assertion_about_a_clock_is_found(source: str) -> None:
    assert list(asserted_clocks(source))


@pytest.mark.parametrize(
    "source",
    ["assert seconds < 2", "deadline = time.monotonic() + 5\nwait(deadline)\nassert found == 2"],
)
def test_other_assertions_are_not(source: str) -> None:
    assert not list(asserted_clocks(source))


def test_a_bound_on_what_another_module_has_measured_is_found() -> None:
    measured = {"tests.unit.linear_time.growth": {"seconds"}}
    imported = "from tests.unit.linear_time.growth import seconds\n"
    assert "seconds" in clock_functions()["tests.unit.linear_time.growth"]
    assert list(ordered_clocks(f"{imported}assert seconds(work, text) < 10", measured)) == [2]
    assert not list(ordered_clocks(f"{imported}assert problem(work) == ''", measured))
    assert not list(ordered_clocks("assert seconds < 10", measured))
