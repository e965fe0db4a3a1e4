"""What was had before a residual disease, or before none was left, was given before surgery."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Therapy


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("TNBC after KEYNOTE-522, residual disease, pembrolizumab?", {"neoadjuvant"}),
        ("TNBC, pCR after KEYNOTE-522 regimen, adjuvant pembro?", {"neoadjuvant"}),
        ("TNBC after KEYNOTE-522, now metastatic, had residual disease", {""}),
        ("mBC after paclitaxel, next?", {""}),
        ("ALL, had blinatumomab, measurable residual disease", {""}),
        ("HGSOC, residual disease, had carboplatin + paclitaxel", {""}),
    ],
)
def test_treatment_before_a_residual_disease_is_neoadjuvant(text: str, settings: set[str]) -> None:
    had = [each for each in read_fact_sheet([Message(text)]).of(Therapy) if each.drugs]
    assert {each.setting for each in had if each.outcome == "given"} == settings


@pytest.mark.parametrize(
    "text",
    [
        "first line mCRC BRAF V600E, encorafenib upfront or only 2L?",
        "HR+ mBC PIK3CA mut, alpelisib 1L or 2L?",
        "mCRC BRAF V600E untreated, encorafenib upfront or in second line?",
    ],
)
def test_a_line_that_is_compared_makes_no_treatment_that_was_had(text: str) -> None:
    assert read_fact_sheet([Message(text)]).of(Therapy) == ()


@pytest.mark.parametrize("text", ["mCRPC, s/p ADT+abi", "mCRPC, s/p ADT/abi, PSA rising"])
def test_a_drug_joined_to_another_treatment_is_read(text: str) -> None:
    had = read_fact_sheet([Message(text)]).of(Therapy)
    assert "abiraterone" in {drug for each in had for drug in each.drugs}
