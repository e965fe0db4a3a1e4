"""A finding beside a question of dose binds it; the rule of one drug is none for its class."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Abstention, Answer
from names.clinical.values import Toxicity
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document
from tests.unit.agents.extractive.one_statement import document as source
from tests.unit.agents.extractive.one_statement import fit

PLAIN = "Alpelisib is given at a dose of 300 mg once daily."


@pytest.mark.parametrize(
    "question",
    [
        "T-DXd dose? LVEF 38",
        "capivasertib dose, diarrhoea grade 3",
        "palbociclib dose? ANC 0.4",
        "neratinib dose? Diarrhoea grade 3.",
        "T-DXd starting dose please, ILD grade 2",
        "ribociclib dose? QTc 510 ms",
    ],
)
def test_the_dose_is_asked_for_who_has_the_finding(question: str) -> None:
    (part,) = parse_text(question).parts
    assert part.kind == "dose"
    assert part.about


@pytest.mark.parametrize(
    "question",
    [
        "on alpelisib 300, ALT 6.2x ULN. dose?",
        "on alpelisib 300, ALT 6.2x ULN, no cirrhosis. dose?",
        "on alpelisib. AST 7 x ULN today. which dose?",
        "alpelisib dose, AST 8x ULN",
    ],
)
def test_the_event_that_a_value_of_the_case_is_is_asked_about(question: str) -> None:
    (part,) = parse_text(question).parts
    assert Toxicity(event="hepatotoxicity", grade_from=3, grade_to=3) in part.about


async def test_so_is_the_event_of_a_value_told_later() -> None:
    risen = "With grade 3 ALT (5 to 20 times the upper limit of normal) alpelisib is suspended."
    text = f"## Dose\n\n{PLAIN}\n\n## Liver\n\n{risen}\n"
    talk = Conversation(FakeLibrary([document("drug_information", "one", "alpelisib", text)]))
    await talk.ask("on alpelisib. dose?")
    ending = await talk.ask("bilirubin now 3.4x ULN, ALT 6x ULN")
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [risen]


def test_what_is_asked_by_itself_stays_a_question() -> None:
    assert len(parse_text("talazoparib dose? and with CrCl 35?").parts) == 2
    assert len(parse_text("olaparib: dose, renal adjustment and toxicity?").parts) > 1


@pytest.mark.parametrize(
    "question",
    [
        "alpelisib dose? Glucose 300 mg/dL",
        "what is the dose of alpelisib? glucose 300 mg/dl",
        "alpelisib dose? 20 weeks pregnant",
    ],
)
async def test_no_plain_dose_where_nothing_is_on_the_finding(question: str) -> None:
    text = f"## Dose\n\n{PLAIN}\n"
    shelf = FakeLibrary([document("drug_information", "one", "alpelisib", text)])
    plain = await Conversation(shelf).ask("alpelisib dose?")
    assert isinstance(plain, Answer)
    assert isinstance(await Conversation(shelf).ask(question), Abstention)


async def test_the_plain_dose_where_the_finding_is_asked_about_beside_it() -> None:
    renal = "In moderate renal impairment (CrCl 31-50 mL/min) alpelisib is reduced to 200 mg."
    text = f"## Dose\n\n{PLAIN}\n\n## Kidneys\n\n{renal}\n"
    shelf = FakeLibrary([document("drug_information", "one", "alpelisib", text)])
    question = "For alpelisib: dose, renal adjustment at CrCl 40, and main toxicity?"
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [PLAIN, renal]


OF_ONE = "For grade 3 hepatitis pembrolizumab is withheld."
OF_CLASS = "For grade 3 hepatitis the checkpoint inhibitor is withheld."


@pytest.mark.parametrize(
    "question",
    [
        "checkpoint inhibitor hepatitis grade 3: hold?",
        "PD-1 inhibitor hepatitis grade 3, hold?",
        "immune checkpoint inhibitor, hepatitis grade 3: hold or stop?",
    ],
)
def test_the_rule_of_one_drug_is_none_for_its_class(question: str) -> None:
    assert fit(question, source(OF_ONE, title="Pembrolizumab")) == 0
    assert fit(question, source(OF_CLASS, title="Immune-related adverse events")) > 0
    own = "pembrolizumab hepatitis grade 3: hold?"
    assert fit(own, source(OF_ONE, title="Pembrolizumab")) > 0


@pytest.mark.parametrize(
    "question",
    [
        "HER2-positive MBC: is T-DXd approved vs. T-DM1 in pts. with liver metastases?",
        "Which drugs, e.g. olaparib, are approved in gBRCA MBC pts. with brain metastases?",
    ],
)
def test_a_point_of_a_short_word_ends_no_sentence(question: str) -> None:
    assert all("metastases" in part.text for part in parse_text(question).parts)
