"""Diseases beside the tumour that are not another one of a longer or shorter name."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Condition, Toxicity


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("pulmonary arterial hypertension", "pulmonary hypertension"),
        ("portal hypertension", "portal hypertension"),
        ("pleural effusion", "pleural effusion"),
        ("recent variceal bleed", "bleeding"),
        ("aortic aneurysm", "aortic disease"),
        ("short bowel syndrome", "malabsorption"),
        ("hypertension", "hypertension"),
    ],
)
def test_a_disease_is_read_by_its_whole_name(words: str, name: str) -> None:
    sheet = read_fact_sheet((Message(f"64F metastatic breast cancer, {words}. What next?"),))
    told = {*(c.name for c in sheet.of(Condition)), *(t.event for t in sheet.of(Toxicity))}
    assert told == {name}
