"""Code that is refused before it runs. The walls of the sandbox hold without it: this says early,
and in a sentence, what would not work there anyway."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from agents.analyses.sandbox.contract import CodeJob, CodeRefused
from names.tables.rows import read_rows

LONGEST = 20_000
"""Characters of code. Chosen by hand: ten times the longest analysis of ours."""
_BUILT_IN = frozenset(dir(builtins))
_WORDS_OF_R = re.compile(r"[A-Za-z.][\w.]*")
_WORDS_OF_BASH = re.compile(r"[\w.+-]+")


def denial_of(job: CodeJob) -> CodeRefused | None:
    """Why code is not run; None if it may be."""
    if len(job.code) > LONGEST:
        return CodeRefused(f"The code is longer than {LONGEST} characters.")
    denied = _denied_words()[job.language]
    used = _names_in(job)
    found = next((name for name in used if name in denied), None)
    if found is None:
        return None
    return CodeRefused(f"`{found}` may not be used: {denied[found]}.")


@cache
def _denied_words() -> Mapping[str, Mapping[str, str]]:
    """Language → word → why not."""
    found: dict[str, dict[str, str]] = {}
    for language, words, why in read_rows("denied.tsv", files("agents.analyses.sandbox")):
        found.setdefault(language, {}).update(dict.fromkeys(words.split(), why))
    return found


def _names_in(job: CodeJob) -> Iterator[str]:
    if job.language == "python":
        return _names_in_python(job.code)
    pattern = _WORDS_OF_R if job.language == "r" else _WORDS_OF_BASH
    return (each[0] for each in pattern.finditer(job.code))


def _names_in_python(code: str) -> Iterator[str]:
    """Every module, name and dotted name that is used, under the name that it was imported by.
    Code that is none is left to Python, which says what is wrong with it."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    nodes = list(ast.walk(tree))
    known = dict(pair for node in nodes for pair in _imported_names(node))
    for full in known.values():
        yield from _each_beginning(full)
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in _BUILT_IN:
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{known.get(node.value.id, node.value.id)}.{node.attr}"


def _imported_names(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The name in the code → what it stands for."""
    if isinstance(node, ast.Import):
        for each in node.names:
            yield (each.asname or each.name), each.name
    elif isinstance(node, ast.ImportFrom):
        for each in node.names:
            yield (each.asname or each.name), f"{node.module or ''}.{each.name}"


def _each_beginning(name: str) -> Iterator[str]:
    """``a.b.c`` → ``a``, ``a.b``, ``a.b.c``."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        yield ".".join(parts[:count])
