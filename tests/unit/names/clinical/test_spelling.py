"""Short forms that other words of a message tell apart."""

from __future__ import annotations

import pytest

from names.clinical.spelling import normalise_message


@pytest.mark.parametrize(
    "text", ["CTPA: segmental PE, stable", "PE on apixaban", "had DVT and PE", "PE, DOAC started"]
)
def test_pe_beside_clots_or_their_treatment_is_pulmonary_embolism(text: str) -> None:
    assert "pulmonary embolism" in normalise_message(text).text


@pytest.mark.parametrize("text", ["PE: chest clear", "PE q3w x4", "thrombocytopenia after PE x2"])
def test_pe_alone_is_left_as_it_stands(text: str) -> None:
    assert normalise_message(text).text == text


@pytest.mark.parametrize(
    "text", ["Tazemetostat in FL?", "tazemetostat in fl?", "FL, EZH2 Y646N", "FL after R-CHOP"]
)
def test_fl_beside_lymphoma_or_its_treatment_is_follicular_lymphoma(text: str) -> None:
    assert "follicular lymphoma" in normalise_message(text).text


@pytest.mark.parametrize(
    "text", ["FL osimertinib", "MCV 102 fL on lenalidomide", "mcv 102 fl, lenalidomide", "Fl + R2"]
)
def test_fl_alone_or_behind_a_number_is_left_as_it_stands(text: str) -> None:
    assert "follicular" not in normalise_message(text).text
