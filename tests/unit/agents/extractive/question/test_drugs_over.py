"""A drug beside the treatment that is over is nothing new to ask about."""

from __future__ import annotations

import pytest

from agents.extractive.question.context.thread import only_states_facts


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("citalopram stopped, QTcF now 440, K 3.1", True),
        ("ketoconazole stopped last week", True),
        ("citalopram stopped?", False),
        ("osimertinib stopped, QTc 440", False),
    ],
)
def test_a_message_that_only_tells_what_is_over(text: str, states: bool) -> None:
    assert only_states_facts(text) is states
