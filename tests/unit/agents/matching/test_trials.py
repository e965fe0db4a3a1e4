"""What is asked of a trial by name: a cohort, a time, who could enter."""

from __future__ import annotations

import pytest

from agents.matching.subject.trials import HARM, groups_named, marker_names


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("PROfound cohort A result", {"cohort A"}),
        ("eligible (cohort 1 vs 2)", {"cohort 1", "cohort 2"}),
        ("cohorts A+B of PROfound", {"cohort A", "cohort B"}),
        ("arm b against arm C", {"arm B", "arm C"}),
        ("A cohort of 229 patients", set()),
        ("the cohort with HR-positive disease", set()),
    ],
)
def test_groups_of_a_trial_are_read(text: str, groups: set[str]) -> None:
    assert groups_named(text) == groups


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("at what cost in gr3+ AE", True),
        ("HER2CLIMB safety", True),
        ("how many discontinued for toxicity", True),
        ("PFS gain in grade I tumours", False),
    ],
)
def test_what_a_treatment_did_is_asked(text: str, asks: bool) -> None:
    assert bool(HARM.search(text)) == asks


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("SOLAR-1 in PIK3CA wild type cohort, PFS?", {"PIK3CA"}),
        ("did it enroll IHC 0", {"HER2"}),
        ("KEYNOTE-522 OS in ER+?", {"ER", "HR"}),
        ("monarchE OS at 7 years?", set()),
    ],
)
def test_the_markers_of_a_cohort_are_read(text: str, names: set[str]) -> None:
    assert marker_names(text) == names
