"""Two values of one quantity in one message: each question takes its own, and what cannot both hold
is said."""

from __future__ import annotations

import pytest

from agents.extractive.answer.patient.limits import contradictions_said
from agents.extractive.question.parsing import ParsedQuestion, parse_text
from names.clinical.values import OrganFunction, Population


def organs_held(parsed: ParsedQuestion) -> list[list[str]]:
    """The classes of organ function that each part is compared with."""
    sheets = [part.own_sheet or parsed.sheet for part in parsed.parts]
    return [[each.grade for each in sheet.of(OrganFunction)] for sheet in sheets]


@pytest.mark.parametrize(
    "text",
    [
        "everolimus: Child-Pugh B dose? And Child-Pugh C dose?",
        "Exemestane + everolimus, Child-Pugh B liver. Starting dose of evero? And Child-Pugh C?",
    ],
)
def test_each_question_takes_the_class_of_its_own_sentence(text: str) -> None:
    assert organs_held(parse_text(text)) == [["Child-Pugh B"], ["Child-Pugh C"]]


def test_the_menopause_of_a_later_question_is_not_that_of_an_earlier_one() -> None:
    parsed = parse_text("RxPONDER: premenopausal N1, chemo benefit? And postmenopausal?")
    sheets = [part.own_sheet or parsed.sheet for part in parsed.parts]
    held = [[v.menopause for v in s.of(Population) if v.menopause] for s in sheets]
    assert held == [["premenopausal"], ["postmenopausal"]]
    assert not contradictions_said(parsed)


def test_two_results_of_one_test_that_differ_are_said() -> None:
    parsed = parse_text("Metastatic CRC: MSI-high by PCR, pMMR by IHC. Pembrolizumab first line?")
    (said,) = contradictions_said(parsed)
    assert "MSI-high" in said.text
    assert "MSS" in said.text
