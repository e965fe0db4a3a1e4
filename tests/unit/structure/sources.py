"""The source files of the packages, each read and parsed once for all tests of this folder."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parents[3]
PRODUCT = ("bot", "agents", "retrieval", "names", "workspace")
PACKAGES = (*PRODUCT, "evals")


@cache
def files(package: str) -> tuple[Path, ...]:
    """All files of a package that are ours, in the order of their paths."""
    return tuple(
        sorted(
            path
            for path in (PROJECT / package).rglob("*")
            if "node_modules" not in path.parts and "__pycache__" not in path.parts
        )
    )


def files_ending(*suffixes: str) -> list[Path]:
    """Those of all packages that end so."""
    return [path for each in PACKAGES for path in files(each) if path.suffix in suffixes]


def modules(packages: tuple[str, ...] = PACKAGES) -> Iterator[tuple[str, ast.Module]]:
    """Place and syntax tree of every module."""
    for package in packages:
        for path in files(package):
            if path.suffix == ".py":
                yield path.relative_to(PROJECT).as_posix(), _tree(path)


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All that stands in a tree."""
    return tuple(ast.walk(tree))
