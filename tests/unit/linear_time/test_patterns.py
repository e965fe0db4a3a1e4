"""No pattern goes through a long text again and again, whatever the text.

Every pattern gets every shape that it can tell from the others. A shape that one of its unbounded
repeats can run through is tried with 40,000 characters. The others cannot make it slow, however
long they are; they are tried with 500, in case this reasoning is wrong."""

from __future__ import annotations

import re
from collections import deque

import pytest

from tests.unit.linear_time.growth import MIDDLE, SHORT, problem_at_any_length
from tests.unit.linear_time.patterns import all_patterns
from tests.unit.linear_time.relevance import distinct_shapes, run_through
from tests.unit.linear_time.shapes import SHAPES, Shape

WINDOWED = {
    r"agents.checking.quotes: \d\S*\s?\w+$": 12,
    "retrieval.text.sentences._LAST_WORD": 80,
    "retrieval.text.words._SLASHED": 40,
}
"""Patterns that are only ever given the end of a text → its characters."""
ANCHORED = frozenset(
    {
        "agents.facts.values.updates.NORMAL",
        "names.clinical.disease.tumours.NEXT",
        "names.clinical.markers.lexing.NOT_A_STATE",
        "names.clinical.disease.tumours.AFTER_SITE",
        "names.clinical.markers.vocabulary.NOT_A_STATE",
        "names.clinical.treatment.therapies.LINK",
        "names.recognition.genes.CONTEXT_AFTER",
        "names.recognition.genes.GENE_AFTER",
        "retrieval.text.sentences._BEGINS",
    }
)
"""Patterns under a name that are only ever tried at one place (``match``)."""
PATTERNS = all_patterns()
CHARACTERS = frozenset("".join(shape.unit for shape in SHAPES))


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


def test_the_shapes_and_patterns_are_many() -> None:
    assert len(SHAPES) >= 200
    assert len(PATTERNS) >= 100


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_grows_in_proportion_to_the_text(name: str) -> None:
    pattern = PATTERNS[name]

    def work(text: str) -> None:
        given = text[-WINDOWED.get(name, len(text)) :]
        if name in ANCHORED or name.endswith(" (match)"):
            pattern.match(given)
        else:
            deque(pattern.finditer(given), maxlen=0)

    taken = run_through(pattern, CHARACTERS)
    problems = [
        problem_at_any_length(work, shape)
        if taken.issuperset(shape.unit)
        else SHORT.problem(work, shape) and MIDDLE.problem(work, shape)
        for shape in distinct_shapes(pattern, SHAPES)
    ]
    assert [problem for problem in problems if problem] == []


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
