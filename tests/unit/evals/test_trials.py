"""Verdicts on criteria are counted as they were judged, and what is dangerous is told apart."""

from __future__ import annotations

from evals.trials.cases import TrialCase
from evals.trials.scoring import figures_of, score_case

CASE = TrialCase(
    name="made",
    patient="70M, ECOG 1",
    record="## Eligibility\n\nInclusion Criteria:\n\n* Age 18 to 80 years\n* ECOG 0-1\n* KPS 90\n\n"
    "Exclusion Criteria:\n\n* Pregnant or breastfeeding women\n",
    judged={"inclusion 1": "met", "inclusion 2": "not met", "inclusion 3": "met"},
    is_whole=True,
)


def test_what_is_wrong_and_what_is_left() -> None:
    scores = score_case(CASE)
    assert [each.is_wrong for each in scores] == [False, True, False, True]
    assert [each.is_dangerous for each in scores] == [False, True, False, True]
    figures = figures_of(scores)
    assert (figures.told, figures.judged, figures.right, figures.dangerous) == (3, 3, 1, 2)
    assert (figures.knowable, figures.found) == (3, 1)
