"""Disease that came back on or soon after an adjuvant treatment: what was had, and the line."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.values.intervals import EARLY_HER2
from names.clinical.values import Line, Setting, Therapy

ON = [
    ("HR+ MBC, relapsed in month 30 of adj letrozole. 1L?", "letrozole"),
    ("HR+/HER2- mBC, recurrence in year 3 of adjuvant tamoxifen", "tamoxifen"),
    ("HR+ mBC recurred 30 mo into adj anastrozole", "anastrozole"),
    ("melanoma, relapsed in the 5th month of adjuvant nivolumab", "nivolumab"),
    ("NSCLC relapsed during year 2 of adjuvant osimertinib", "osimertinib"),
]
AFTER = [
    ("HER2+ BC, relapsed 8 months after finishing adjuvant trastuzumab", "trastuzumab"),
    ("TNBC relapse 5 months after end of adjuvant capecitabine", "capecitabine"),
    ("melanoma, relapse 4 months after completing adj dabrafenib", "dabrafenib"),
    ("melanoma, relapse 4 months after stopping adj nivolumab", "nivolumab"),
    ("HR+ MBC relapsed after 8 cycles of adjuvant docetaxel", "docetaxel"),
]


def had(text: str) -> dict[str, Therapy]:
    found = read_fact_sheet([Message(text=text)]).of(Therapy)
    return {each.drugs[0]: each for each in found if each.drugs}


@pytest.mark.parametrize(("text", "drug"), ON)
def test_it_came_back_on_the_treatment(text: str, drug: str) -> None:
    assert had(text)[drug].outcome == "progressed"
    assert had(text)[drug].setting == "adjuvant"


@pytest.mark.parametrize(("text", "drug"), AFTER)
def test_it_came_back_after_the_treatment(text: str, drug: str) -> None:
    assert had(text)[drug].outcome in ("completed", "given")
    sheet = read_fact_sheet([Message(text=text)])
    assert "adjuvant" not in [each.name for each in sheet.of(Setting)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("HER2+ MBC, relapse in month 8 of adjuvant T-DM1. 1L?", 2),
        ("HER2+ mBC, relapsed 8 months after finishing adjuvant trastuzumab. 1L?", 2),
        ("HER2+ BC, adjuvant T-DM1, liver mets 4 months later. 2L?", 2),
        ("HER2+ mBC, relapsed 3 years after finishing adjuvant trastuzumab. 1L?", 1),
    ],
)
def test_an_early_relapse_after_her2_treatment_is_the_second_line(text: str, line: int) -> None:
    parsed = parse_text(text)
    (found,) = [each for each in parsed.sheet.facts if isinstance(each.value, Line)]
    assert isinstance(found.value, Line)
    assert found.value.first == line
    assert (found.rule == EARLY_HER2) is (line == 2)
    assert {asked.line.first for asked in parsed.parts if asked.line} <= {line}


def test_six_months_after_endocrine_treatment_is_progression() -> None:
    sheet = read_fact_sheet([Message(text="HR+ mBC relapsed 6 mo after stopping adj AI, 1L?")])
    assert "progressed" in [each.outcome for each in sheet.of(Therapy)]
