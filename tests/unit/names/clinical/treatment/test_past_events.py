"""A drug on which the patient had an adverse event was given."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Therapy


def given(text: str) -> set[str]:
    return {
        drug
        for each in read_patient(text)
        if isinstance(each.value, Therapy) and each.value.outcome == "given"
        for drug in each.value.drugs
    }


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("65F HR+ mBC, had ILD on everolimus, PIK3CA mut, next?", "everolimus"),
        ("she had hepatitis with nivolumab", "nivolumab"),
        ("58F HER2-low mBC, h/o grade 2 pneumonitis with T-DXd. SG?", "trastuzumab deruxtecan"),
        ("had grade 3 neutropenia on palbociclib, what now", "palbociclib"),
        ("prior hand-foot syndrome with capecitabine, gBRCA TNBC, next?", "capecitabine"),
        ("melanoma, history of pembrolizumab-induced colitis, BRAF V600E", "pembrolizumab"),
        ("previous severe rash with enfortumab vedotin, what else?", "enfortumab vedotin"),
    ],
)
def test_it_was_given(text: str, drug: str) -> None:
    assert given(text) == {drug}


@pytest.mark.parametrize(
    "text",
    [
        "had no ILD on T-DXd",
        "had ILD on T-DXd?",
        "if she had ILD on T-DXd, can we go on?",
        "mother had neuropathy with paclitaxel",
        "patients who had ILD on T-DXd",
        "history of hypertension on sunitinib",
        "history of hypertension on lisinopril",
        "h/o DVT on apixaban",
        "h/o seizures on phenytoin, glioma",
        "had diarrhoea on neratinib planned",
        "never had colitis on ipilimumab",
        "ILD on T-DXd grade 2",
    ],
)
def test_it_is_taken_supposed_or_denied(text: str) -> None:
    assert given(text) == set()


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("She had ILD on everolimus and takes a proton pump inhibitor.", "everolimus"),
        ("had hepatitis with nivolumab, on a strong CYP3A4 inducer", "nivolumab"),
        ("had colitis on ipilimumab, takes a P-gp inhibitor, what next?", "ipilimumab"),
        ("had neuropathy with paclitaxel, then endocrine therapy, next?", "paclitaxel"),
    ],
)
def test_what_stands_beside_it_may_be_no_drug_by_name(text: str, drug: str) -> None:
    # What is no drug and no class of drugs once raised ValueError.
    assert drug in given(text)
