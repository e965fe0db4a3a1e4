"""Several sayings on who is meant, as one."""

from __future__ import annotations

from names.clinical.values import Population
from retrieval.statements.populations import merge_populations


def test_what_is_said_of_women_and_of_men_holds_for_both() -> None:
    women, men = Population(sex="female"), Population(sex="male")
    assert merge_populations([women, men, Population(pregnancy="pregnant")]) is None
    assert merge_populations([women, Population(menopause="premenopausal")]) == Population(
        sex="female", menopause="premenopausal"
    )
