"""What the patient never had, and in which disease."""

from __future__ import annotations

import pytest

from agents.facts.display.sheet_line import sheet_line
from agents.facts.read_sheet import Message, read_fact_sheet


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


def test_a_maintenance_that_was_refused_leaves_what_was_had_before_it() -> None:
    said = "NSCLC, had carboplatin + pemetrexed, declined maintenance pemetrexed."
    sheet = read_fact_sheet((Message(said),))
    line = sheet_line(sheet)
    assert "had carboplatin + pemetrexed" in line
    assert "never had pemetrexed (maintenance)" in line
    assert sheet.contradictions == ()


@pytest.mark.parametrize(
    ("text", "told", "untold"),
    [
        ("mHSPC, docetaxel omitted due to frailty", "never had docetaxel", "tolerate"),
        (
            "CRC, on FOLFOX, oxaliplatin omitted from cycle 8 for neuropathy",
            "did not tolerate oxaliplatin",
            "never",
        ),
    ],
)
def test_what_was_omitted_was_not_had_unless_it_was_begun(
    text: str, told: str, untold: str
) -> None:
    line = sheet_line(read_fact_sheet((Message(text),)))
    assert told in line
    assert untold not in line
