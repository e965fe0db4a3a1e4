"""A better value after a drug was held is on the rule of the event, with its half on resuming."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.splitting.independent.recoveries import question_of_recovery
from agents.facts.read_sheet import Message


def held(*asked: str) -> str:
    return question_of_recovery(
        asked[-1], [Message(each, "earlier question") for each in asked[:-1]]
    )


@pytest.mark.parametrize(
    "thread",
    [
        ("EGFR NSCLC on osimertinib, QTc 512 ms. Hold?",
         "QTc 470 ms now, what dose do we go back to?"),
        ("Melanoma, LVEF dropped from 62% to 45% on dabrafenib/trametinib. What to do?",
         "after 4 weeks LVEF 58%"),
        ("Breast cancer on palbociclib, ANC 0.8. Hold?", "ANC 0.4 on recheck", "ANC 1.4 now"),
        ("Breast cancer on ribociclib, ALT 8x ULN. Hold?", "ALT 1.2x ULN now, restart?"),
        ("Osimertinib, QTc 512 ms twice. What now?", "QTc 470 ms now, what dose do we go back to?"),
        ("Palbociclib C1D15: ANC 0.8. Hold?", "ANC 1.4 now"),
    ],
)  # fmt: skip
def test_a_value_that_recovered_asks_for_the_rule_of_the_event(thread: tuple[str, ...]) -> None:
    assert held(*thread) == thread[-2]


@pytest.mark.parametrize(
    "thread",
    [
        ("Breast cancer on ribociclib, QTc 490 ms. Hold?", "sorry, QTc is 440"),
        ("EGFR NSCLC on osimertinib, QTc 512 ms. Hold?", "QTc 530 now"),
        ("EGFR NSCLC on osimertinib, QTc 512 ms. Hold?", "Hb 11 now"),
        ("CLL on ibrutinib, platelets 60 at baseline. Dose?", "platelets 130 now"),
        ("Olaparib dose, platelets 60?", "platelets 130"),
        ("Osimertinib ok with QTc 512 ms?", "QTc 470 ms now"),
        ("QTc 512 ms before osimertinib. What now?", "QTc 470 ms now"),
        (
            "Breast cancer on ribociclib, ALT 8x ULN. Hold?",
            "ALT 1.2x ULN now. Palbociclib instead?",
        ),
        ("Breast cancer on olaparib, CrCl 25. Dose?", "CrCl 45 now"),
    ],
)
def test_another_value_a_correction_or_a_start_is_asked_by_itself(thread: tuple[str, ...]) -> None:
    assert held(*thread) == ""


def test_what_if_behind_the_doses_of_two_drugs_is_asked_of_both() -> None:
    parts = parse_text("Capmatinib or tepotinib dose, and what if pneumonitis grade 1?").parts
    assert [(part.kind, *part.drugs) for part in parts] == [
        ("dose", "capmatinib"),
        ("dose", "tepotinib"),
        ("adverse", "capmatinib"),
        ("adverse", "tepotinib"),
    ]
