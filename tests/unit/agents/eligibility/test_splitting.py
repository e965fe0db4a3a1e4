"""A record cut into criteria: their side, number and span."""

from __future__ import annotations

from agents.eligibility.splitting import criteria_of

RECORD = """## Status

- Overall status: Recruiting

## Eligibility

Key Inclusion Criteria:

1. Age ≥18 years;
2. Adequate organ function, as indicated by the following laboratory values

   * Platelets ≥ 100
   * Haemoglobin ≥ 9 g/dL
3. One of the following:

   * HER2-positive
   * HER2-low

For parents:

* Able to read
  and to write

Exclusion Criteria:

* Pregnancy

- Ages: 18 Years and older
- Sex: Female
- Healthy volunteers: No

## Primary outcomes

- Age at death
"""


def test_each_criterion_has_side_number_and_words() -> None:
    told = [
        (each.criterion.side, each.criterion.number, RECORD[each.start : each.end])
        for each in criteria_of(RECORD)
    ]
    assert told == [
        ("inclusion", "1", "Age ≥18 years;"),
        ("inclusion", "2a", "Platelets ≥ 100"),
        ("inclusion", "2b", "Haemoglobin ≥ 9 g/dL"),
        ("inclusion", "3", "One of the following:\n\n   * HER2-positive\n   * HER2-low"),
        ("inclusion", "4", "Able to read\n  and to write"),
        ("exclusion", "1", "Pregnancy"),
        ("inclusion", "ages", "18 Years and older"),
        ("inclusion", "sex", "Female"),
    ]


def test_what_holds_for_some_says_so() -> None:
    groups = [each.criterion.group for each in criteria_of(RECORD)]
    assert groups[4] == "For parents:"
    assert not any([*groups[:4], *groups[5:]])


def test_without_sides_there_are_no_criteria() -> None:
    assert criteria_of("## Eligibility\n\n* Adults\n") == ()
    assert criteria_of("## Summary\n\nInclusion Criteria:\n\n* Adults\n") == ()
