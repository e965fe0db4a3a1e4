"""Which messages ask why something was no option."""

from __future__ import annotations

import pytest

from agents.replies.why_not import asked_why_not


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("why not olaparib?", {"olaparib"}),
        ("But why not Lynparza plus bevacizumab?", {"olaparib", "bevacizumab"}),
        ("why is olaparib not an option for her?", {"olaparib"}),
        ("why was T-DXd excluded?", {"trastuzumab deruxtecan"}),
        ("Why did you leave out ribociclib", {"ribociclib"}),
    ],
)
def test_a_question_on_what_was_no_option(text: str, drugs: set[str]) -> None:
    assert asked_why_not(text) == drugs


@pytest.mark.parametrize(
    "text",
    [
        "why not?",
        "why is olaparib given with food?",
        "why not olaparib, she is BRCA1 positive?",
        "why not olaparib at CrCl 20?",
        "what about olaparib?",
        "why not olaparib? And what is the dose of talazoparib?",
        "why did you search PubMed?",
        "why not wait",
    ],
)
def test_anything_else_is_a_question_or_talk(text: str) -> None:
    assert asked_why_not(text) == frozenset()
