"""An approval for any solid tumour beside one for the patient's own tumour and the same marker."""

from __future__ import annotations

from tests.unit.agents.extractive.conftest import said_to

OWN = (
    "Tucatinib plus trastuzumab is indicated for HER2-positive metastatic colorectal cancer that"
    " progressed after oxaliplatin."
)
ANY = (
    "Trastuzumab deruxtecan is indicated for metastatic HER2-positive solid tumours after earlier"
    " treatment."
)
CASE = "Metastatic colorectal cancer, HER2-positive, progressed on FOLFIRI."


async def test_the_drug_for_any_tumour_is_told_where_it_is_compared() -> None:
    said = await said_to(f"{CASE} Tucatinib plus trastuzumab or T-DXd?", OWN, ANY)
    assert any(ANY in each for each in said)


async def test_it_is_told_where_the_other_waits_for_a_treatment_nobody_told() -> None:
    said = await said_to(f"{CASE} Options?", OWN, ANY)
    assert any(ANY in each for each in said)


async def test_it_is_left_out_where_the_other_fits() -> None:
    case = "Metastatic colorectal cancer, HER2-positive, progressed on FOLFIRI and FOLFOX."
    said = await said_to(f"{case} Options?", OWN, ANY)
    assert any(OWN in each for each in said)
    assert not any(ANY in each for each in said)
