"""Which shapes must be tried with a pattern, and which of them with a long text.

Told from the parsed pattern, so that nothing is left out that could make it slow:

* Two shapes are the same to a pattern when it cannot tell their characters apart: one is tried.
* A shape can make a pattern go through a long text again and again only when an unbounded repeat
  (``*``, ``+``, ``{3,}``) can run through it. Where a character of its unit is in no such repeat,
  every repeat stops within one unit, however long the text is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress
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
BETWEEN, BETWEEN_PARTS = "\0", "\1"
"""Stand in no shape."""
_taken: dict[tuple[str, int, str], tuple[bool, ...]] = {}
"""Of each part of a pattern with the pattern's flags: which of these characters it takes."""


def distinct_shapes(pattern: re.Pattern[str], shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes without those that are the same to the pattern as one before."""
    tree = _parsed(pattern)
    reads = {repr(node): node for node in _reads(tree, inside=True)}
    if any(node[0] in AGAIN for node in reads.values()):
        return list(shapes)
    characters, written = _written_out(tuple(shapes))
    takes = [_takes(tree, node, pattern.flags, characters) for node in reads.values()]
    takes += [_takes(EDGES, node, EDGES.state.flags, characters) for node in EDGES]
    # The first character that the pattern reads alike stands for each.
    alike: dict[tuple[bool, ...], str] = {}
    stands_for = {
        ord(character): alike.setdefault(read, character)
        for character, read in zip(characters, zip(*takes, strict=True), strict=True)
    }
    first: dict[str, Shape] = {}
    for shape, read_as in zip(shapes, written.translate(stands_for).split(BETWEEN), strict=True):
        first.setdefault(read_as, shape)
    return list(first.values())


@lru_cache(maxsize=1)
def _written_out(shapes: tuple[Shape, ...]) -> tuple[str, str]:
    """The characters of the shapes in their order, and the parts of all in one text, which is
    translated at once for each pattern."""
    parts = [(shape.begin, shape.unit, shape.end) for shape in shapes]
    characters = "".join(sorted({c for each in parts for c in "".join(each)}))
    assert not {BETWEEN, BETWEEN_PARTS} & set(characters)
    return characters, BETWEEN.join(map(BETWEEN_PARTS.join, parts))


def run_through(pattern: re.Pattern[str], characters: frozenset[str]) -> frozenset[str]:
    """Those of the characters that the unbounded repeats of the pattern take."""
    tree, all_of_them = _parsed(pattern), "".join(sorted(characters))
    taken: set[str] = set()
    for node in _reads(tree, inside=False):
        if node[0] in AGAIN:
            return characters
        taken.update(compress(all_of_them, _takes(tree, node, pattern.flags, all_of_them)))
    return frozenset(taken)


@lru_cache(maxsize=1)
def _parsed(pattern: re.Pattern[str]) -> Any:
    return parser.parse(pattern.pattern, pattern.flags)


def _takes(tree: Any, node: Any, flags: int, characters: str) -> tuple[bool, ...]:
    """Which of the characters a part of a parsed pattern takes, in either case: a group inside the
    pattern may leave it open. Patterns share most of their parts."""
    key = (repr(node), flags, characters)
    if key not in _taken:
        one = parser.SubPattern(tree.state, [node])
        match = re._compiler.compile(one, flags).match  # type: ignore[attr-defined]
        _taken[key] = tuple(bool(match(each) or match(each.swapcase())) for each in characters)
    return _taken[key]


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
