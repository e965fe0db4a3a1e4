"""A value that a message supposes beside the one it tells is said to be only supposed."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

SUPPOSED = {
    "CRC pMMR second line? what if dMMR": ("MSI-high", "MSS"),
    "CrCl 62, cisplatin. Assuming CrCl drops to 25, what then?": (
        "creatinine clearance 25 mL/min",
        "creatinine clearance 62 mL/min",
    ),
    "HER2-positive breast cancer second line? And if it were HER2-low?": (
        "HER2-low",
        "HER2-positive",
    ),
}


@pytest.mark.parametrize(("text", "values"), SUPPOSED.items())
def test_the_sheet_says_what_is_only_supposed(text: str, values: tuple[str, str]) -> None:
    supposed, told = values
    sheet = read_fact_sheet([Message(text)])
    sentences = [each.sentence for each in sheet.contradictions]
    assert any(
        each.startswith(supposed) and f"; {told} (" in each and "only supposed" in each
        for each in sentences
    )


@pytest.mark.parametrize(("text", "values"), SUPPOSED.items())
def test_the_next_message_has_what_was_told(text: str, values: tuple[str, str]) -> None:
    messages = [Message(text, "earlier question", said_at="1"), Message("and the dose?")]
    facts = {describe(fact.value) for fact in read_fact_sheet(messages).facts}
    assert values[1] in facts
    assert values[0] not in facts


def test_two_told_values_are_no_supposition() -> None:
    sheet = read_fact_sheet([Message("colon cancer MSI-H, and MSS in the repeat")])
    assert not [each for each in sheet.contradictions if "supposed" in each.sentence]


@pytest.mark.parametrize(
    ("text", "told", "supposed"),
    [
        (
            "CrCl 62. Cisplatin dose in bladder cancer? And assuming CrCl drops to 25?",
            "creatinine clearance 62 mL/min",
            "creatinine clearance 25 mL/min",
        ),
        ("LVEF 55%. Trastuzumab? And if LVEF falls to 38%?", "LVEF 55%", "LVEF 38%"),
    ],
)
def test_the_question_before_has_the_told_value_only(text: str, told: str, supposed: str) -> None:
    first = parse_text(text).parts[0]
    assert first.own_sheet is not None
    facts = {describe(fact.value) for fact in first.own_sheet.facts}
    assert told in facts
    assert supposed not in facts
