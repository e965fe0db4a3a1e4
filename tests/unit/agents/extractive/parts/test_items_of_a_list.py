"""What stands in one item of a list ("dose, renal adjustment at CrCl 40, main toxicity") is not
asked of the others; a question on side effects is not answered by contraception."""

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

DOSE = "Talazoparib is given at 1 mg once daily."
RENAL = (
    "In moderate renal impairment (creatinine clearance 30-59 mL/min) talazoparib is given at"
    " 0.75 mg once daily."
)
EFFECTS = "Myelodysplastic syndrome has occurred on talazoparib, and some cases were fatal."
FETUS = (
    "Talazoparib can harm the fetus in pregnancy; women use effective contraception during"
    " talazoparib and for 7 months after the last dose."
)
LISTED = "talazoparib dose, renal adjustment at CrCl 40, main toxicity"


def label(*statements: str) -> FakeLibrary:
    text = "## Label\n\n" + "\n\n".join(statements) + "\n"
    return FakeLibrary(
        [document("drug_information", "t", "Talazoparib", text, drugs=["talazoparib"])]
    )


async def answer_to(question: str, *statements: str) -> Answer:
    ending = await Conversation(label(*statements)).ask(question)
    assert isinstance(ending, Answer), ending
    return ending


@pytest.mark.parametrize(
    "question", [LISTED, "For talazoparib: dose, adjustment at CrCl 40, and side effects?"]
)
async def test_the_value_of_one_item_is_not_asked_of_another(question: str) -> None:
    answer = await answer_to(question, DOSE, RENAL, EFFECTS)
    assert {DOSE, RENAL, EFFECTS} <= {each.text for each in answer.sentences}
    assert [part.gap for part in answer.parts] == [None] * 3


async def test_an_item_that_only_a_fact_of_the_patient_answers_is_a_gap() -> None:
    answer = await answer_to(LISTED, DOSE, RENAL)
    assert [part.gap is None for part in answer.parts] == [True, True, False]


async def test_a_finding_in_the_first_item_is_asked_of_the_others() -> None:
    step = "For grade 2 diarrhoea talazoparib is reduced to 0.75 mg once daily."
    answer = await answer_to("Talazoparib, grade 2 diarrhoea, dose?", DOSE, step)
    assert [each.text for each in answer.sentences] == [step]


@pytest.mark.parametrize(
    "asked", ["main toxicities", "side effects", "most common adverse reactions"]
)
async def test_contraception_is_no_side_effect(asked: str) -> None:
    answer = await answer_to(f"{asked} of talazoparib?", EFFECTS, FETUS)
    assert [each.text for each in answer.sentences] == [EFFECTS]


@pytest.mark.parametrize(
    "beside",
    [
        "Severe hepatotoxicity occurred with talazoparib and rifampin, a strong CYP3A inducer.",
        "Heart function is monitored on talazoparib, the ejection fraction included.",
        "Nausea was less frequent with olaparib than with talazoparib.",
    ],
)
async def test_what_is_no_effect_of_the_drug_alone_is_no_side_effect(beside: str) -> None:
    answer = await answer_to("side effects of talazoparib?", EFFECTS, beside)
    assert [each.text for each in answer.sentences] == [EFFECTS]


async def test_what_happened_on_two_drugs_is_asked_about_and_no_choice_is_made() -> None:
    stop = "Talazoparib is interrupted for venous thromboembolism of any grade."
    ending = await Conversation(label(stop, DOSE)).ask(
        "talazoparib + letrozole: patient has a DVT now, stop?"
    )
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [stop]
