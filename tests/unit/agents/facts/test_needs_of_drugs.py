"""A marker that a drug needs is not a fact of the patient whose own state is told."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Marker


def markers(*texts: str) -> set[tuple[str, str]]:
    """The states that are present, of the newest message in its thread."""
    said = [Message(text, "earlier question") for text in texts[:-1]]
    sheet = read_fact_sheet((*said, Message(texts[-1])))
    return {(m.name, m.state) for m in sheet.of(Marker) if m.polarity == "present"}


@pytest.mark.parametrize(
    ("text", "own", "needed"),
    [
        ("mBC HER2 1+. T-DXd an option or only for HER2 3+?", "low", "positive"),
        ("mBC HER2 low, T-DXd only if HER2 3+?", "low", "positive"),
        ("mBC HER2 low, is it limited to patients with HER2 3+?", "low", "positive"),
        ("mBC HER2 3+. does T-DXd also work in HER2-low?", "positive", "low"),
        (
            "mBC HER2 1+. T-DXd only for HER2 3+ or also for those whose tumour has some staining"
            " in the newest biopsy of the liver?",
            "low",
            "positive",
        ),
    ],
)
def test_the_patients_own_state_stays(text: str, own: str, needed: str) -> None:
    found = markers(text)
    assert ("HER2", own) in found
    assert ("HER2", needed) not in found


def test_the_state_told_before_stays_in_a_follow_up() -> None:
    found = markers("KRAS G12D NSCLC, 2L. Options?", "is sotorasib only for G12C?")
    assert ("KRAS", "G12D") in found
    assert ("KRAS", "G12C") not in found


@pytest.mark.parametrize(
    "text",
    [
        "T-DXd only for HER2-low?",
        "mBC ER+, T-DXd only if HER2-low?",
        "mBC, only HER2 low on the new biopsy. T-DXd?",
    ],
)
def test_where_nothing_else_is_told_of_it_the_marker_counts(text: str) -> None:
    assert ("HER2", "low") in markers(text)


def test_a_change_that_is_told_is_no_need_of_a_drug() -> None:
    found = markers("mBC HER2 0.", "new biopsy: HER2 low in the liver only. T-DXd?")
    assert ("HER2", "low") in found
