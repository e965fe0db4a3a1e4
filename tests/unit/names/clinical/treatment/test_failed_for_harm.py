"""Who fails a drug for its harm did not bear it; without progress no tumour has failed it."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.spelling import normalise_message
from names.clinical.values import Therapy

INTOLERANT = (
    "failing abemaciclib due to LFTs, not PD",
    "failed everolimus because of pneumonitis, no progression",
    "failed sunitinib (toxicity)",
    "failed osimertinib for rash, still responding",
    "failed T-DM1 due to thrombocytopenia",
    "failed neratinib from grade 3 diarrhoea",
)
PROGRESSED = (
    "failed letrozole due to PD",
    "failed osimertinib due to a C797S mutation",
    "failed osimertinib because of MET amplification",
    "failed sunitinib and everolimus, now neutropenia",
    "failed olaparib",
    "progressed on everolimus, pneumonitis before that",
    "failed capecitabine with new liver metastases",
    "failed palbociclib (PD, no toxicity)",
)
HAD = (
    "failed abemaciclib, not PD",
    "failed erlotinib but without progression",
    "sotorasib, PD not documented",
    "stopped nivolumab, PD not the reason",
)


def _outcomes(text: str) -> set[str]:
    return {each.value.outcome for each in read_patient(text) if isinstance(each.value, Therapy)}


@pytest.mark.parametrize("text", INTOLERANT)
def test_who_fails_a_drug_for_its_harm_did_not_bear_it(text: str) -> None:
    assert _outcomes(text) == {"intolerant"}


@pytest.mark.parametrize("text", PROGRESSED)
def test_a_failure_of_the_disease_stays_one(text: str) -> None:
    assert _outcomes(text) == {"progressed"}


@pytest.mark.parametrize("text", HAD)
def test_a_failure_without_progress_tells_only_that_it_was_had(text: str) -> None:
    assert _outcomes(text) == {"given"}


@pytest.mark.parametrize(
    "text",
    [
        "Tam in premeno woman with hot flushes, stopped paroxetine, now on venlafaxine. ok?",
        "tamoxifen started in May, fluoxetine stopped for interaction",
        "exemestane, severe arthralgia, stopped ibuprofen",
        "abemaciclib diarrhoea, loperamide was stopped yesterday",
        "everolimus with stomatitis, dexamethasone mouthwash stopped",
    ],
)
def test_a_stop_of_another_drug_is_none_of_the_treatment(text: str) -> None:
    outcomes = {
        each.value.outcome
        for each in read_patient(normalise_message(text).text)
        if isinstance(each.value, Therapy)
    }
    assert "intolerant" not in outcomes


@pytest.mark.parametrize(
    "text",
    [
        "letrozole 2 yrs, arthralgia, then stopped",
        "capecitabine, hand-foot syndrome grade 3, was discontinued",
        "nivolumab 4 doses - hepatitis G3, discontinued",
    ],
)
def test_a_stop_for_an_event_is_told_as_before(text: str) -> None:
    told = [each.value for each in read_patient(normalise_message(text).text)]
    assert [each for each in told if isinstance(each, Therapy) and each.outcome == "intolerant"]
