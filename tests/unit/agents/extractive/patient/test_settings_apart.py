"""Treatment around surgery that is asked of a patient with metastatic disease: both are said."""

from __future__ import annotations

import pytest

from tests.unit.agents.extractive.conftest import said_to

LABEL = (
    "Trastuzumab emtansine is indicated for adjuvant treatment of HER2-positive early breast cancer"
    " with residual disease."
)
SAID = "Both adjuvant treatment and metastatic disease"


@pytest.mark.parametrize(
    ("case", "is_said"),
    [
        ("HER2+ metastatic breast ca, residual disease after TCHP. T-DM1 adj go ahead?", True),
        ("HER2+ breast ca stage IV. Adjuvant T-DM1?", True),
        ("HER2+ early breast ca, residual disease after TCHP. T-DM1 adj go ahead?", False),
        ("HER2+ breast ca, no metastases, residual disease. Adjuvant T-DM1?", False),
        ("HER2+ metastatic breast cancer, pd on THP. T-DM1?", False),
    ],
)
async def test_both_settings_are_said_first(case: str, is_said: bool) -> None:
    said = await said_to(case, LABEL)
    assert any(each.startswith(SAID) for each in said) == is_said
    assert not is_said or said[0].startswith(SAID)
