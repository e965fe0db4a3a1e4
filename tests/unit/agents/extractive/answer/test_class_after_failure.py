"""A class that is asked for after its own failure: the silence of the sources is said first."""

from __future__ import annotations

import pytest

from agents.extractive.answer.sentences import line_of_statement
from agents.extractive.answer.unweighed_facts import not_weighed
from agents.extractive.question.parsing import parse_text
from retrieval.documents import Document
from tests.unit.agents.extractive.one_statement import document, sorted_out

LABEL = (
    "Talazoparib is indicated for HER2-negative metastatic breast cancer with a germline BRCA1 or"
    " BRCA2 mutation."
)
AFTER = (
    "For ALK-rearranged metastatic non-small cell lung cancer after alectinib, lorlatinib is"
    " recommended."
)
AGAIN = (
    "Abemaciclib is indicated for HR-positive, HER2-negative metastatic breast cancer.\n\nAfter"
    " progression on a CDK4/6 inhibitor, progression-free survival of HR-positive, HER2-negative"
    " metastatic breast cancer was longer with abemaciclib plus fulvestrant than with fulvestrant."
)
RELAPSED = (
    "Gilteritinib alone is indicated for relapsed or refractory acute myeloid leukaemia with an"
    " FLT3 mutation."
)


def unweighed(question: str, found: Document) -> str:
    return " ".join(not_weighed(parse_text(question), sorted_out(question, found)))


@pytest.mark.parametrize(
    "question",
    [
        "which PARP inhibitor after progression on olaparib in breast cancer?",
        "metastatic breast cancer, HER2-negative, gBRCA1, progressed on olaparib: PARP inhibitor?",
    ],
)
def test_the_silence_is_said_and_no_other_drug_of_the_class_told(question: str) -> None:
    assert "PARP inhibition after olaparib (no statement found" in unweighed(
        question, document(LABEL)
    )
    (selected,) = sorted_out(question, document(LABEL))
    assert not selected.answers


def test_another_drug_of_the_class_is_told_beside_a_source_on_the_time_after_it() -> None:
    (selected,) = sorted_out(
        "HR+ HER2- metastatic breast cancer, progressed on palbociclib: which CDK4/6 inhibitor?",
        document(AGAIN),
    )
    lines = [line_of_statement(each, selected) for each in selected.answers]
    assert any(each.startswith("No source was found on abemaciclib after") for each in lines)
    assert any("After progression on a CDK4/6 inhibitor" in each for each in lines)


@pytest.mark.parametrize(
    "question",
    [
        "which PARP inhibitor in HER2-negative gBRCA1 metastatic breast cancer?",
        "which PARP inhibitor after progression on capecitabine in metastatic breast cancer?",
        "which PARP inhibitor after progression on letrozole in gBRCA2 breast cancer?",
        "metastatic breast cancer on olaparib, stable: which PARP inhibitor is indicated?",
    ],
)
def test_nothing_is_said_where_the_class_has_not_failed(question: str) -> None:
    assert "no statement found" not in unweighed(question, document(LABEL))


def test_a_statement_on_the_time_after_the_class_answers() -> None:
    question = "which ALK inhibitor after progression on alectinib, ALK-rearranged NSCLC?"
    assert "no statement found" not in unweighed(question, document(AFTER))


def test_another_class_is_not_told_with_it() -> None:
    question = "metastatic breast cancer, progressed on palbociclib: which CDK4/6 inhibitor?"
    assert not any(each.answers for each in sorted_out(question, document(LABEL)))


@pytest.mark.parametrize(
    ("case", "is_told"),
    [
        ("relapsed after 7+3 with midostaurin", True),
        ("refractory to daunorubicin/cytarabine/quizartinib", True),
        ("relapsed after quizartinib alone", False),
        ("progressed on gilteritinib", False),
    ],
)
def test_a_class_that_was_a_partner_of_chemotherapy_is_told_for_the_relapse(
    case: str, is_told: bool
) -> None:
    (selected,) = sorted_out(f"FLT3-ITD AML, {case}. What next?", document(RELAPSED))
    lines = [line_of_statement(each, selected) for each in selected.answers]
    assert any(each.startswith("No source was found on gilteritinib") for each in lines) is is_told
    assert bool(lines) is is_told
