"""Which shapes must be tried with a pattern, and which of them with a long text.

Told from the parsed pattern, so that nothing is left out that could make it slow:

* Two shapes are the same to a pattern when it cannot tell their characters apart: one is tried.
* A shape can make a pattern go through a long text again and again only when an unbounded repeat
  (``*``, ``+``, ``{3,}``) can run through it. Where a character of its unit is in no such repeat,
  every repeat stops within one unit, however long the text is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from tests.unit.linear_time.shapes import Shape

REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}
CHARACTERS = {codes.IN, codes.ANY, codes.LITERAL, codes.NOT_LITERAL}
AGAIN = {codes.GROUPREF, codes.GROUPREF_EXISTS}
"""What a group has found before: any characters."""
EDGES = parser.parse(r"\w\n")
"""What ``\\b``, ``^`` and ``$`` look at, beside the characters of the pattern itself."""
Test = Callable[[str], bool]
_tests: dict[tuple[str, int], Test] = {}
"""Of each part of a pattern that was compiled, with the pattern's flags."""


def distinct_shapes(pattern: re.Pattern[str], shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes without those that are the same to the pattern as one before."""
    tree = _parsed(pattern)
    reads = {repr(node): node for node in _reads(tree, inside=True)}
    if any(node[0] in AGAIN for node in reads.values()):
        return list(shapes)
    tests = [_test(tree, node, pattern.flags) for node in reads.values()]
    tests += [_test(EDGES, node, EDGES.state.flags) for node in EDGES]
    # The first character that the pattern reads alike stands for each.
    alike: dict[tuple[bool, ...], str] = {}
    stands_for = {
        ord(character): alike.setdefault(tuple(test(character) for test in tests), character)
        for character in sorted({c for each in shapes for c in each.begin + each.unit + each.end})
    }
    first: dict[tuple[str, ...], Shape] = {}
    for shape in shapes:
        parts = (shape.begin, shape.unit, shape.end)
        first.setdefault(tuple(part.translate(stands_for) for part in parts), shape)
    return list(first.values())


def run_through(pattern: re.Pattern[str], characters: frozenset[str]) -> frozenset[str]:
    """Those of the characters that the unbounded repeats of the pattern take."""
    tree = _parsed(pattern)
    taken: set[str] = set()
    for node in _reads(tree, inside=False):
        if node[0] in AGAIN:
            return characters
        taken.update(filter(_test(tree, node, pattern.flags), characters - taken))
    return frozenset(taken)


@lru_cache(maxsize=1)
def _parsed(pattern: re.Pattern[str]) -> Any:
    return parser.parse(pattern.pattern, pattern.flags)


def _test(tree: Any, node: Any, flags: int) -> Test:
    """Whether a part of a parsed pattern takes a character. Patterns share most of their parts."""
    key = (repr(node), flags)
    if key not in _tests:
        one = parser.SubPattern(tree.state, [node])
        _tests[key] = _either_case(re._compiler.compile(one, flags))  # type: ignore[attr-defined]
    return _tests[key]


def _either_case(pattern: re.Pattern[str]) -> Test:
    """In either case: a group inside the pattern may leave it open."""

    @cache
    def takes(character: str) -> bool:
        return bool(pattern.match(character) or pattern.match(character.swapcase()))

    return takes


def _reads(tree: Any, *, inside: bool) -> Iterator[Any]:
    """The parts of a parsed pattern that read a character: all if ``inside``, else those within an
    unbounded repeat."""
    for operation, argument in tree:
        if operation in REPEATS:
            _, most, body = argument
            yield from _reads(body, inside=inside or most is codes.MAXREPEAT)
        elif inside and operation in CHARACTERS | AGAIN:
            yield operation, argument
        for part in _parts(operation, argument):
            yield from _reads(part, inside=inside)


def _parts(operation: Any, argument: Any) -> list[Any]:
    """What stands within a group, a branch or a look to one side."""
    if operation is codes.SUBPATTERN:
        return [argument[3]]
    if operation is codes.BRANCH:
        return list(argument[1])
    if operation is codes.GROUPREF_EXISTS:
        return [branch for branch in argument[1:] if branch]
    if operation in (codes.ASSERT, codes.ASSERT_NOT):
        return [argument[1]]
    return [argument] if operation is codes.ATOMIC_GROUP else []
