"""Which shapes can make a pattern go through a long text again and again: those that one of its
unbounded repeats (``*``, ``+``, ``{3,}``) can run through from one end to the other.

Where a character of the unit is in no such repeat, every repeat stops within one unit, however
long the text is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}
CHARACTERS = {codes.IN, codes.ANY, codes.LITERAL, codes.NOT_LITERAL}
ANYTHING = {codes.GROUPREF, codes.GROUPREF_EXISTS}


def run_through(pattern: re.Pattern[str], characters: frozenset[str]) -> frozenset[str]:
    """Those of the characters that the unbounded repeats of the pattern take."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    taken: set[str] = set()
    for node in _in_unbounded_repeats(tree, inside=False):
        if node[0] in ANYTHING:
            return characters
        one = re._compiler.compile(parser.SubPattern(tree.state, [node]), pattern.flags)  # type: ignore[attr-defined]
        # Either case: a group inside the pattern may leave it open.
        taken.update(c for c in characters - taken if one.match(c) or one.match(c.swapcase()))
    return frozenset(taken)


def _in_unbounded_repeats(tree: Any, *, inside: bool) -> Iterator[Any]:
    """The parts of a parsed pattern that read characters within an unbounded repeat."""
    for operation, argument in tree:
        if operation in REPEATS:
            _, most, body = argument
            yield from _in_unbounded_repeats(body, inside=inside or most is codes.MAXREPEAT)
        elif operation in CHARACTERS | ANYTHING:
            if inside:
                yield operation, argument
            if operation is codes.GROUPREF_EXISTS:
                for branch in filter(None, argument[1:]):
                    yield from _in_unbounded_repeats(branch, inside=inside)
        else:
            for part in _parts(operation, argument):
                yield from _in_unbounded_repeats(part, inside=inside)


def _parts(operation: Any, argument: Any) -> list[Any]:
    """What stands within a group, a branch or a look to one side."""
    if operation is codes.SUBPATTERN:
        return [argument[3]]
    if operation is codes.BRANCH:
        return list(argument[1])
    if operation in (codes.ASSERT, codes.ASSERT_NOT):
        return [argument[1]]
    return [argument] if operation is codes.ATOMIC_GROUP else []
