"""Whether two variants are treated the same is answered by what names both, or their class."""

from __future__ import annotations

import pytest

from agents.extractive.evidence.judgements import insights
from agents.extractive.question.parsing import parse_text
from tests.unit.agents.extractive.one_statement import document, sorted_out

CLASS = "PIK3CA mutation meant any hotspot mutation of exons 7, 9 or 20 in the breast cancer."
LABEL = (
    "Alpelisib plus fulvestrant is indicated for HR-positive, HER2-negative, PIK3CA-mutated"
    " advanced breast cancer."
)
SOURCE = document(f"{LABEL}\n\n{CLASS}", heading="Eligibility", title="PIK3CA")


def told(question: str) -> list[str]:
    return [each.words for part in sorted_out(question, SOURCE) for each in part.answers]


@pytest.mark.parametrize(
    "question",
    [
        "Is PIK3CA E545K treated the same as H1047R?",
        "PIK3CA E542K and H1047L: equivalent for treatment?",
    ],
)
def test_the_class_comes_first_and_is_passed_on(question: str) -> None:
    assert told(question)[0] == CLASS
    passed = insights(parse_text(question), [SOURCE], "trial")
    assert "classification" in {j.statement.kind for each in passed for j in each.judgements}


@pytest.mark.parametrize(
    "question",
    ["PIK3CA E545K, which drug?", "Is EGFR G719X treated the same as L858R?"],
)
def test_it_is_not_told_where_nothing_is_compared_or_of_another_gene(question: str) -> None:
    assert CLASS not in told(question)
