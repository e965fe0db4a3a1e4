"""An event under a drug, with a supportive drug that is taken already: the event is asked about."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from names.clinical.values import Toxicity


@pytest.mark.parametrize(
    ("text", "drug", "event"),
    [
        (
            "G3 diarrhoea on abemaciclib adj, already taking loperamide. dose?",
            "abemaciclib",
            "diarrhoea",
        ),
        ("glucose 520 on alpelisib, already on metformin. dose?", "alpelisib", "hyperglycaemia"),
        ("G3 diarrhoea on neratinib despite max loperamide. dose?", "neratinib", "diarrhoea"),
        (
            "G3 diarrhoea on capivasertib. Already on loperamide 16 mg/d. Dose?",
            "capivasertib",
            "diarrhoea",
        ),
        (
            "grade 3 hypertension on lenvatinib despite amlodipine, dose?",
            "lenvatinib",
            "hypertension",
        ),
    ],
)
def test_the_event_and_its_drug_are_the_subject(text: str, drug: str, event: str) -> None:
    parts = parse_text(text).parts
    assert "dose" in {asked.kind for asked in parts}
    for asked in parts:
        assert asked.kind != "interaction"
        assert asked.drugs == {drug}
        assert [each.event for each in asked.about if isinstance(each, Toxicity)] == [event]


def test_an_interaction_that_is_asked_about_is_kept() -> None:
    parts = parse_text("Does loperamide interact with abemaciclib?").parts
    assert [each.kind for each in parts] == ["interaction"]
    assert "loperamide" in parts[0].partners | parts[0].drugs
