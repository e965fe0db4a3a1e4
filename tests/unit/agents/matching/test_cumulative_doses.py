"""A cumulative dose is read, and the answer says first that it is not weighed."""

from __future__ import annotations

import pytest

from agents.matching.cumulative_doses import limits_asked_by
from agents.turns import Answer
from names.clinical.treatment.cumulative_doses import cumulative_doses
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

DOXORUBICIN = """## Dose

Doxorubicin alone is given at 60 to 75 mg/m2 every 21 days.
"""


@pytest.mark.parametrize(
    ("text", "drug", "amount"),
    [
        ("had 300 mg/m2 doxorubicin already, again?", "doxorubicin", 300),
        ("cumulative epirubicin 720 mg/m2, more?", "epirubicin", 720),
        ("prior cumulative doxorubicin 450 mg/m²; doxorubicin again?", "doxorubicin", 450),
        ("received doxorubicin 480 mg/m2 in total", "doxorubicin", 480),
        ("epirubicin 540 mg/m2 to date, 100 mg/m2 every 3 weeks wanted", "epirubicin", 540),
        ("lifetime doxorubicin dose 380 mg/m2: anthracycline again?", "doxorubicin", 380),
        ("250 mg/m2 daunorubicin so far, idarubicin?", "daunorubicin", 250),
        ("cisplatin total 600 mg/m2 given, again?", "cisplatin", 600),
        ("cumulative dose of mitomycin 40 mg", "mitomycin", 40),
    ],
)
def test_a_cumulative_dose_is_read(text: str, drug: str, amount: float) -> None:
    (dose,) = cumulative_doses(text)
    assert dose.amount == amount
    assert any(name.startswith(drug) for name in dose.drugs)
    assert drug in text[dose.start : dose.end]
    assert f"{amount:g}" in text[dose.start : dose.end]


@pytest.mark.parametrize(
    "text",
    [
        "docetaxel 75 mg/m2 every 21 days?",
        "on olaparib 300 mg twice daily already",
        "cumulative 300 mg/m2?",
        "doxorubicin, cumulative toxicity?",
    ],
)
def test_a_dose_of_a_day_or_a_cycle_is_none(text: str) -> None:
    assert cumulative_doses(text) == ()


async def test_where_the_limit_is_told_nothing_is_said_before_it() -> None:
    text = f"{DOXORUBICIN}\nCumulative doses of doxorubicin above 550 mg/m2 harm the heart.\n"
    shelf = FakeLibrary(
        [document("drug_information", "d", "Doxorubicin", text, drugs=["doxorubicin"])]
    )
    ending = await Conversation(shelf).ask("doxorubicin cumulative 480 mg/m2, can we go on?")
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith("Cumulative doses of doxorubicin above 550")


@pytest.mark.parametrize(
    "question",
    [
        "had 300 mg/m2 doxorubicin already, doxorubicin dose?",
        "cumulative doxorubicin 450 mg/m2. Doxorubicin dose?",
    ],
)
async def test_the_answer_says_first_that_it_is_not_weighed(question: str) -> None:
    shelf = FakeLibrary(
        [document("drug_information", "d", "Doxorubicin", DOXORUBICIN, drugs=["doxorubicin"])]
    )
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    first = ending.sentences[0]
    assert first.text.startswith("The cumulative dose told here (")
    assert "doxorubicin) is not weighed" in first.text
    assert first.verified


def test_a_leukaemia_is_no_sum() -> None:
    assert limits_asked_by("TPMT *1/*3A, mercaptopurine 50 mg/m2 in ALL, start at?") == ()
    assert limits_asked_by("doxorubicin, 300 mg/m2 in all. How much is left?")
