"""No pattern of names goes through a long text again and again."""

from __future__ import annotations

from tests.unit.linear_time.pattern_growth import growth_problems
from tests.unit.linear_time.patterns import patterns_of


def test_the_patterns_grow_in_proportion_to_the_text() -> None:
    assert growth_problems(patterns_of("names")) == {}
