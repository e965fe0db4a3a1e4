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
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from tests.unit.linear_time.shapes import Shape

REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}
CHARACTERS = {codes.IN, codes.ANY, codes.LITERAL, codes.NOT_LITERAL}
AGAIN = {codes.GROUPREF, codes.GROUPREF_EXISTS}
"""What a group has found before: any characters."""
EDGES = (r"\w", r"\n")
"""What ``\\b``, ``^`` and ``$`` look at, beside the characters of the pattern itself."""


def distinct_shapes(pattern: re.Pattern[str], shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes without those that are the same to the pattern as one before."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    reads = list(_reads(tree, inside=True))
    if any(node[0] in AGAIN for node in reads):
        return list(shapes)
    tests = {repr(node): _test(tree, node, pattern.flags) for node in reads}
    tests |= {edge: _either_case(re.compile(edge)) for edge in EDGES}
    seen_as: dict[str, tuple[bool, ...]] = {}

    def key(text: str) -> tuple[tuple[bool, ...], ...]:
        for character in text:
            if character not in seen_as:
                seen_as[character] = tuple(test(character) for test in tests.values())
        return tuple(seen_as[character] for character in text)

    first: dict[object, Shape] = {}
    for shape in shapes:
        first.setdefault((key(shape.begin), key(shape.unit), key(shape.end)), shape)
    return list(first.values())


def run_through(pattern: re.Pattern[str], characters: frozenset[str]) -> frozenset[str]:
    """Those of the characters that the unbounded repeats of the pattern take."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    taken: set[str] = set()
    for node in _reads(tree, inside=False):
        if node[0] in AGAIN:
            return characters
        taken.update(filter(_test(tree, node, pattern.flags), characters - taken))
    return frozenset(taken)


def _test(tree: Any, node: Any, flags: int) -> Callable[[str], bool]:
    """Whether a part of a parsed pattern takes a character."""
    one = parser.SubPattern(tree.state, [node])
    return _either_case(re._compiler.compile(one, flags))  # type: ignore[attr-defined]


def _either_case(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    """In either case: a group inside the pattern may leave it open."""

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
