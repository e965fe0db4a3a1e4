"""What is on something else does not answer where an event was not read, or a value is supposed."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.matching.safety.safety_facts import judge_reproduction
from agents.turns import Abstention, Answer
from retrieval.statements.model import Statement
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LEVELS = "For adverse reactions entrectinib is reduced to 400 mg and then 200 mg once daily."
LVEF = "Left ventricular ejection fraction (LVEF) is evaluated before entrectinib."
LIVER = "For grade 3 hepatotoxicity entrectinib is withheld until grade 1 and resumed at 400 mg."


def label(drug: str, *statements: str) -> FakeLibrary:
    text = "## Label\n\n" + "\n\n".join(statements) + "\n"
    return FakeLibrary([document("drug_information", "l", drug.title(), text, drugs=[drug])])


@pytest.mark.parametrize("told", [(LVEF,), (LIVER,), (LVEF, LIVER)])
async def test_a_grade_without_its_event_is_named_by_no_statement(told: tuple[str, ...]) -> None:
    ending = await Conversation(label("entrectinib", *told)).ask(
        "Entrectinib 600 mg with grade 3 dizziness, what now?"
    )
    assert isinstance(ending, Abstention), ending


async def test_a_grade_without_its_event_has_the_rule_for_any_event() -> None:
    ending = await Conversation(label("entrectinib", LEVELS, LIVER)).ask(
        "entrectinib adverse reaction grade 3, which dose?"
    )
    assert isinstance(ending, Answer)
    assert {each.text for each in ending.sentences} == {LEVELS}
    assert all(each.verified for each in ending.sentences)


ON_CHILDREN = Statement(
    id="s1",
    kind="warning",
    drugs=("rucaparib",),
    safety=("pregnancy", "wish for pregnancy"),
    spans=((0, 1),),
)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Rucaparib - creatinine rose to 1.6 from 0.9 after 2 weeks, is it kidney damage?", False),
        ("rucaparib and hair loss, what to do?", False),
        ("rucaparib, platelets 40?", False),
        ("rucaparib in pregnancy?", True),
        ("rucaparib: harm to a child that he fathers?", True),
        ("warnings of rucaparib?", True),
        ("what to counsel before rucaparib", True),
    ],
)
def test_what_is_on_children_alone_does_not_answer_something_else(
    question: str, answers: bool
) -> None:
    parsed = parse_text(question)
    verdicts = list(judge_reproduction(ON_CHILDREN, parsed.parts[0], parsed.sheet))
    assert (verdicts == []) is answers


MODERATE = (
    "In moderate renal impairment (creatinine clearance 30-59 mL/min) talazoparib is at 0.75 mg."
)
SEVERE = "In severe renal impairment (creatinine clearance 15-29 mL/min) talazoparib is at 0.5 mg."
WITH = "With the P-gp inhibitor itraconazole talazoparib is reduced to 0.75 mg once daily."


async def test_a_supposed_value_still_holds_in_the_follow_up() -> None:
    talk = Conversation(label("talazoparib", MODERATE, SEVERE, WITH))
    await talk.ask("talazoparib dose if CrCl 25 mL/min")
    ending = await talk.ask("and with itraconazole?")
    assert isinstance(ending, Answer)
    assert {each.text for each in ending.sentences if each.keys} == {WITH, SEVERE}


CLOT = "For venous thromboembolism abemaciclib is withheld and resumed at a reduced dose."
INHIBITOR = "With strong CYP3A inhibitors abemaciclib is reduced to 100 mg twice daily."
LAB = "Fasting glucose and HbA1c are measured before abemaciclib and during it."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Abemaciclib: DVT 2 weeks ago on apixaban, go on?", {CLOT}),
        ("abemaciclib: TSH 25", set()),
        ("abemaciclib, HbA1c 8.4%", {LAB}),
    ],
)
async def test_the_event_and_the_value_of_a_short_note_are_what_is_asked(
    question: str, told: set[str]
) -> None:
    ending = await Conversation(label("abemaciclib", CLOT, INHIBITOR, LAB)).ask(question)
    said = ending.sentences if isinstance(ending, Answer) else ()
    assert {each.text for each in said if each.keys} == told
