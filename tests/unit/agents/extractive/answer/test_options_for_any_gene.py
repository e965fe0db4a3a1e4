"""A marker that no option names takes nothing away of what holds whichever genes are altered."""

from __future__ import annotations

import pytest

from agents.extractive.evidence.judgements import insights
from agents.extractive.question.parsing import parse_text
from tests.unit.agents.extractive.one_statement import document

ADVICE = "For metastatic melanoma the society recommends nivolumab plus ipilimumab."
NAMED = (
    "For BRAF wild-type metastatic melanoma that has progressed, the society no longer recommends"
    " talimogene laherparepvec."
)


@pytest.mark.parametrize(
    "question",
    [
        "Melanoma BRAF wt metastatic, first line?",
        "Metastatic melanoma, no BRAF mutation, 1L?",
        "BRAF wild-type metastatic melanoma, which treatment first line?",
    ],
)
def test_general_advice_is_passed_on_beside_what_names_the_marker(question: str) -> None:
    source = document(f"{ADVICE}\n\n{NAMED}")
    found = insights(parse_text(question), [source], "guideline")
    assert any(ADVICE in each.text for each in found)
