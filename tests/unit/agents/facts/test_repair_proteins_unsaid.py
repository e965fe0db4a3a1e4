"""A gene of a repair protein that is negative, where nothing tells whether the protein was stained
or the gene was sequenced: neither is read."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("CRC, MLH1 neg. pembrolizumab?", []),
        ("CRC, MLH1/PMS2 negative", []),
        ("CRC, MSH2 positive", []),
        ("CRC, MLH1/PMS2 neg, BRAF wt", ["BRAF alteration: absent"]),
        ("CRC, MLH1 IHC neg", ["MLH1 loss: present", "MSI-high"]),
        ("CRC, MSH6 lost", ["MSH6 loss: present", "MSI-high"]),
        ("CRC, MLH1 mutation negative", ["MLH1 alteration: absent"]),
        ("CRC, MLH1 negative on germline panel", ["germline MLH1 alteration: absent"]),
    ],
)
def test_neither_is_read(text: str, told: list[str]) -> None:
    found = [describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts]
    assert found == ["colorectal cancer", *told]
