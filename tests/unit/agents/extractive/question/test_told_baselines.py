"""A value at baseline that is told, and one that is asked for."""

from __future__ import annotations

import pytest

from agents.extractive.question.context.thread import states_kind


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("baseline LVEF actually 42%, sorry", False),
        ("her baseline LVEF was 44% though", False),
        ("baseline echo: 41%", False),
        ("baseline LFTs 3x ULN", False),
        ("baseline LVEF?", True),
        ("which baseline labs", True),
        ("baseline echo needed before it?", True),
    ],
)
def test_a_baseline_value_asks_nothing(text: str, asks: bool) -> None:
    assert states_kind(text) is asks
