"""An aromatase inhibitor before the menopause: it depends on ovarian suppression."""

from __future__ import annotations

import pytest

from tests.unit.agents.extractive.conftest import said_to

LABEL = (
    "Anastrozole is indicated for the adjuvant treatment of postmenopausal women with"
    " HR-positive early breast cancer."
)
OTHER = (
    "Elacestrant is indicated for ESR1-mutated metastatic breast cancer of postmenopausal women."
)


async def test_it_is_shown_with_what_it_depends_on() -> None:
    asked = "38F premenopausal, HR+ early breast cancer, adjuvant. Anastrozole?"
    said = await said_to(asked, LABEL)
    assert said[0] == f"Only with ovarian suppression: {LABEL}"


@pytest.mark.parametrize(
    "asked",
    [
        "38F premenopausal on goserelin, HR+ early breast cancer, adjuvant. Anastrozole?",
        "68F postmenopausal, HR+ early breast cancer, adjuvant. Anastrozole?",
    ],
)
async def test_it_is_shown_plainly_where_that_is_given(asked: str) -> None:
    assert (await said_to(asked, LABEL))[0] == LABEL


async def test_another_drug_for_after_the_menopause_stays_refused() -> None:
    asked = "38F premenopausal, metastatic breast cancer, ESR1 D538G. Elacestrant?"
    said = await said_to(asked, OTHER)
    assert not any(OTHER in each for each in said)
