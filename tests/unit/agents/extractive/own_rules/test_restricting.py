"""A rule of a hospital is not told without the paragraph that takes something of it back."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.restricting import takes_back
from agents.extractive.own_rules.rules_of_document import rules_of
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Card, Conversation, FakeLibrary, document

TEXT = """# Dosing on our ward

## Renal impairment

If the creatinine clearance is 30 to 50 mL/min, give 75 % of the dose of capecitabine.

Exception: patients over 75 years are not given capecitabine. They are discussed at the board.

## Hand-foot syndrome

For hand-foot syndrome grade 2 on capecitabine, interrupt until grade 1.

For hand-foot syndrome grade 3 on capecitabine, do not restart without the consultant.

## Cisplatin

Patients receive magnesium 8 mmol with each cycle of cisplatin.

### Exceptions

No magnesium is given above a potassium of 5.5 mmol/L.

## Heparin

Low molecular weight heparin is stopped when platelets fall below 50/nL.

Low molecular weight heparin is given in the evening.

In patients with a mechanical valve, heparin is not stopped but switched to unfractionated heparin.
"""
TABLE = """# Carboplatin

| CrCl | Dose |
|---|---|
| 30-50 | AUC 4 |
| 15-29 | AUC 3 |

This table does not hold for patients on dialysis.

However, patients on dialysis get AUC 2.
"""


def told(question: str, text: str = TEXT) -> list[str]:
    rules = rules_of(text, "Dosing on our ward")
    return [each.rule.own for each in rules_told(question, rules, named=True)]


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        (
            "CrCl 41, what dose of capecitabine?",
            ["If the creatinine", "Exception: patients over 75", "They are discussed"],
        ),
        ("how much magnesium with cisplatin?", ["Patients receive magnesium", "No magnesium"]),
        (
            "platelets 40, is heparin stopped?",
            ["Low molecular weight heparin is stopped", "In patients with a mechanical valve"],
        ),
        (
            "CrCl 41, what dose of carboplatin?",
            ["| 30-50 | AUC 4", "This table", "However, patients on dialysis"],
        ),
    ],
)
def test_a_rule_is_told_with_what_takes_it_back(question: str, begins: list[str]) -> None:
    found = told(question, TABLE if "carboplatin" in question else TEXT)
    assert [any(each.startswith(begin) for each in found) for begin in begins] == [True] * len(
        begins
    )


def test_a_paragraph_for_another_grade_does_not_travel() -> None:
    found = told("hand-foot syndrome grade 2 on capecitabine, what to do?")
    assert [each[:32] for each in found] == ["For hand-foot syndrome grade 2 o"]


def test_what_takes_back_is_told_with_its_rule() -> None:
    found = told("capecitabine in patients over 75 years?")
    assert any(each.startswith("If the creatinine clearance") for each in found)
    assert any(each.startswith("Exception") for each in found)


@pytest.mark.parametrize("words", ["Butyrate is given.", "Note for staff.", "Onlysertib: 5 mg"])
def test_other_beginnings_take_nothing_back(words: str) -> None:
    assert not takes_back(words)


async def test_the_answer_shows_rule_and_exception_together() -> None:
    card = Card("house", "House rules", role="guideline", is_own=True)
    library = FakeLibrary([document("house", "dosing", "Dosing on our ward", TEXT)], cards=(card,))
    answer = await Conversation(library).ask("House rules: CrCl 41, what dose of capecitabine?")
    assert isinstance(answer, Answer)
    words = " ".join(each.text for each in answer.sentences)
    assert "75 % of the dose" in words
    assert "patients over 75 years are not given capecitabine" in words
    assert all(each.verified for each in answer.sentences)
