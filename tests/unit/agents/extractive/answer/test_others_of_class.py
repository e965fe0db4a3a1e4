"""A class is asked for, and the sources hold one drug of it: that no other was found is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.answer.test_values_outside_rules import conversation

CLL = "indications/chronic-lymphocytic-leukaemia-17p.yaml"
FGFR = "indications/cholangiocarcinoma-fgfr.yaml"
OTHERS = "acalabrutinib or zanubrutinib"


@pytest.mark.parametrize(
    ("question", "source", "is_told"),
    [
        ("CLL with del(17p), untreated. Which BTK inhibitor?", CLL, True),
        ("CLL with del(17p), untreated. Ibrutinib?", CLL, False),
        ("CLL with del(17p), untreated. What first line?", CLL, False),
        ("FGFR2 fusion cholangiocarcinoma after gem-cis: which FGFR inhibitor?", FGFR, False),
    ],
)
async def test_drugs_of_the_class_of_which_nothing_was_found_are_named(
    corpus: Path, question: str, source: str, is_told: bool
) -> None:
    ending = await conversation(corpus, source).ask(question)
    assert isinstance(ending, Answer)
    assert any(OTHERS in each for each in ending.not_found) is is_told
    assert is_told or not any("class asked for" in each for each in ending.not_found)
