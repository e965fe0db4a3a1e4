"""A value before the drug meets no rule for a value under it, nor one for drugs beside."""

from __future__ import annotations

import pytest

from agents.endings.standing import standing_of
from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

UNDER = "With a QTcF above 450 ms ribociclib is interrupted until 440 ms or less and resumed."
BESIDE = "Drugs known to prolong the QT interval should be avoided with ribociclib."
START = "Ribociclib is started only in patients with a QTcF below 450 ms."
OTHER = "In severe renal impairment (creatinine clearance below 30 mL/min) ribociclib is at 200 mg."


def label(*statements: str) -> FakeLibrary:
    text = "## Heart\n\n" + "\n\n".join(statements) + "\n"
    drugs = ["ribociclib"]
    return FakeLibrary([document("drug_information", "r", "Ribociclib", text, drugs=drugs)])


@pytest.mark.parametrize(
    "question",
    [
        "ribociclib, baseline QTcF 455",
        "can we start ribociclib with QTcF 460 ms at baseline?",
        "ribociclib, pre-treatment QTcF 470",
        "QTcF 465 before starting ribociclib",
        "start ribociclib with QTcF 490?",
        "she wants ribociclib, QTcF 490. ok?",
        "plan ribociclib plus letrozole, QTcF 505 ms",
        "thinking of ribociclib, QTcF is 485",
        "ribociclib ok with QTcF 490?",
        "about to get ribociclib, QTcF 490",
        "on letrozole, adding ribociclib, QTcF 490",
    ],
)
async def test_a_value_before_the_drug_has_no_rule_for_one_under_it(question: str) -> None:
    ending = await Conversation(label(UNDER, BESIDE)).ask(question)
    assert isinstance(ending, Abstention), ending
    told = await Conversation(label(UNDER, BESIDE, START)).ask(question)
    if isinstance(told, Answer):
        assert {each.text for each in told.sentences} == {START}


@pytest.mark.parametrize(
    "question",
    [
        "ribociclib day 14 QTcF 490",
        "ribociclib, QTcF 490, up from baseline 430",
        "QTcF 480 on ribociclib",
        "ribociclib: QTcF 490 ms, was 430 baseline",
        "QTcF 490 ms on ribociclib, baseline 430",
        "ribociclib started 2 weeks ago, QTcF 490. ok?",
        "QTcF 490, can she stay on ribociclib?",
        "QTcF 490: ribociclib ok to continue?",
        "planned ribociclib, now on ribociclib, QTcF 490",
    ],
)
async def test_a_value_under_the_drug_has_its_rule(question: str) -> None:
    ending = await Conversation(label(UNDER)).ask(question)
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text == UNDER


async def test_a_baseline_of_the_kidneys_has_the_rule_for_its_class() -> None:
    ending = await Conversation(label(OTHER)).ask("ribociclib, baseline CrCl 25, dose?")
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [OTHER]


async def test_a_value_told_in_a_second_question_is_one_before_the_drug() -> None:
    ending = await Conversation(label(UNDER)).ask("wants ribociclib: ok? and QTcF 490")
    assert isinstance(ending, Abstention), ending


EVENT = "For grade 3 diarrhoea ribociclib is interrupted and resumed at the next lower dose."


@pytest.mark.parametrize(
    "question", ["wants ribociclib, diarrhoea grade 3: ok?", "plan ribociclib, diarrhoea grade 3"]
)
async def test_an_event_before_the_drug_has_no_rule_for_one_under_it(question: str) -> None:
    ending = await Conversation(label(EVENT)).ask(question)
    assert isinstance(ending, Abstention), ending


@pytest.mark.parametrize(
    "question",
    ["on ribociclib, diarrhoea grade 3", "starting ribociclib: how is diarrhoea grade 3 managed?"],
)
async def test_an_event_under_the_drug_or_asked_about_has_its_rule(question: str) -> None:
    ending = await Conversation(label(EVENT)).ask(question)
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text == EVENT


STOPS = "With a QTcF above 500 ms ribociclib is interrupted until 480 ms or less and resumed."
GOES_ON = "With a QTcF above 480 ms ribociclib is continued; else it is interrupted."
FOR_BREAST = "Ribociclib is indicated with letrozole for HR-positive metastatic breast cancer."
BEFORE = "Only with QTc 512 ms under the drug: "


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        ((STOPS, FOR_BREAST), [BEFORE + STOPS]),
        ((GOES_ON, FOR_BREAST), []),
    ],
)
async def test_a_rule_that_would_stop_the_drug_stands_beside_what_it_is_for(
    statements: tuple[str, ...], told: list[str]
) -> None:
    ending = await Conversation(label(*statements)).ask(
        "HR+ metastatic breast cancer, QTc 512 ms. Can we start ribociclib?"
    )
    assert isinstance(ending, Answer)
    found = [each for each in ending.sentences if each.text.startswith("Only with QTc")]
    assert [each.text for each in found] == told
    assert all(each.verified for each in found)


