"""What stands near a question and does not answer it: another drug's label, a limit, a risk."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.patient.doses_with_finding import requests_not_told
from agents.extractive.answer.unweighed_facts import unanswered_drugs
from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from agents.wording.not_found import plain_dose_not_shown
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary
from tests.unit.agents.extractive.conftest import document as document_of
from tests.unit.agents.extractive.one_statement import document, sorted_out

OLAPARIB = """Olaparib alone is indicated for metastatic castration-resistant prostate cancer with a
BRCA1 mutation that progressed after abiraterone."""
ABIRATERONE = "Abiraterone alone is indicated for metastatic castration-resistant prostate cancer."
VENETOCLAX = """In chronic lymphocytic leukaemia venetoclax is contraindicated with strong CYP3A
inhibitors at initiation and during the ramp-up phase."""
REDUCED = "With strong CYP3A inhibitors the dose of venetoclax is reduced to 100 mg once daily."
DPYD = """According to the FDA, a DPYD intermediate or poor metabolizer has a higher risk of severe,
life-threatening or fatal toxicity from fluorouracil."""


@pytest.mark.parametrize(("source", "is_told"), [(OLAPARIB, False), (ABIRATERONE, True)])
def test_the_label_of_a_later_drug_says_nothing_of_the_earlier_one(
    source: str, is_told: bool
) -> None:
    (chosen,) = sorted_out(
        "abiraterone without prednisone?", document(source, heading="Indications", title="Label")
    )
    assert bool(chosen.answers) is is_told


@pytest.mark.parametrize(
    "question",
    [
        "imatinib T315I what next?",
        "CML imatinib T315I, next step?",
        "osimertinib C797S what now?",
        "letrozole and ESR1 mutation, next?",
    ],
)
def test_what_comes_next_is_not_asked_of_the_drug_before_it(question: str) -> None:
    parsed = parse_text(question)
    assert not any(each.drugs for each in parsed.all_parts)


@pytest.mark.parametrize(
    "question", ["T315I, next step: imatinib?", "T315I. Imatinib as the next line of treatment?"]
)
def test_a_drug_to_come_next_is_asked_about(question: str) -> None:
    assert any("imatinib" in each.drugs for each in parse_text(question).all_parts)


async def lines_not_found(question: str, silo: str, source: str) -> str:
    shelf = FakeLibrary([document_of(silo, "a", "Label", f"## Label\n\n{source}\n")])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer), ending
    return " ".join(ending.not_found)


@pytest.mark.parametrize(("source", "is_open"), [(VENETOCLAX, True), (REDUCED, False)])
async def test_a_bar_at_the_start_of_treatment_leaves_the_dose_after_it_open(
    source: str, is_open: bool
) -> None:
    question = "venetoclax with posaconazole in CLL, dose?"
    told = await lines_not_found(question, "drug_information", source)
    assert ("dose of venetoclax with posaconazole" in told) is is_open


def test_a_risk_does_not_say_what_to_do_once_the_drug_is_given() -> None:
    question = "5-FU given to a patient with complete DPD deficiency by mistake, now what?"
    parts = sorted_out(question, document(DPYD, heading="Dose", title="DPYD and fluorouracil"))
    assert any(each.answers for each in parts)
    told = " ".join(requests_not_told(parts))
    assert "what to do now that fluorouracil has been given" in told
    plain = [replace(e, asked=replace(e.asked, text="May 5-FU be given?")) for e in parts]
    assert not list(requests_not_told(plain))


SEVERE = "In severe hepatic impairment (Child-Pugh C) lorlatinib is given at 50 mg once daily."
KNOWN = "In mild hepatic impairment lorlatinib is given at 100 mg once daily."


@pytest.mark.parametrize(
    "question",
    ["ALT 4x ULN. Dose of lorlatinib?", "Liver metastases, bilirubin 1.2x ULN: lorlatinib dose?"],
)
def test_a_dose_for_an_impaired_organ_alone_is_not_the_dose_of_an_option(question: str) -> None:
    options = sorted_out(question, document(SEVERE, heading="Dose", title="Lorlatinib"))
    assert any(each.answers for each in options)
    assert plain_dose_not_shown("lorlatinib") in list(requests_not_told((), options))
    assert not list(requests_not_told(options))


def test_a_dose_for_just_the_patient_is_the_dose_of_an_option() -> None:
    question = "Mild hepatic impairment. Dose of lorlatinib?"
    options = sorted_out(question, document(KNOWN, heading="Dose", title="Lorlatinib"))
    assert any(each.answers for each in options)
    assert not list(requests_not_told((), options))


def test_nothing_is_missing_on_a_drug_that_the_patient_cannot_have() -> None:
    question = (
        "Metastatic castration-resistant prostate cancer, docetaxel-ineligible. What to give?"
    )
    parsed = parse_text(question)
    assert unanswered_drugs(parsed, sorted_out(question, document(ABIRATERONE))) == ()
