"""Nodes that are told to be free or not behind a marker are no second value of the marker."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from names.clinical.disease.features import NODE_NEGATIVE, NODE_POSITIVE
from names.clinical.values import Condition


def conditions(text: str) -> set[str]:
    found = (each.value for each in parse_text(text).sheet.facts)
    return {each.name for each in found if isinstance(each, Condition)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("early breast cancer stage II, HR+ HER2-, node negative. abemaciclib?", NODE_NEGATIVE),
        ("early breast cancer stage II, ER+ HER2-, node neg. abemaciclib?", NODE_NEGATIVE),
        ("early breast cancer stage II, HR+ HER2-, node positive. abemaciclib?", NODE_POSITIVE),
    ],
)
def test_the_state_of_the_nodes_is_read(text: str, name: str) -> None:
    assert name in conditions(text)
