"""Which messages ask why something was no option."""

from __future__ import annotations

import pytest

from agents.replies.conversation import goes_on
from agents.replies.why_not import asked_why_not


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("why not olaparib?", {"olaparib"}),
        ("But why not Lynparza plus bevacizumab?", {"olaparib", "bevacizumab"}),
        ("why is olaparib not an option for her?", {"olaparib"}),
        ("why was T-DXd excluded?", {"trastuzumab deruxtecan"}),
        ("Why did you leave out ribociclib", {"ribociclib"}),
        ("why isn't T-DXd in there?", {"trastuzumab deruxtecan"}),
        ("why didn’t you suggest capivasertib", {"capivasertib"}),
        ("why is niraparib not in your answer?", {"niraparib"}),
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
        "why is olaparib recommended?",
        "why isn't olaparib crushed?",
        "why do guidelines include ribociclib?",
    ],
)
def test_anything_else_is_a_question_or_talk(text: str) -> None:
    assert asked_why_not(text) == frozenset()


@pytest.mark.parametrize(
    ("text", "is_follow_up"),
    [
        ("and of olaparib?", True),
        ("is it safe in pregnancy?", True),
        ("shorter please", True),
        ("are you sure?", True),
        ("What is the dose of talazoparib in renal impairment?", False),
        ("Does this patient with EGFR L858R benefit from osimertinib?", False),
        ("58 y woman, TNBC, PD-L1 CPS 12. Options?", False),
        ("hello", False),
    ],
)
def test_a_direct_message_goes_on_with_the_one_before_if_it_says_too_little(
    text: str, is_follow_up: bool
) -> None:
    assert goes_on(text) is is_follow_up
