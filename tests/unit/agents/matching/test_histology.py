"""Histology: what is for non-squamous disease is not for squamous disease, and the reverse."""

from __future__ import annotations

import pytest

from names.clinical.disease import read_tumours
from names.clinical.values import Tumour
from retrieval.statements.model import Applicability
from tests.unit.agents.matching.judged import judged, outcome


@pytest.mark.parametrize(
    ("rule", "patient", "expected"),
    [
        ("non-squamous", "squam NSCLC stage IV", "contradicts"),
        ("nonsquamous", "squamous cell carcinoma of the lung", "contradicts"),
        ("squamous", "lung adenocarcinoma", "contradicts"),
        ("squamous", "non-squamous NSCLC", "contradicts"),
        ("non-squamous", "lung adenocarcinoma", "silent"),
        ("squamous", "squamous NSCLC", "silent"),
        ("non-squamous", "NSCLC", "silent"),
    ],
)
def test_squamous_is_not_non_squamous(rule: str, patient: str, expected: str) -> None:
    applies = Applicability(tumours=("non-small cell lung cancer",), histology=rule)
    values = [found.value for found in read_tumours(patient)]
    assert outcome("limitation", judged(applies, *values)) == expected


def test_the_type_is_that_of_the_first_organ_named() -> None:
    lung_or_prostate = Applicability(
        tumours=("non-small cell lung cancer", "prostate cancer"), histology="squamous"
    )
    prostate = Tumour(name="prostate cancer", histology="adenocarcinoma")
    assert outcome("limitation", judged(lung_or_prostate, prostate)) == "silent"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("NSCLC, except squamous histology", "non-squamous"),
        ("metastatic squamous or non-squamous NSCLC", ""),
        ("non-clear cell RCC", "non-clear cell"),
    ],
)
def test_what_is_left_out_is_no_type(words: str, told: str) -> None:
    value = read_tumours(words)[0].value
    assert isinstance(value, Tumour)
    assert (value.polarity, value.histology) == ("present", told)
