"""What the patient never had, and in which disease."""

from __future__ import annotations

import pytest

from agents.facts.display.sheet_line import sheet_line
from agents.facts.reading import Message, read_fact_sheet


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "Metastatic breast cancer. No chemotherapy yet for metastatic disease.",
            "never had chemotherapy (metastatic)",
        ),
        (
            "Metastatic breast cancer, no prior chemotherapy in the metastatic setting.",
            "never had chemotherapy (metastatic)",
        ),
        ("Metastatic breast cancer, never had chemotherapy.", "never had chemotherapy"),
    ],
)
def test_what_was_not_had_keeps_the_disease_it_is_told_of(said: str, told: str) -> None:
    assert sheet_line(read_fact_sheet((Message(said),))).endswith(f"· {told}")
