"""A message of the thread puts a drug right: the question before is asked again of the drug that
was meant, and the one named by mistake is not answered about."""

from __future__ import annotations

import pytest

from agents.extractive.question.corrections.drugs import with_meant_drugs
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

DOSE = "In moderate renal impairment {} is reduced to {} mg twice daily."


@pytest.mark.parametrize(
    ("before", "correction", "asked"),
    [
        (
            "palbociclib 125 and we must add itraconazole, dose?",
            "wrong drug, she is on ribociclib 600 not palbo. same azole",
            "ribociclib 600 and we must add itraconazole, dose?",
        ),
        (
            "olaparib 300 bd with CrCl 40?",
            "sorry wrong drug, she is on niraparib 300 not olaparib, platelets 90",
            "platelets 90. niraparib 300 with CrCl 40?",
        ),
        (
            "tamoxifen with paroxetine?",
            "not paroxetine, it was fluoxetine",
            "tamoxifen with fluoxetine?",
        ),
        (
            "tamoxifen with paroxetine?",
            "Not paroxetine. It was fluoxetine.",
            "tamoxifen with fluoxetine?",
        ),
        (
            "erlotinib with rifampicin?",
            "I meant gefitinib, not erlotinib",
            "gefitinib with rifampicin?",
        ),
        (
            "olaparib dose with CrCl 40?",
            "wrong drug, it's niraparib",
            "niraparib dose with CrCl 40?",
        ),
        (
            "lapatinib + capecitabine with ketoconazole, dose?",
            "sorry, tucatinib not lapatinib",
            "tucatinib + capecitabine with ketoconazole, dose?",
        ),
    ],
)
def test_the_question_is_asked_again_of_the_drug_that_was_meant(
    before: str, correction: str, asked: str
) -> None:
    thread = with_meant_drugs((before, correction))
    assert thread.texts == (asked,)
    assert thread.is_last


@pytest.mark.parametrize(
    "told",
    [
        "not tolerated, so rucaparib now",
        "she is on omeprazole, not on a PPI",
        "not a candidate for olaparib, rucaparib?",
        "she gets dabrafenib, not on olaparib yet",
        "should we give niraparib, not olaparib?",
        "niraparib next, not olaparib-resistant",
        "on niraparib before, now olaparib, not stopped",
    ],
)
def test_what_is_only_not_given_puts_no_drug_right(told: str) -> None:
    questions = ("olaparib dose with CrCl 40?", told)
    assert with_meant_drugs(questions).texts == questions


def test_a_correction_that_asks_is_asked_of_the_drug_that_was_meant() -> None:
    thread = with_meant_drugs(
        ("palbociclib dose?", "sorry, ribociclib not palbociclib, is QTc 480 a problem?")
    )
    assert thread.texts == ("ribociclib dose?", "ribociclib. is QTc 480 a problem?")
    assert not thread.is_last


def test_a_drug_nobody_spoke_of_is_not_asked_about() -> None:
    thread = with_meant_drugs(("on tamoxifen. ok?", "she takes venlafaxine, not paroxetine"))
    assert thread.texts[-1] == "she takes venlafaxine"


async def test_the_rule_of_the_drug_that_was_meant_is_told() -> None:
    shelf = FakeLibrary(
        [
            document("drug_information", "o", "Olaparib", DOSE.format("olaparib", 200)),
            document("drug_information", "n", "Rucaparib", DOSE.format("rucaparib", 500)),
        ]
    )
    thread = Conversation(shelf)
    await thread.ask("olaparib with CrCl 40, dose?")
    ending = await thread.ask("wrong drug, she is on rucaparib not olaparib")
    assert isinstance(ending, Answer)
    said = " ".join(each.text for each in ending.sentences)
    assert "rucaparib is reduced to 500" in said
    assert "200 mg" not in said
    follow_up = await thread.ask("and with CrCl 38?")
    assert isinstance(follow_up, Answer)
    assert "rucaparib" in " ".join(each.text for each in follow_up.sentences)


CASE = "NSCLC, EGFR L858R, PD-L1 80%. what do we start?"


@pytest.mark.parametrize(
    ("correction", "asked"),
    [
        (
            "sorry, path corrected: it is exon 20 insertion, not L858R. Still treatment naive.",
            "Still treatment naive. NSCLC, EGFR exon 20 insertion, PD-L1 80%. what do we start?",
        ),
        (
            "not L858R, the report says G719X",
            "NSCLC, EGFR G719X, PD-L1 80%. what do we start?",
        ),
        (
            "correction: KRAS G12C instead of EGFR L858R",
            "NSCLC, KRAS G12C, PD-L1 80%. what do we start?",
        ),
    ],
)
def test_the_variant_that_was_meant_takes_the_place_of_the_other(
    correction: str, asked: str
) -> None:
    assert with_meant_drugs((CASE, correction)).texts == (asked,)


@pytest.mark.parametrize(
    "told",
    [
        "she also has T790M",
        "T790M found, L858R not lost",
        "it was T790M, not L858R-driven",
        "is it G719X, not L858R?",
        "G719X would not do as well as L858R",
    ],
)
def test_another_variant_puts_none_right(told: str) -> None:
    assert with_meant_drugs((CASE, told)).texts == (CASE, told)
