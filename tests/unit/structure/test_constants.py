"""A number that ranks, waits or cuts says what it is and where it comes from: a sentence behind it,
or a comment. Numbers up to three may be counts that their names tell (a pair, a stage)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.unit.structure.sources import PRODUCT, PROJECT, modules, nodes

TOLD_BY_NAME = 3


def unexplained_numbers(tree: ast.Module, lines: list[str]) -> Iterator[ast.stmt]:
    """The constants of a module that are numbers and nothing else, without words. A sentence may
    be on all constants of a row."""
    explained = False
    for node in reversed(tree.body):
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            explained = _is_text(node)
        elif node.value is not None and _is_larger_number(node.value) and not explained:
            around = lines[max(0, node.lineno - 2) : node.end_lineno]
            if not any("#" in line for line in around):
                yield node


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_larger_number(value: ast.expr) -> bool:
    found = [_number(part) for part in (value.elts if isinstance(value, ast.Tuple) else [value])]
    numbers = [each for each in found if each is not None]
    telling = any(abs(each) > TOLD_BY_NAME or each % 1 for each in numbers)
    return len(numbers) == len(found) and telling


def _number(value: ast.expr) -> float | None:
    """What a sum of literals comes to; None for anything else."""
    allowed = ast.Constant | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop
    if not all(isinstance(node, allowed) for node in ast.walk(value)):
        return None
    found = eval(compile(ast.Expression(value), "constant", "eval"))
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else None


WAITS_AND_CUTS = {"clip", "sleep", "limit", "timeout", "wait_for"}
"""Functions whose bare number says how long is waited, or where something is cut."""
ENDS = ("timeout", "interval", "backlog")
"""Ends of the names of arguments that say such a thing."""


def bare_numbers(tree: ast.Module) -> Iterator[ast.Call]:
    """Calls that wait or cut by a number without a name."""
    for node in nodes(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        called = node.func.id if isinstance(node.func, ast.Name) else called
        values = [*node.args] if called in WAITS_AND_CUTS else []
        values += [each.value for each in node.keywords if (each.arg or "").endswith(ENDS)]
        if any(map(_is_larger_number, values)):
            yield node


def test_what_waits_or_cuts_has_a_name() -> None:
    """Its name has a sentence, see below."""
    found = [
        f"{place}:{node.lineno} {ast.unparse(node)}"
        for place, tree in modules(PRODUCT)
        for node in bare_numbers(tree)
    ]
    assert found == []
    assert list(bare_numbers(ast.parse("clip(words, 80)\nwait(a, timeout=5)\nsleep(0)"))) != []


SHORTEST_WINDOW = 20
"""Characters. Shorter ones are parts of a form, such as the ten of an ISO date."""


def bare_windows(tree: ast.Module) -> Iterator[ast.Subscript]:
    """Texts that are cut at a number without a name. The first characters of a digest are as good
    as any others."""
    for node in nodes(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            ends = [end for end in (node.slice.lower, node.slice.upper) if end is not None]
            literals = [
                abs(each.value)
                for end in ends
                for each in ast.walk(end)
                if isinstance(each, ast.Constant) and isinstance(each.value, int)
            ]
            digest = ast.unparse(node.value).endswith("hexdigest()")
            if not digest and any(number >= SHORTEST_WINDOW for number in literals):
                yield node


def test_a_window_on_a_text_has_a_name() -> None:
    found = [
        f"{place}:{node.lineno} {ast.unparse(node)}"
        for place, tree in modules(PRODUCT)
        for node in bare_windows(tree)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "bare"),
    [
        ("words[at : at + 40]", 1),
        ("words[max(0, at - 40) : at]", 1),
        ("words[-20:]", 1),
        ("date[:10] + words[:LONGEST]", 0),
        ("sha256(text).hexdigest()[:32]", 0),
    ],
)
def test_a_window_without_a_name_is_found(source: str, bare: int) -> None:
    assert len(list(bare_windows(ast.parse(source)))) == bare


def test_numbers_say_where_they_come_from() -> None:
    found = [
        f"{place}:{node.lineno} {ast.unparse(node)}"
        for place, tree in modules()
        for node in unexplained_numbers(
            tree, (PROJECT / place).read_text(encoding="utf-8").splitlines()
        )
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "unexplained"),
    [
        ("LEAST = 0.7", 1),
        ("WAIT = 60 * 60", 1),
        ("FIRST, LAST = 5, 9", 1),
        ('LEAST = 0.7\n"""Chosen by hand."""', 0),
        ('LEAST = 0.7\nMOST = 20\n"""Chosen by hand: a screen."""', 0),
        ("# What Slack allows.\nMOST = 50", 0),
        ("PAIR = 2\nIS_ON = True\nNAME = 'x'", 0),
    ],
)
def test_a_number_without_words_is_found(source: str, unexplained: int) -> None:
    assert len(list(unexplained_numbers(ast.parse(source), source.splitlines()))) == unexplained
