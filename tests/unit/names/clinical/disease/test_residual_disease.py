"""Residual disease in the short words of a case."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Setting


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("TNBC, residual after KEYNOTE-522", "present"),
        ("HER2+ breast cancer with residual dis after TCHP", "present"),
        ("TNBC with residual ca in one node", "present"),
        ("TNBC, residual nodes after chemo", "present"),
        ("TNBC, no residual disease", "absent"),
        ("residual neuropathy after oxaliplatin", ""),
        ("TNBC, residual hearing loss", ""),
    ],
)
def test_what_was_left_after_treatment(text: str, polarity: str) -> None:
    told = [each.value for each in read_patient(text) if isinstance(each.value, Setting)]
    found = [each.polarity for each in told if each.name == "residual disease"]
    assert found == ([polarity] if polarity else [])
