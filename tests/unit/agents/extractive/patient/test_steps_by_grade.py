"""An adverse event whose grade nobody has told: the rules for its grades are told before the plain
dose, which would be read as the dose under the event."""

from __future__ import annotations

import pytest

from agents.turns import Answer, Ending
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

PLAIN = "Neratinib is given at 240 mg once daily with food."
GRADE_2 = "Neratinib is interrupted for grade 2 diarrhoea longer than 5 days."
GRADE_4 = "Neratinib is discontinued permanently for grade 4 diarrhoea."
LIVER = "Neratinib is interrupted for grade 3 hepatotoxicity."
QT = "With a QTc interval above 500 ms neratinib is withheld."
TEXT = "\n\n".join(
    ("## Dose", PLAIN, "## Adverse reactions", GRADE_2, GRADE_4, LIVER, QT),
)


def lines(ending: Ending) -> list[str]:
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(
    ("question", "first", "untold"),
    [
        ("63F on neratinib, now diarrhoea. Neratinib dose?", {GRADE_2, GRADE_4}, {LIVER, QT}),
        ("63F on neratinib, now grade 4 diarrhoea. Neratinib dose?", {GRADE_4}, {GRADE_2, QT}),
        ("63F on neratinib, now QT prolongation. Neratinib dose?", {QT}, {GRADE_2, GRADE_4}),
    ],
)
async def test_the_rules_for_the_grades_stand_before_the_plain_dose(
    question: str, first: set[str], untold: set[str]
) -> None:
    shelf = FakeLibrary([document("drug_information", "n", "Neratinib", TEXT)])
    told = lines(await Conversation(shelf).ask(question))
    assert set(told[: len(first)]) == first
    assert untold.isdisjoint(told)


async def test_without_an_event_the_plain_dose_stands_alone() -> None:
    shelf = FakeLibrary([document("drug_information", "n", "Neratinib", TEXT)])
    told = lines(await Conversation(shelf).ask("63F, breast cancer. Neratinib dose?"))
    assert told[0] == PLAIN
    assert {GRADE_2, GRADE_4, QT}.isdisjoint(told)
