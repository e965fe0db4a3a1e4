"""After a drug on one target of a pathway, a drug on another is told with what is missing."""

from __future__ import annotations

from agents.extractive.answer.sentences import line_of_statement
from tests.unit.agents.extractive.one_statement import document, sorted_out

LABEL = (
    "Capivasertib is indicated for HR-positive, HER2-negative metastatic breast cancer with a"
    " PIK3CA alteration after endocrine therapy."
)


def test_the_option_is_told_with_the_missing_source() -> None:
    question = "HR+ HER2- metastatic breast cancer, PIK3CA mutated, progressed on alpelisib, next?"
    (selected,) = sorted_out(question, document(LABEL))
    (option,) = selected.answers
    line = line_of_statement(option, selected)
    assert line.startswith("No source was found on capivasertib after alpelisib")
