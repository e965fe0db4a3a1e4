"""Each point of the page of hard knocks names tests, and they are there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.knocks import named_tests

ROOT = Path(__file__).parents[3]
POINTS = 23


@cache
def functions_of(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    defined = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(node.name for node in tree.body if isinstance(node, defined))


def strange(named: str) -> Iterator[str]:
    path, _, name = named.partition("::")
    if not (ROOT / path).is_file() or name not in functions_of(path):
        yield named


def test_every_point_names_tests_that_exist() -> None:
    points = named_tests()
    assert sorted(points) == list(range(1, POINTS + 1))
    assert [point for point, tests in points.items() if not tests] == []
    assert [each for tests in points.values() for test in tests for each in strange(test)] == []
