"""Nothing is declared that nobody reads: each function, class and constant of the packages is named
somewhere in them besides its own definition. A name that only tests use has no reader."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from tests.unit.structure.sources import PRODUCT, PROJECT, modules, nodes

CALLED_BY_OTHERS = {
    "evals/bench/loop/loops.py": {"_llm_type", "_generate"},
    "evals/commands.py": {"_get_help_string"},
    "evals/corpus/indications/write.py": {"ignore_aliases"},
    "bot/db/taking_over/claimed_jobs.py": {"finish_job", "retry_job"},
    "bot/db/teams/installations.py": {"async_save", "async_find_bot", "async_delete_bot"},
    "bot/pages/site.py": {"handle_error"},
    "bot/processes/worker.py": {"get_retry_decision"},
    "bot/processes/ingesting/taking.py": {"get_retry_decision"},
    "workspace/http/server.py": {"api_url"},
}
"""Methods that a library calls (LangChain, argparse, PyYAML, procrastinate, aiohttp, slack-sdk),
and the address of a workspace that is started from Python, which is what tests do."""
KNOWN_DECORATORS = {
    "asynccontextmanager",
    "cache",
    "cached_property",
    "classmethod",
    "contextmanager",
    "dataclass",
    "lru_cache",
    "property",
    "runtime_checkable",
    "staticmethod",
}
"""What any other decorator marks is called by whoever it is registered with."""


def names_read(tree: ast.Module) -> Iterator[str]:
    """Names and attributes that are read, and words of short texts: annotations, ``getattr``."""
    for node in nodes(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                yield name
            case ast.Constant(value=str() as text) if len(text) < 60:
                yield from re.findall(r"\w+", text)


def names_defined(tree: ast.Module) -> Iterator[str]:
    for node in nodes(tree):
        if (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            and set(map(_decorator, node.decorator_list)) <= KNOWN_DECORATORS
        ):
            yield node.name
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            yield from (each.id for each in statement.targets if isinstance(each, ast.Name))
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id


def _decorator(node: ast.expr) -> str:
    called = node.func if isinstance(node, ast.Call) else node
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def names_of_module(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """What a module defines for itself or others, without what a decorator registers."""
    for each in tree.body:
        match each:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if set(map(_decorator, each.decorator_list)) <= KNOWN_DECORATORS:
                    yield each.name, each
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name, each


def names_taken(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Module and name of what is imported, or reached through an imported module."""
    modules_here = {}
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                yield node.module, each.name
                modules_here[each.asname or each.name] = f"{node.module}.{each.name}"
    for node in nodes(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                # A constant of each of several modules is read through a variable.
                yield modules_here.get(module, ""), name
            case ast.Attribute(value=ast.Call(func=ast.Name(id="import_module")), attr=name):
                yield "", name


def _names_counted(nodes: Iterable[ast.AST]) -> Counter[str]:
    return Counter(node.id for node in nodes if isinstance(node, ast.Name))


def test_what_a_module_defines_is_used_there_or_taken_from_it() -> None:
    """A name that is the same as one in use elsewhere does not hide it."""
    trees = dict(modules())
    taken = {each for tree in trees.values() for each in names_taken(tree)}
    told = {
        word
        for tree in trees.values()
        for node in nodes(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 60
        for word in re.findall(r"\w+", node.value)
    } | set(re.findall(r"\w+", (PROJECT / "pyproject.toml").read_text(encoding="utf-8")))
    unused = []
    for path, tree in trees.items():
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        everywhere = _names_counted(nodes(tree))
        for name, defined in names_of_module(tree):
            used_here = everywhere[name] > _names_counted(ast.walk(defined))[name]
            from_here = (module, name) in taken or (name.isupper() and ("", name) in taken)
            if not (used_here or from_here or name in told or name.startswith("__")):
                unused.append((path, name))
    assert unused == []


def test_whatever_is_defined_is_used() -> None:
    trees = dict(modules())
    read = {name for tree in trees.values() for name in names_read(tree)}
    read |= set(re.findall(r"\w+", (PROJECT / "pyproject.toml").read_text(encoding="utf-8")))
    unused = {
        (path, name)
        for path, tree in trees.items()
        for name in names_defined(tree)
        if name not in read and not name.startswith("__")
    }
    allowed = {(path, name) for path, names in CALLED_BY_OTHERS.items() for name in names}
    assert sorted(unused - allowed) == []
    assert sorted(allowed - unused) == [], "no exception is needed any more"


TYPES = ("Literal[", "Callable[")
LONGEST_BY_CHANCE = 54
"""Characters of a value that two modules may come to by themselves."""


def test_no_constant_is_written_twice() -> None:
    """A pattern, an address or a set of words that two modules write out will differ one day."""
    places: dict[str, set[str]] = {}
    for place, tree in modules():
        for each in tree.body:
            if isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None:
                value = ast.unparse(each.value)
                if len(value) > LONGEST_BY_CHANCE and not value.startswith(
                    ("Literal[", "Callable[")
                ):
                    places.setdefault(value, set()).add(place)
    assert {value: where for value, where in places.items() if len(where) > 1} == {}


def test_no_page_or_service_is_written_twice() -> None:
    places: dict[str, set[str]] = {}
    for place, tree in modules(PRODUCT):
        for node in nodes(tree):
            value = str(node.value) if isinstance(node, ast.Constant) else ""
            if re.fullmatch(r"https://[\w.-]{4,}\S*", value):
                places.setdefault(value, set()).add(place)
    assert {value: where for value, where in places.items() if len(where) > 1} == {}
