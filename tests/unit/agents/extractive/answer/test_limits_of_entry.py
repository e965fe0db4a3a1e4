"""Who asks for the limit of a measure in a trial is told nothing that does not speak of it."""

from __future__ import annotations

import pytest

from tests.unit.agents.extractive.one_statement import document, sorted_out

DESIGN = (
    "Patients with HER2-positive metastatic breast cancer were eligible for CLEOPATRA if adjuvant"
    " therapy had ended more than 12 months before randomisation."
)
HEART = "Patients with an ejection fraction (LVEF) of at least 50% were eligible for CLEOPATRA."


def told(question: str, *sentences: str) -> str:
    found = document("\n\n".join(sentences), title="CLEOPATRA")
    return " ".join(each.words for part in sorted_out(question, found) for each in part.answers)


@pytest.mark.parametrize(
    "question",
    [
        "did CLEOPATRA exclude LVEF <50?",
        "were patients with creatinine clearance below 45 eligible for CLEOPATRA?",
        "CLEOPATRA eligibility: platelets below 100?",
        "CLEOPATRA eligibility: bilirubin above 1.5x ULN?",
    ],
)
def test_other_criteria_do_not_stand_in_for_it(question: str) -> None:
    assert DESIGN not in told(question, DESIGN)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("CLEOPATRA eligibility: LVEF below 50%?", HEART),
        ("who was eligible for CLEOPATRA?", DESIGN),
        ("were patients with adjuvant therapy eligible for CLEOPATRA?", DESIGN),
        ("LVEF 60%, HER2-positive breast cancer: who was eligible for CLEOPATRA?", DESIGN),
    ],
)
def test_what_speaks_of_it_and_other_questions_are_answered(question: str, sentence: str) -> None:
    assert sentence in told(question, sentence)
