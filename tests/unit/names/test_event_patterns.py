"""The grammar table: pieces tell of most texts that none of its patterns matches."""

from __future__ import annotations

from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from names.recognition.statuses import EventPattern, event_patterns
from names.recognition.trials import CODE, NUMBERED, PMID, REGISTRATION
from names.recognition.variants import PATTERNS

REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}
DIGITS = frozenset("0123456789")


def always_has(tree: Any, pieces: tuple[str, ...]) -> bool:
    """Whether every match of a parsed pattern has one of the pieces, case left aside."""
    letters = ""
    for operation, argument in tree:
        letters = letters + chr(argument).lower() if operation is codes.LITERAL else ""
        if any(piece in letters for piece in pieces) or _inside(operation, argument, pieces):
            return True
    return False


def _inside(operation: Any, argument: Any, pieces: tuple[str, ...]) -> bool:
    if operation is codes.SUBPATTERN:
        return always_has(argument[3], pieces)
    if operation is codes.BRANCH:
        return all(always_has(branch, pieces) for branch in argument[1])
    if operation is codes.ASSERT:
        return always_has(argument[1], pieces)
    return operation in REPEATS and argument[0] > 0 and always_has(argument[2], pieces)


def always_has_a_digit(tree: Any) -> bool:
    """Whether every match of a parsed pattern has a digit."""
    return any(_reads_a_digit(operation, argument) for operation, argument in tree)


def _reads_a_digit(operation: Any, argument: Any) -> bool:
    if operation is codes.IN:
        return all(
            (kind is codes.CATEGORY and value is codes.CATEGORY_DIGIT)
            or (kind is codes.LITERAL and chr(value) in DIGITS)
            or (kind is codes.RANGE and {chr(value[0]), chr(value[1])} <= DIGITS)
            for kind, value in argument
        )
    if operation is codes.SUBPATTERN:
        return always_has_a_digit(argument[3])
    if operation is codes.BRANCH:
        return all(always_has_a_digit(branch) for branch in argument[1])
    return operation in REPEATS and argument[0] > 0 and always_has_a_digit(argument[2])


@pytest.mark.parametrize("event", event_patterns(), ids=lambda event: event.pattern.pattern)
def test_every_match_has_one_of_the_pieces(event: EventPattern) -> None:
    assert event.pieces
    tree = parser.parse(event.pattern.pattern, event.pattern.flags)
    assert always_has(tree, event.pieces)


def test_only_coding_changes_are_variants_without_a_digit() -> None:
    trees = {
        regex.pattern: parser.parse(regex.pattern, regex.flags)
        for regex in (pattern.regex for pattern, _ in PATTERNS)
    }
    without = [tree for tree in trees.values() if not always_has_a_digit(tree)]
    assert len(trees) >= 13
    assert len(without) == 1
    assert always_has(without[0], ("c.",))


@pytest.mark.parametrize(
    "pattern", [NUMBERED.regex, PMID.regex, REGISTRATION.regex, CODE], ids=lambda p: p.pattern[:20]
)
def test_numbered_names_of_trials_and_papers_have_a_digit(pattern: Any) -> None:
    assert always_has_a_digit(parser.parse(pattern.pattern, pattern.flags))


@pytest.mark.parametrize(
    ("pattern", "pieces", "expected"),
    [
        ("gene amplif", ("amplif",), True),
        ("(?:gene )?amplif", ("gene",), False),
        ("fusions?|translocations?", ("fusion",), False),
        ("fusions?|translocations?", ("fusion", "translocation"), True),
        (r"poor(?= metaboli[sz]er)", ("metaboli",), True),
        (r"poor(?! metaboli[sz]er)", ("metaboli",), False),
        ("(?:mmr)*", ("mmr",), False),
        ("MMR", ("mmr",), True),
    ],
)
def test_the_proof_finds_pieces_that_may_be_missing(
    pattern: str, pieces: tuple[str, ...], expected: bool
) -> None:
    assert always_has(parser.parse(pattern), pieces) == expected
