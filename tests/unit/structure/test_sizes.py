"""How large files, functions and folders may grow before a reader loses the way."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.unit.structure.sources import (
    PACKAGES,
    PROJECT,
    files,
    files_ending,
    modules,
    nodes,
)

LONGEST_FUNCTION = 50
LONGEST_FILE = 350
P90_OF_FUNCTIONS = 18
FILES_PER_FOLDER = 12
FILES_AT_A_ROOT = 4


def _functions(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Name and lines of every function, without its docstring."""
    for node in nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if ast.get_docstring(node) is not None:
                lines -= (node.body[0].end_lineno or 0) - node.body[0].lineno + 1
            yield node.name, lines


@pytest.fixture(scope="module")
def functions() -> list[tuple[int, str]]:
    """Lines and place of every function, shortest first."""
    return sorted(
        (lines, f"{place}:{name}") for place, tree in modules() for name, lines in _functions(tree)
    )


def test_no_function_is_longer_than_a_screen(functions: list[tuple[int, str]]) -> None:
    assert [place for lines, place in functions if lines > LONGEST_FUNCTION] == []


def test_nine_of_ten_functions_are_short(functions: list[tuple[int, str]]) -> None:
    assert functions[int(len(functions) * 0.9)][0] <= P90_OF_FUNCTIONS


def test_no_file_is_too_long_to_read() -> None:
    long = {
        str(path.relative_to(PROJECT)): lines
        for path in files_ending(".py", ".js", ".css")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_FILE
    }
    assert long == {}


def test_a_folder_holds_about_ten_files() -> None:
    held = Counter(
        str(path.parent.relative_to(PROJECT))
        for package in PACKAGES
        for path in files(package)
        if path.is_file() and path.name not in ("__init__.py", "py.typed")
    )
    full = {folder: count for folder, count in held.items() if count > FILES_PER_FOLDER}
    assert full == {}


def test_a_folder_holds_more_than_one_file() -> None:
    """One module stands in its parent, or beside what it belongs to; a module and the file that it
    reads may have a folder."""
    beside = Counter(path.parent for package in PACKAGES for path in files(package))
    alone = [
        str(path.relative_to(PROJECT))
        for path in files_ending(".py")
        if path.name != "__init__.py" and beside[path.parent] == 2
    ]
    assert alone == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_has_few_modules_at_its_root(package: str) -> None:
    modules = [path.name for path in (PROJECT / package).glob("*.py")]
    assert len(set(modules) - {"__init__.py", "__main__.py"}) <= FILES_AT_A_ROOT, modules


def test_init_files_hold_no_logic() -> None:
    allowed = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.Expr)
    busy = [
        place
        for place, tree in modules()
        if place.endswith("/__init__.py")
        and not all(isinstance(node, allowed) for node in tree.body)
    ]
    assert busy == []


def test_every_folder_of_code_is_a_package() -> None:
    folders = {path.parent for path in files_ending(".py")}
    folders |= {path.parent for path in (PROJECT / "tests").rglob("test_*.py")}
    assert [str(each) for each in sorted(folders) if not (each / "__init__.py").is_file()] == []
