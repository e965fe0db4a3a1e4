"""Treatments that a message only lists were had, if it then asks what comes next."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Therapy


def had(text: str) -> set[tuple[frozenset[str], int | None]]:
    return {
        (frozenset(each.value.drugs), each.value.line)
        for each in read_patient(text)
        if isinstance(each.value, Therapy) and each.value.outcome == "given"
    }


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("ALK+ NSCLC, alectinib 2 yrs, lorlatinib 8 mo. next?", [("alectinib",), ("lorlatinib",)]),
        ("mCRPC: abi, docetaxel x6. Next line?", [("abiraterone",), ("docetaxel",)]),
        ("GIST imatinib, sunitinib. 3rd line?", [("imatinib",), ("sunitinib",)]),
        ("mBC. Letrozole/palbo 14 mo. PIK3CA H1047R. Options?", [("letrozole", "palbociclib")]),
    ],
)
def test_listed_before_an_open_question(text: str, drugs: list[tuple[str, ...]]) -> None:
    assert had(text) == {(frozenset(names), None) for names in drugs}


def test_lines_count_without_a_question() -> None:
    read = had("melanoma BRAF V600E 1L ipi/nivo 2L dabrafenib/trametinib?")
    assert read == {(frozenset({"ipilimumab", "nivolumab"}), 1)}


@pytest.mark.parametrize(
    "text",
    [
        "HR+ mBC. Considering elacestrant. Options?",
        "HER2+ mBC, T-DXd or tucatinib next?",
        "ALK+ NSCLC, alectinib?",
        "ALK+ NSCLC pd on alectinib, lorlatinib 3L?",
        "ALK+ NSCLC pd on alectinib, lorlatinib third line?",
        "mBC, wants no capecitabine. Options?",
        "NSCLC, takes metformin and ramipril. Next line?",
        "osimertinib dose?",
    ],
)
def test_what_is_asked_about_was_not_had(text: str) -> None:
    assert had(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "bevacizumab with FOLFIRI in mCRC second line?",
        "docetaxel in NSCLC second line?",
        "FOLFIRI for RAS mutant mCRC third line?",
    ],
)
def test_a_treatment_in_a_disease_is_the_one_whose_line_is_asked_for(text: str) -> None:
    assert had(text) == set()


@pytest.mark.parametrize(
    "text", ["MBC: THP in first line, second line?", "HER2+ MBC, THP in 2021. second line?"]
)
def test_a_treatment_in_an_earlier_line_was_had(text: str) -> None:
    assert any("trastuzumab" in drugs for drugs, _ in had(text))
