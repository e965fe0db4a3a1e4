"""What two tumours of a patient differ in is taken of neither."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

LEFT_OPEN = {
    "two primaries: right colon MSI-H, sigmoid MSS. Immunotherapy?": "MS",
    "colon cancer MSI-H and endometrial cancer MSS, which first?": "MS",
    "bilateral breast cancer, left HER2-positive, right HER2-negative": "HER2",
    "synchronous tumours: gastric cancer HER2-positive, breast cancer HER2-negative": "HER2",
    "lung cancer KRAS G12C, and a second primary of the colon, KRAS wild type": "KRAS",
}


def _sheet(*texts: str) -> tuple[list[str], list[str]]:
    messages = [
        Message(text, "thread", "U0", f"2026-03-01T10:0{n}") for n, text in enumerate(texts)
    ]
    sheet = read_fact_sheet(messages)
    return (
        [describe(fact.value) for fact in sheet.facts],
        [each.sentence for each in sheet.contradictions],
    )


@pytest.mark.parametrize(("text", "name"), LEFT_OPEN.items())
def test_of_two_tumours_neither_finding_is_taken(text: str, name: str) -> None:
    facts, told = _sheet(text)
    assert not [each for each in facts if each.startswith(name)]
    assert [each for each in told if "I take neither" in each]


def test_of_one_tumour_the_later_finding_counts() -> None:
    facts, told = _sheet("colon cancer MSI-H, and MSS in the repeat")
    assert "MSS" in facts
    assert not [each for each in told if "I take neither" in each]


def test_a_later_message_may_say_which_counts() -> None:
    facts, told = _sheet(
        "colon cancer MSI-H and endometrial cancer MSS", "treating the colon, MSI-H"
    )
    assert "MSI-high" in facts
    assert not told


def test_two_tumours_keep_what_does_not_contradict() -> None:
    facts, told = _sheet("lung cancer EGFR L858R, prostate cancer BRCA2 mutated")
    assert {"EGFR L858R: present", "BRCA2 alteration: present"} <= {*facts}
    assert not told
