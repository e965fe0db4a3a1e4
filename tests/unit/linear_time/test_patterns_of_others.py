"""No pattern of the rest of retrieval, the bot and the workspace
goes through a long text again and again."""

from __future__ import annotations

import pytest

from tests.unit.linear_time.pattern_growth import growth_problems
from tests.unit.linear_time.patterns import folders_of, patterns_in


@pytest.mark.parametrize("folder", folders_of("others"))
def test_the_patterns_grow_in_proportion_to_the_text(folder: str) -> None:
    assert growth_problems(patterns_in(folder)) == {}
