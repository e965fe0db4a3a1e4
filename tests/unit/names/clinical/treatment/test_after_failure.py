"""What follows a treatment that failed has not failed, too."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Therapy


def outcomes(text: str) -> dict[str, str]:
    return {
        drug: each.value.outcome
        for each in read_patient(text)
        if isinstance(each.value, Therapy)
        for drug in each.value.drugs
    }


@pytest.mark.parametrize(
    ("text", "failed", "drug"),
    [
        ("PD on THP; T-DXd planned. mBC", "pertuzumab", "trastuzumab deruxtecan"),
        ("failed pembro; dab/tram next. melanoma", "pembrolizumab", "dabrafenib"),
        ("failed pembro; dab/tram next. melanoma", "pembrolizumab", "trametinib"),
        ("failed letrozole; fulvestrant + ribociclib considered", "letrozole", "fulvestrant"),
        ("progressed on osimertinib, carbo/pem started", "osimertinib", "carboplatin"),
        ("osimertinib failed, amivantamab planned", "osimertinib", "amivantamab"),
    ],
)
def test_what_is_to_come_was_not_had(text: str, failed: str, drug: str) -> None:
    read = outcomes(text)
    assert read[failed] == "progressed"
    assert drug not in read


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("PD on letrozole, fulvestrant since 3 mo", "fulvestrant"),
        ("progressed on sunitinib, cabozantinib (ongoing)", "cabozantinib"),
        ("failed osimertinib; amivantamab ongoing", "amivantamab"),
        ("refractory to imatinib, dasatinib with response", "dasatinib"),
        ("did not tolerate sunitinib, nivolumab well tolerated", "nivolumab"),
        ("HER2+ mBC on T-DXd", "trastuzumab deruxtecan"),
        ("mCRPC on abiraterone", "abiraterone"),
    ],
)
def test_what_goes_on_is_of_now(text: str, drug: str) -> None:
    assert outcomes(text)[drug] == "current"


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("PD on osimertinib and carbo/pem", ("osimertinib", "carboplatin")),
        ("failed letrozole, fulvestrant, next?", ("letrozole", "fulvestrant")),
        ("progressed on FOLFOX, FOLFIRI", ("oxaliplatin", "irinotecan")),
        ("CML failed imatinib, nilotinib, now on dasatinib", ("imatinib", "nilotinib")),
        ("RCC PD on sunitinib, cabozantinib PR, PD after 11 mo", ("sunitinib", "cabozantinib")),
        ("failed FOLFOX, FOLFIRI started 3/24, PD 9/24", ("oxaliplatin", "irinotecan")),
    ],
)
def test_what_failed_with_it_failed(text: str, drugs: tuple[str, ...]) -> None:
    read = outcomes(text)
    assert {read.get(drug) for drug in drugs} == {"progressed"}


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("Prior: carbo/pac, bev omitted. HGSOC", "bevacizumab"),
        ("Prior: ibrutinib (intolerant), venetoclax (never). CLL", "venetoclax"),
        ("Prior: docetaxel planned but not given; abi -> PD. mCRPC", "docetaxel"),
    ],
)
def test_what_the_list_leaves_out_was_not_had(text: str, drug: str) -> None:
    assert outcomes(text).get(drug) not in ("given", "progressed", "current")


@pytest.mark.parametrize(
    ("text", "drug", "outcome"),
    [
        ("HGSOC carbo/pac x6 -> CR, maintenance?", "carboplatin", "given"),
        ("PDAC gBRCA2, FOLFIRINOX 8 x, SD", "irinotecan", "given"),
        ("mCRC FOLFOXIRI+bev x 8 -> PD", "oxaliplatin", "progressed"),
    ],
)
def test_cycles_and_what_came_of_them(text: str, drug: str, outcome: str) -> None:
    assert outcomes(text)[drug] == outcome


@pytest.mark.parametrize(
    "text", ["plan carbo/pac x6, PR expected", "AC x4 PR+ ER+", "EGFR ins - osimertinib sensitive?"]
)
def test_cycles_that_are_planned_were_not_had(text: str) -> None:
    assert not {"given", "progressed", "current"}.intersection(outcomes(text).values())
