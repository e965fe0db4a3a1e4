"""H3 K27M is written without saying which gene of the histone is altered."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Marker


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Diffuse midline glioma, H3 K27M mutant", "present"),
        ("DIPG with histone H3 K27M", "present"),
        ("glioma, H3 K27M: negative", "absent"),
    ],
)
def test_either_gene_is_meant(text: str, polarity: str) -> None:
    values = (each.value for each in read_patient(text))
    markers = [v for v in values if isinstance(v, Marker)]
    read = {(v.name, v.state, v.polarity) for v in markers}
    assert read == {("H3-3A", "K27M", polarity), ("H3C2", "K27M", polarity)}


def test_a_methylated_histone_is_no_gene() -> None:
    assert not [each for each in read_patient("H3K27me3 loss") if isinstance(each.value, Marker)]
