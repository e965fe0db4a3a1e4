"""A number of PD-L1 means what the limit of its assay makes of it in this tumour."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Marker, Tumour
from retrieval.statements.model import Applicability
from tests.unit.agents.matching.judged import judged, needs, outcome, rule

POSITIVE = Marker(name="PD-L1", state="positive")
NEGATIVE = Marker(name="PD-L1", state="positive", polarity="absent")
AT_LEAST_10 = needs(rule(POSITIVE, at_least=10.0, unit="CPS"))
TRIPLE_NEGATIVE = Tumour(name="triple-negative breast cancer")


@pytest.mark.parametrize(
    ("applies", "text", "expected"),
    [
        (needs(rule(POSITIVE)), "PD-L1 CPS 4", "contradicts"),
        (needs(rule(POSITIVE)), "CPS 1", "contradicts"),
        (needs(rule(POSITIVE)), "PD-L1 CPS 10", "ok"),
        (needs(rule(NEGATIVE)), "PD-L1 CPS 9", "ok"),
        (needs(rule(NEGATIVE)), "PD-L1 CPS <10", "ok"),
        (needs(rule(NEGATIVE)), "PD-L1 CPS 22", "contradicts"),
        (AT_LEAST_10, "PD-L1 IC 1%, CPS 6", "contradicts"),
        (AT_LEAST_10, "CPS 9, IC 5%", "contradicts"),
        (AT_LEAST_10, "PD-L1 IC 5%", "silent"),
        (AT_LEAST_10, "IC 5%, CPS 15", "ok"),
        (needs(rule(POSITIVE)), "PD-L1 IC 1%, CPS 6", "contradicts"),
    ],
)
def test_the_limit_of_the_assay_decides_in_breast_cancer(
    applies: Applicability, text: str, expected: str
) -> None:
    markers = [v.value for v in read_patient(text) if isinstance(v.value, Marker)]
    assert outcome("marker", judged(applies, TRIPLE_NEGATIVE, *markers)) == expected


def test_another_tumour_has_another_limit() -> None:
    four = Marker(name="PD-L1", state="positive", value=4, unit="CPS")
    asked = judged(needs(rule(POSITIVE)), Tumour(name="gastric cancer"), four)
    assert outcome("marker", asked) == "ok"


def test_a_share_of_cells_is_that_of_tumour_cells() -> None:
    asked = judged(
        needs(rule(POSITIVE, at_least=50.0, unit="TPS %")),
        Marker(name="PD-L1", state="positive", value=30, unit="%"),
    )
    assert outcome("marker", asked) == "contradicts"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HER2 IHC 3+", "ok"),
        ("HER2 amplification, IHC 2+", "contradicts"),
        ("HER2 IHC 2+/ISH+", "contradicts"),
        ("HER2-positive", "silent"),
        ("HER2 amplified", "silent"),
        ("HER2-negative", "contradicts"),
    ],
)
def test_much_of_a_marker_is_no_score_of_its_staining(text: str, expected: str) -> None:
    three = needs(rule(Marker(name="HER2", state="positive"), at_least=3.0, unit="IHC"))
    markers = [v.value for v in read_patient(text) if isinstance(v.value, Marker)]
    assert outcome("marker", judged(three, *markers)) == expected
