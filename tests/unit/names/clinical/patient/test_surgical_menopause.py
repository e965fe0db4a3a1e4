"""Without ovaries a woman is after the menopause."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.spelling import normalise_message
from names.clinical.values import Population


def _menopause(text: str) -> list[str]:
    read = (each.value for each in read_patient(normalise_message(text).text))
    return [each.menopause for each in read if isinstance(each, Population) and each.menopause]


@pytest.mark.parametrize(
    "text",
    [
        "she's had her ovaries out",
        "both ovaries removed in 2020",
        "had bilateral salpingo-oophorectomy in 2020",
        "after RRSO",
        "post-BSO",
        "oophorectomised",
    ],
)
def test_after_removal_of_the_ovaries(text: str) -> None:
    assert _menopause(text) == ["postmenopausal"]


@pytest.mark.parametrize(
    "text",
    [
        "plans to have her ovaries removed",
        "considering having both ovaries removed",
        "one of her ovaries removed",
        "her ovaries were not removed",
        "declines BSO",
    ],
)
def test_ovaries_that_are_there(text: str) -> None:
    assert _menopause(text) == []
