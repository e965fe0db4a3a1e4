"""The reason of a verdict is words for people. What it is, code reads from the verdict's kind, its
rule or its names: another wording of a reason changes no answer."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.unit.structure.sources import modules, nodes

ALLOWED = {
    "agents/checking/support/additions/reasons.py": "the reason that a sentence gives",
    "agents/wording/answer_labels.py": "rows from before the kind was kept",
    "agents/wording/gaps.py": "the verb that joins a reason to its sentence",
}
"""Where words are compared with words; none of them decides what holds for a patient."""
READS_WORDS = {"endswith", "partition", "removeprefix", "removesuffix", "split", "startswith"}
MATCHES = {"fullmatch", "match", "search"}


def reasons_read(tree: ast.Module) -> Iterator[ast.expr]:
    """Where the words of a reason decide something."""
    for node in nodes(tree):
        if isinstance(node, ast.Call) and _reads_words(node):
            yield node
        if isinstance(node, ast.Compare) and _compares(node):
            yield node


def _reads_words(call: ast.Call) -> bool:
    match call:
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in READS_WORDS:
            return _is_reason(value)
        case ast.Call(func=ast.Attribute(attr=name), args=[first, *_]) if name in MATCHES:
            return _is_reason(first)
    return False


def _compares(comparison: ast.Compare) -> bool:
    """That two verdicts give one reason tells nothing of what it is."""
    whole = isinstance(comparison.ops[0], ast.Eq | ast.NotEq)
    return _is_reason(comparison.comparators[0]) or (whole and _is_reason(comparison.left))


def _is_reason(node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        return node.id == "reason"
    return isinstance(node, ast.Attribute) and node.attr == "reason"


def test_no_code_reads_the_words_of_a_reason() -> None:
    found = [
        f"{place}:{node.lineno} {ast.unparse(node)}"
        for place, tree in modules(("agents", "bot"))
        if place not in ALLOWED
        for node in reasons_read(tree)
    ]
    assert found == []
    needed = {place for place, tree in modules(("agents", "bot")) if list(reasons_read(tree))}
    assert ALLOWED.keys() - needed == set(), "no exception is needed any more"


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("v.reason.startswith('needs ')", 1),
        ("_ON_TIME.match(v.reason)", 1),
        ("'significance' in verdict.reason", 1),
        ("v.reason == OTHER_AGE", 1),
        ("reason.startswith(SILENCE)", 1),
        ("verdict.kind == 'other age'", 0),
        ("names.update(verdict.reason for verdict in told)", 0),
        ("why = verdict.reason or missing", 0),
    ],
)
def test_a_reason_that_is_read_is_found(source: str, read: int) -> None:
    assert len(list(reasons_read(ast.parse(source)))) == read