LOW_PLATELETS = (
    "With platelets below 100,000 per microlitre niraparib is withheld until at least 100,000 and"
    " resumed at a reduced dose."
)
NO_DOSE = "With platelets below 100,000 per microlitre the dose of niraparib is 100 mg once daily."


@pytest.mark.parametrize(
    ("statement", "question", "told"),
    [
        (LOW_PLATELETS, "platelets back at 120, restart at what dose?", True),
        (LOW_PLATELETS, "platelets 120, which dose?", False),
        (NO_DOSE, "platelets back at 120, restart at what dose?", False),
    ],
)
async def test_a_value_that_has_recovered_has_the_rule_by_which_the_drug_is_resumed(
    statement: str, question: str, told: bool
) -> None:
    page = document("drug_information", "n", "Niraparib", f"## Counts\n\n{statement}\n")
    ending = await Conversation(FakeLibrary([page])).ask(f"niraparib, {question}")
    said = ending.sentences if isinstance(ending, Answer) else ()
    assert (statement in [each.text for each in said]) is told


STEPS = (
    "From a start at 300 mg, niraparib is reduced to 200 mg and then to 100 mg daily; it is"
    " discontinued when less than 100 mg daily would be needed."
)


async def test_the_steps_of_a_dose_under_a_heading_say_nothing_of_the_start() -> None:
    text = "\n\n".join(("## Blood counts and dose reductions", LOW_PLATELETS, STEPS))
    page = document("drug_information", "n", "Niraparib", text, drugs=["niraparib"])
    asked = "Platelets 60, ovarian cancer: start niraparib maintenance?"
    ending = await Conversation(FakeLibrary([page])).ask(asked)
    assert isinstance(ending, Answer)
    told = [each.text for each in ending.sentences]
    assert [each for each in told if each.endswith(LOW_PLATELETS)]


NEUTROPENIA = "In grade 3 or 4 neutropenia palbociclib is interrupted."
FOR_HR_POSITIVE = (
    "Palbociclib with letrozole is indicated for HR-positive metastatic breast cancer."
)


@pytest.mark.parametrize("value", ["neutrophils 0.7", "ANC 0.4"])
async def test_a_count_before_the_drug_is_named_beside_an_indication(value: str) -> None:
    text = f"## Use\n\n{FOR_HR_POSITIVE}\n\n{NEUTROPENIA}\n"
    shelf = FakeLibrary(
        [document("drug_information", "p", "Palbociclib", text, drugs=["palbociclib"])]
    )
    ending = await Conversation(shelf).ask(f"MBC, {value} at baseline, start palbociclib?")
    assert isinstance(ending, Answer)
    assert ending.unweighed, ending
    assert standing_of(ending) == "partly"


LOW_START = "With platelets below 150,000/µL niraparib is started at 200 mg once daily."
STOPPED = "With platelets below 100,000 per microlitre niraparib is withheld for at most 28 days."


async def test_a_dose_for_the_start_does_not_weigh_a_value_that_stops_the_drug() -> None:
    text = f"## Dose\n\n{LOW_START}\n\n{STOPPED}\n"
    shelf = FakeLibrary([document("drug_information", "n", "Niraparib", text, drugs=["niraparib"])])
    asked = "Ovarian cancer, platelets {} at baseline, start niraparib?"
    ending = await Conversation(shelf).ask(asked.format(40))
    assert isinstance(ending, Answer)
    assert "platelets 40 10^9/L before the drug" in ending.unweighed
    plain = await Conversation(shelf).ask(asked.format(130))
    assert isinstance(plain, Answer)
    assert not plain.unweighed


async def test_what_is_measured_before_and_during_a_drug_is_told_of_a_value_before_it() -> None:
    both = "QTcF is taken before and during ribociclib, interrupted with a QTcF above 450 ms."
    ending = await Conversation(label(both)).ask("ribociclib, baseline QTcF 455")
    assert isinstance(ending, Answer), ending
    assert [each.text for each in ending.sentences] == [both]
