"""What plasma shows counts before what tissue does not show, in whichever order both are told."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("NSCLC, tissue EGFR negative, plasma EGFR L858R positive.", "EGFR L858R: present"),
        ("NSCLC, EGFR L858R positive in plasma, tissue EGFR negative.", "EGFR L858R: present"),
        ("NSCLC, ctDNA ALK fusion positive, tissue ALK negative.", "ALK fusion: present"),
        ("NSCLC, plasma TP53 R175H positive, tissue TP53 negative.", ""),
    ],
)
def test_plasma_counts_before_tissue(text: str, told: str) -> None:
    sheet = read_fact_sheet([Message(text)])
    found = [describe(fact.value) for fact in sheet.facts]
    assert found == ["non-small cell lung cancer", *([told] if told else [])]
    (both,) = sheet.contradictions
    assert both.sentence.startswith("Both ")
    assert not told or both.sentence.count("I take the") == 1
