"""A rule for a range of scores or nodes is compared with the patient's number."""

from __future__ import annotations

import pytest

from names.clinical.disease.features import feature_covers, feature_excludes
from names.clinical.readers import read_clinical, read_patient
from names.clinical.values import Condition


def _numbered(found: object) -> set[str]:
    values = [each.value for each in found]  # type: ignore[attr-defined]
    names = (each.name for each in values if isinstance(each, Condition))
    return {name for name in names if any(map(str.isdigit, name))}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("with an Oncotype DX score of 26 or greater", "recurrence score at least 26"),
        ("a 21-gene recurrence score of 11 to 25", "recurrence score 11 to 25"),
        ("a low recurrence score (below 18)", "recurrence score up to 17"),
        ("Oncotype DX: advised at a score of 26 or greater", "recurrence score at least 26"),
        ("one to three positive axillary nodes", "1 to 3 positive nodes"),
        ("more than 3 positive nodes", "at least 4 positive nodes"),
    ],
)  # fmt: skip
def test_the_range_of_a_rule(text: str, name: str) -> None:
    assert _numbered(read_clinical(text)) == {name}


@pytest.mark.parametrize(
    "text", ["a score of 16 to 25", "node-negative or 1-3 positive nodes", "grade 2 or more"]
)
def test_what_is_no_range(text: str) -> None:
    assert not _numbered(read_clinical(text))


def test_a_bound_is_no_exact_number() -> None:
    assert _numbered(read_patient("recurrence score 26 or higher")) == {
        "recurrence score at least 26"
    }
    assert _numbered(read_patient("more than 3 positive nodes")) == {"at least 4 positive nodes"}


@pytest.mark.parametrize(
    ("rule", "here", "covers", "excludes"),
    [
        ("recurrence score 11 to 25", "recurrence score 22", True, False),
        ("recurrence score 11 to 25", "recurrence score 26", False, True),
        ("recurrence score at least 26", "recurrence score 26", True, False),
        ("recurrence score up to 25", "recurrence score 31", False, True),
        ("1 to 3 positive nodes", "5 positive nodes", False, True),
        ("at least 4 positive nodes", "5 positive nodes", True, False),
        ("1 to 3 positive nodes", "recurrence score 2", False, False),
        ("recurrence score 11 to 25", "recurrence score 20 to 30", False, False),
    ],
)
def test_a_number_within_a_range(rule: str, here: str, covers: bool, excludes: bool) -> None:
    assert feature_covers(rule, here) == covers
    assert feature_excludes(rule, here) == excludes
