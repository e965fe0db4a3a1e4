"""Prognostic risk groups of a patient and of a rule."""

from __future__ import annotations

import pytest

from names.clinical.disease import read_risk_groups
from names.clinical.disease.features import feature_covers, feature_excludes
from names.clinical.values import Condition

RULE = "intermediate or poor risk group"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("IMDC favourable (0 factors), KPS 90", "favourable risk group"),
        ("mRCC, IMDC 0", "favourable risk group"),
        ("mRCC, IMDC 3", "poor risk group"),
        ("renal cell carcinoma of intermediate or poor IMDC risk", RULE),
        ("int/poor-risk mRCC", RULE),
        ("intermediate-risk prostate cancer", ""),
        ("a good risk to take", ""),
    ],
)
def test_groups(text: str, told: str) -> None:
    names = [f.value.name for f in read_risk_groups(text) if isinstance(f.value, Condition)]
    assert names == ([told] if told else [])


def test_a_rule_on_two_groups_covers_each_and_excludes_the_third() -> None:
    assert feature_covers(RULE, "poor risk group")
    assert not feature_covers("poor risk group", RULE)
    assert feature_excludes(RULE, "favourable risk group")
    assert not feature_excludes(RULE, "intermediate risk group")
