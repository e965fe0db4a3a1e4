"""What tells whether the work of a pattern grows with its text, tried on patterns made for it."""

from __future__ import annotations

import re
from collections import deque

import pytest

from tests.unit.linear_time.growth import BEYOND_WINDOWS, problem_at_any_length
from tests.unit.linear_time.patterns import GROUPS, all_patterns, folders_of, patterns_in
from tests.unit.linear_time.relevance import distinct_shapes, run_through
from tests.unit.linear_time.shapes import SHAPES, Shape


def test_shapes_that_a_pattern_cannot_tell_apart_are_tried_once() -> None:
    def units(pattern: str, *shapes: Shape) -> list[str]:
        return [shape.unit for shape in distinct_shapes(re.compile(pattern), shapes)]

    assert units("a+b", Shape("a"), Shape("x"), Shape("Q"), Shape("b"), Shape("-")) == list("axb-")
    assert units("(?i:a)+", Shape("a"), Shape("A"), Shape("x")) == ["a", "x"]
    assert units(r"a\b", Shape(" "), Shape("\n"), Shape("-")) == [" ", "\n"]
    assert units(r"(.)\1+", Shape("x"), Shape("y")) == ["x", "y"]


def test_a_pattern_whose_work_grows_with_the_square_is_found() -> None:
    def work(text: str) -> None:
        re.search(r"a*b", text)

    assert problem_at_any_length(work, Shape("a"))
    assert not problem_at_any_length(work, Shape("x"))


def test_a_bounded_repeat_is_told_from_one_without_bounds_by_800_characters() -> None:
    def bounded(text: str) -> None:
        deque(re.finditer(r"[^.]{0,100}?b", text), maxlen=0)

    def unbounded(text: str) -> None:
        deque(re.finditer(r"[^.]*?b", text), maxlen=0)

    assert not BEYOND_WINDOWS.problem(bounded, Shape("a"))
    assert BEYOND_WINDOWS.problem(unbounded, Shape("a"))


def test_the_shapes_and_patterns_are_many() -> None:
    assert len(SHAPES) >= 200
    assert len(all_patterns()) >= 1_500


def test_every_pattern_is_tried_in_one_room() -> None:
    folders = [folder for group in GROUPS for folder in folders_of(group)]
    tried = [name for folder in folders for name in patterns_in(folder)]
    assert sorted(tried) == sorted(all_patterns())


@pytest.mark.parametrize(
    ("pattern", "unit", "runs"),
    [
        (r"a+b", "a", True),
        (r"a+b", "ab", False),
        (r"(?:a+b)*", "ab", True),
        (r"(?:a+b){2,5}", "ab", False),
        (r"(?:a+b){2,}", "ab", True),
        (r"a{0,9}b", "a", False),
        (r"x(?=\s*y)", " ", True),
        (r"x|(?P<name>\d+)|y", "1", True),
        (r"(?i:a+)b", "A", True),
        (r"[^.]*\.", "a ", True),
        (r"[^.]*\.", "a.", False),
        (r"(a)(?(1)b*|c)", "b", True),
        (r"(.)\1+", "é", True),
    ],
)
def test_only_what_an_unbounded_repeat_takes_can_make_a_pattern_slow(
    pattern: str, unit: str, *, runs: bool
) -> None:
    compiled = re.compile(pattern)
    assert run_through(compiled, frozenset(unit)).issuperset(unit) == runs
