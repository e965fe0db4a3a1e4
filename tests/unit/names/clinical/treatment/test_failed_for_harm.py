"""Who fails a drug for its harm did not bear it; without progress no tumour has failed it."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
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
