"""What two questions in one sentence ask, words that ask for no price, drugs one after another."""

from __future__ import annotations

import pytest

from agents.extractive.question.kinds import kind_of_question
from agents.extractive.question.parsing import parse_text
from names.recognise import recognise

TRIALS = "MARIPOSA vs FLAURA2"


@pytest.mark.parametrize(
    "text",
    [
        f"{TRIALS}, which has better OS and what is the toxicity",
        f"{TRIALS}: which has the better OS and what's the price in toxicity?",
        "FLAURA2: OS? toxicity?",
        "DESTINY-Breast03: PFS and what about side effects?",
    ],
)
def test_an_outcome_and_the_harm_are_two_questions_on_the_same_trials(text: str) -> None:
    parts = parse_text(text).parts
    assert [each.kind for each in parts] == ["trial_result", "adverse"]
    assert parts[0].trials == parts[1].trials != frozenset()
    assert not parts[1].aspects
    assert not parts[1].lacks_drug


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("at what cost in toxicity does FLAURA2 gain survival", "trial_result"),
        ("what's the price of osimertinib", "price"),
        ("osimertinib: price in Germany?", "price"),
        ("neratinib after adjuvant trastuzumab: for whom?", "therapy"),
        ("how soon after trastuzumab can doxorubicin be given?", "interaction"),
        ("olaparib after clarithromycin?", "interaction"),
    ],
)
def test_the_kind_of_a_question(text: str, kind: str) -> None:
    assert kind_of_question(text, recognise(text)) == kind


@pytest.mark.parametrize(
    "ending", ["or something better", "or is there a better TKI?", "or anything newer?"]
)
def test_who_asks_for_something_better_asks_for_the_other_options(ending: str) -> None:
    parts = parse_text(f"ROS1+ NSCLC, untreated: crizotinib {ending}").parts
    assert [(each.drugs, each.instead_of) for each in parts] == [
        (frozenset({"crizotinib"}), frozenset()),
        (frozenset(), frozenset({"crizotinib"})),
    ]
