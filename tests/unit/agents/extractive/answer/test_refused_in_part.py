"""A drug alone that is refused refuses no regimen in which it stands."""

from __future__ import annotations

from agents.extractive.answer.halves_not_shown import halves_not_shown
from agents.extractive.answer.wording import not_an_option
from agents.extractive.question.parsing import parse_text
from tests.unit.agents.extractive.one_statement import document, sorted_out

LABEL = (
    "Panitumumab alone is indicated for metastatic colorectal cancer with no KRAS mutation after"
    " fluoropyrimidine-, oxaliplatin- and irinotecan-containing chemotherapy."
)
PATIENT = "Metastatic colorectal cancer, KRAS G12C, after FOLFOX and FOLFIRI:"


def refusals(question: str) -> list[str]:
    said = []
    for selected in sorted_out(question, document(LABEL)):
        for each in (*selected.not_for_patient, *selected.excluded):
            said.append(not_an_option(each, 0, selected).text)
    return said


def notices(question: str) -> list[str]:
    parts = sorted_out(question, document(LABEL))
    return [each.text for each in halves_not_shown(parse_text(question), parts)]


def test_the_drug_alone_is_refused_and_the_regimen_named_as_not_shown() -> None:
    question = f"{PATIENT} panitumumab + sotorasib?"
    assert refusals(question)
    assert all(each.startswith("Panitumumab alone is not indicated") for each in refusals(question))
    assert [each for each in notices(question) if "panitumumab + sotorasib" in each]


def test_where_the_drug_alone_is_asked_for_nothing_is_added() -> None:
    question = f"{PATIENT} panitumumab?"
    assert all(each.startswith("Panitumumab is not indicated") for each in refusals(question))
    assert refusals(question)
    assert not notices(question)
