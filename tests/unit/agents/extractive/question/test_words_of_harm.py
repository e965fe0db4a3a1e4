"""The words for side effects are listed once: what asks for them is known wherever it counts."""

from __future__ import annotations

import pytest

from agents.extractive.question.requests.aspects import aspects_asked
from agents.matching.sub_question import HARM


@pytest.mark.parametrize(
    "words",
    ["side effects", "Side-effect", "adverse drug reactions", "toxicity", "tox", "AEs", "irAEs"],
)
def test_what_a_drug_does_to_the_patient_is_harm(words: str) -> None:
    assert HARM in aspects_asked(f"{words} of olaparib?")
