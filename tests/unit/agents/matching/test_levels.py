"""Levels of a drug in the blood, which no table knows as a measure, against rows for a range."""

from __future__ import annotations

import pytest

from agents.matching.subject.levels import judge_level

HEAD = "| Busulfan level (ng/mL) | Next dose | "


@pytest.mark.parametrize(
    ("row", "asked", "outcome"),
    [
        ("| below 600 | Raise it |", "busulfan level 1000 ng/mL", "contradicts"),
        ("| 600 to 900 | Same dose |", "busulfan level 1000 ng/mL", "contradicts"),
        ("| above 900 | Lower it |", "busulfan level 1000 ng/mL", "ok"),
        ("| 600 to 900 | Same dose |", "busulfan level of 700", "ok"),
        ("| 600–900 | Same dose |", "busulfan level: 900 ng/mL", "ok"),
        ("| below 600 | Raise it |", "busulfan level 600", "contradicts"),
        ("| above 900 | Lower it |", "busulfan level 1000 µg/L", "silent"),
        ("| above 900 | Lower it |", "busulfan dose at 1000?", "silent"),
    ],
)
def test_a_row_is_for_the_levels_in_its_range(row: str, asked: str, outcome: str) -> None:
    assert judge_level(HEAD + row, "", asked).outcome == outcome


@pytest.mark.parametrize(
    ("text", "heading", "asked", "outcome"),
    [
        ("| Trough | Measure | | 13 to 20 | Lower it |", "", "tacrolimus trough 18", "ok"),
        ("| Value | Measure | | 5 to 12 | Keep it |", "Trough", "trough 18", "contradicts"),
        ("- Above 20 ng/mL: pause it.", "Trough of tacrolimus", "trough 18", "contradicts"),
        ("- Above 20 mg: call us.", "Daily dose", "trough 18", "silent"),
        ("| Platelets | Dose | | 85 to 110 | Half |", "", "level 200", "silent"),
        ("Levels are drawn after the first dose.", "", "busulfan level 200", "silent"),
        ("| Level | Rescue | | 0.2 to 1 | 17 mg |", "", "level 0.3 at 48 h", "ok"),
        ("| Level | Rescue | | Below 0,2 | none |", "", "level at 48 h?", "silent"),
    ],
)
def test_only_a_range_of_levels_is_held_against_a_level(
    text: str, heading: str, asked: str, outcome: str
) -> None:
    assert judge_level(text, heading, asked).outcome == outcome


def test_which_level_a_row_is_for_is_told() -> None:
    verdict = judge_level(HEAD + "| below 600 | Raise it |", "", "busulfan level 1000")
    assert verdict.reason == "is for a level below 600; here: 1000"
    assert judge_level(HEAD + "| below 600 | Raise |", "", "busulfan?").missing == (
        "a level below 600"
    )
