"""A result that the assay could not see is absent, however the message says it."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC on osimertinib. T790M? below LOD",
        "NSCLC, T790M: below the limit of detection",
        "NSCLC, T790M was under the detection limit in plasma",
        "NSCLC, T790M VAF <LOD",
        "NSCLC, T790M (below LOD)",
        "NSCLC on afatinib. T790M? not seen",
        "NSCLC on afatinib. T790M? None detected. Next?",
    ],
)
def test_what_lies_below_the_limit_is_absent(text: str) -> None:
    facts = {describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts}
    assert "EGFR T790M: absent" in facts


@pytest.mark.parametrize(
    ("text", "share"),
    [("Ki-67 12,5 %", "12.5%"), ("Ki67: 8.5%", "8.5%"), ("Ki-67 20%", "20%"), ("Ki-67 14", "14%")],
)
def test_a_share_of_stained_cells_keeps_its_decimal(text: str, share: str) -> None:
    facts = {describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts}
    assert facts == {f"Ki-67 {share}"}
