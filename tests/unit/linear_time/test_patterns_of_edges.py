"""No pattern of the rest of retrieval, the bot and the workspace
goes through a long text again and again."""

from __future__ import annotations

import pytest

from tests.unit.linear_time.pattern_growth import growth_problems
from tests.unit.linear_time.patterns import patterns_of

PATTERNS = patterns_of("edges")


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_grows_in_proportion_to_the_text(name: str) -> None:
    assert growth_problems(name, PATTERNS[name]) == []
