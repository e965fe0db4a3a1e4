"""A treatment is planned, or goes on, where the words behind it say so."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Population, Therapy

PLANNED = {
    "NSCLC s/p chemoradiotherapy, durvalumab consolidation planned": "durvalumab",
    "after FOLFOX, bevacizumab planned. CRC": "bevacizumab",
    "NSCLC s/p chemoradiotherapy, durvalumab is scheduled": "durvalumab",
    "24 weeks pregnant, HER2+ breast cancer. AC now, trastuzumab after delivery": "trastuzumab",
}
STANDING = {
    "NSCLC s/p chemoradiotherapy, durvalumab": "given",
    "on palbociclib since May": "current",
    "was on everolimus 10 mg, reduced to 5 and continues": "current",
    "was on everolimus, now continues with cabozantinib": "given",
    "had trastuzumab after surgery": "given",
    "osimertinib held for ILD G1, restarted at 40, ongoing": "current",
    "osimertinib held for ILD G1, restarted, ILD again": "intolerant",
    "imatinib not tolerated at 400, ok on 300": "current",
}


def _outcomes(text: str) -> dict[str, str]:
    therapies = [each.value for each in read_patient(text) if isinstance(each.value, Therapy)]
    return {drug: each.outcome for each in therapies for drug in each.drugs}


@pytest.mark.parametrize(("text", "drug"), PLANNED.items())
def test_what_is_to_come_was_not_had(text: str, drug: str) -> None:
    assert _outcomes(text).get(drug) == "planned"


@pytest.mark.parametrize(("text", "outcome"), STANDING.items())
def test_other_words_behind_a_treatment_leave_it_as_it_was(text: str, outcome: str) -> None:
    assert outcome in _outcomes(text).values()


def test_the_birth_to_come_leaves_her_pregnant() -> None:
    found = read_patient("24 weeks pregnant, trastuzumab after delivery")
    states = {each.value.pregnancy for each in found if isinstance(each.value, Population)} - {""}
    assert states == {"pregnant"}


def test_cells_are_not_the_drug_that_begins_alike() -> None:
    assert not _outcomes("DLBCL, axi-cel 05/2024, PD at day 90")
    assert _outcomes("RCC, progressed on axi") == {"axitinib": "progressed"}


def test_what_follows_a_refusal_may_be_given_in_its_place() -> None:
    assert _outcomes("refused docetaxel, letrozole + palbociclib then") == {
        "docetaxel": "not given"
    }
    assert _outcomes("declined docetaxel and carboplatin")["carboplatin"] == "not given"
