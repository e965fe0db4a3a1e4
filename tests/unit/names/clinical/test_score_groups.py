"""Groups of a trial's patients by a score: another range of the same score is another group."""

from __future__ import annotations

import pytest

from names.clinical.markers.expression import groups_by_score_not_told

TOLD = "In the CPS 1 or higher subgroup median survival was 17.6 months."


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        ("OS with CPS 1-9?", ("CPS 1 to 9",)),
        ("OS in CPS 5?", ("CPS 5",)),
        ("OS for CPS <10", ("CPS below 10",)),
        ("OS for CPS ≥ 10", ("CPS 10 or higher",)),
        ("OS for cps 1 or more", ()),
        ("OS for CPS >=1", ()),
        ("OS, CPS 1", ()),
        ("OS with TPS 50%?", ()),
        ("OS?", ()),
    ],
)
def test_what_is_told_of_one_range_is_not_told_of_another(
    asked: str, missing: tuple[str, ...]
) -> None:
    assert groups_by_score_not_told(asked, TOLD) == missing
