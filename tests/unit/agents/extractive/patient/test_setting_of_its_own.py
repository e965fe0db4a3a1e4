"""What is for just the patient's setting leads; what is for a wider one, or another, does not."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.facts.value_words import describe
from agents.matching.ordering import place_by_setting
from names.clinical.readers import read_clinical
from names.clinical.values import Tumour
from tests.unit.agents.extractive.one_statement import document, judged, sorted_out

HELD = (
    "Osimertinib alone is indicated for locally advanced, unresectable (stage III) non-small cell "
    "lung cancer with EGFR L858R mutations that has not progressed during or after platinum-based "
    "chemoradiation."
)
WIDE = (
    "Amivantamab plus lazertinib is indicated for first-line treatment of locally advanced or "
    "metastatic non-small cell lung cancer with EGFR L858R mutations."
)
METASTATIC = (
    "Dacomitinib is indicated for metastatic non-small cell lung cancer with EGFR L858R mutations."
)
PATIENT = "67F unresectable IIIB NSCLC, EGFR L858R, no pd after cCRT. What next?"


@pytest.mark.parametrize(
    "words",
    ["cCRT", "CRT", "concurrent chemoradiation", "chemoRT", "chemo-radiotherapy", "definitive CRT"],
)
def test_chemoradiotherapy_of_the_lung_holds_platinum(words: str) -> None:
    sheet = parse_text(f"Unresectable stage III NSCLC after {words}. What next?").sheet
    told = [describe(fact.value) for fact in sheet.facts]
    assert "had platinum-based chemotherapy" in told


@pytest.mark.parametrize(
    "text",
    [
        "Rectal cancer after CRT. What next?",
        "Stage IV NSCLC after CRT. What next?",
        "CRT-D in place, NSCLC stage III. What next?",
    ],
)
def test_other_chemoradiotherapy_does_not(text: str) -> None:
    told = [describe(fact.value) for fact in parse_text(text).sheet.facts]
    assert "had platinum-based chemotherapy" not in told


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("unresectable IIIB NSCLC", "IIIB"),
        ("NSCLC, IIIA", "IIIA"),
        ("stage IIIA or IIIB NSCLC", "IIIA-IIIB"),
        ("IVB NSCLC", "IVB"),
        ("NSCLC, level IIIB evidence", ""),
        ("NSCLC, phase IIB trial", ""),
    ],
)
def test_a_stage_without_that_word(text: str, stage: str) -> None:
    tumours = [each.value for each in read_clinical(text) if isinstance(each.value, Tumour)]
    assert [each.stage for each in tumours] == [stage]


def test_the_label_for_just_the_setting_leads() -> None:
    (found,) = sorted_out(PATIENT, document(f"{WIDE}\n\n{HELD}"))
    assert found.answers[0].words == HELD
    places = {
        each.statement.drugs[0]: place_by_setting(each)
        for each in judged(PATIENT, document(f"{WIDE}\n\n{HELD}"))
    }
    assert places == {"osimertinib": 0, "amivantamab": 1}


def test_what_is_for_metastatic_disease_alone_is_not_for_stage_three() -> None:
    (judgement,) = judged(PATIENT, document(METASTATIC))
    assert [each.reason for each in judgement.contradictions] == [
        "holds for metastatic disease; here: locally advanced"
    ]
    later = "Unresectable IIIB NSCLC, EGFR L858R, progressed after cCRT. What next?"
    assert judged(later, document(METASTATIC))[0].answers


def test_what_is_for_disease_that_was_held_is_not_for_one_that_progressed() -> None:
    later = "Unresectable IIIB NSCLC, EGFR L858R, progressed 2 months after CRT. What next?"
    (judgement,) = judged(later, document(HELD))
    assert "is for disease that has not progressed" in judgement.contradictions[0].reason
    assert judged(PATIENT, document(HELD))[0].answers
