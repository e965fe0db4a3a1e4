"""Whether a treatment goes on, asked behind a choice: that it is indicated is no answer."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC, EGFR L858R, on osimertinib. new lassitude of hers, keep giving it?",
        "NSCLC, PD-L1 80%, on pembrolizumab, 6 diarrhoeas a day, grade 2. carry on with pembro?",
        "NSCLC, EGFR L858R, on osimertinib 2 months, new infiltrates, continue?",
    ],
)
def test_a_treatment_that_may_go_on_is_asked_about_what_happened_under_it(text: str) -> None:
    assert {each.kind for each in parse_text(text).parts} == {"adverse"}


def test_a_choice_without_a_new_event_stays_one() -> None:
    (part,) = parse_text("NSCLC, EGFR L858R, progressed on gefitinib. osimertinib?").parts
    assert part.kind == "therapy"


@pytest.mark.parametrize("said", ["now, 6 diarrhoeas a day", "now 4 loose stools", "now 3 nodes"])
def test_a_count_of_something_is_no_new_value(said: str) -> None:
    sheet = read_fact_sheet([Message("NSCLC, PD-L1 80%. 1L?"), Message(f"on pembro {said}")])
    assert "PD-L1 80%" in [describe(each.value) for each in sheet.facts]
