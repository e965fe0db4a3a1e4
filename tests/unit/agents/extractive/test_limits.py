"""What a source says of the drug and just a finding of the patient answers any kind of question."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.splitting.limits import told_facts
from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

HEPATIC = "Docetaxel is not to be given with bilirubin above 1.5 times the upper limit of normal."
WARFARIN = "With warfarin, capecitabine has caused bleeding; the INR is monitored more often."
POOR = "CYP2D6 poor metabolizers should receive another hormonal therapy than tamoxifen."
COUNTS = "In prolonged haematological toxicity olaparib is interrupted and counts are taken weekly."
OTHER_ORGAN = "No dose adjustment of olaparib is needed in mild hepatic impairment."
PREGNANT = "Pertuzumab can cause fetal harm: boxed warning on exposure during pregnancy."


def about(drug: str, statement: str) -> FakeLibrary:
    text = f"## Limits\n\n{statement}\n"
    return FakeLibrary([document("drug_information", drug, drug.capitalize(), text, drugs=[drug])])


@pytest.mark.parametrize(
    ("question", "drug", "statement"),
    [
        ("Bilirubin 1.6x ULN, colleague insists on docetaxel 75 q3w.", "docetaxel", HEPATIC),
        (
            "Pt on warfarin starts capecitabine. What do I have to expect / do?",
            "capecitabine",
            WARFARIN,
        ),
        (
            "CYP2D6 *4/*4, early breast, on tamoxifen, fears osteoporosis. Switch?",
            "tamoxifen",
            POOR,
        ),
        ("22 weeks pregnant, HER2+ breast. Can pertuzumab go with chemo?", "pertuzumab", PREGNANT),
        ("Olaparib maintenance, Hb 7.4, plt 61. Continue?", "olaparib", COUNTS),
    ],
)
async def test_a_limit_that_the_patient_meets_is_heard(
    question: str, drug: str, statement: str
) -> None:
    talk = Conversation(about(drug, statement))
    ending = await talk.ask(question)
    assert isinstance(ending, Answer)
    assert statement in [each.text for each in ending.sentences]


@pytest.mark.parametrize(
    ("question", "drug", "statement"),
    [
        ("Bilirubin 0.8x ULN, colleague insists on docetaxel 75 q3w.", "docetaxel", HEPATIC),
        (
            "Pt on metformin starts capecitabine. What do I have to expect / do?",
            "capecitabine",
            WARFARIN,
        ),
        (
            "CYP2D6 *1/*1, early breast, on tamoxifen, fears osteoporosis. Switch?",
            "tamoxifen",
            POOR,
        ),
        ("Bilirubin 1.6x ULN, colleague insists on eribulin q3w.", "docetaxel", HEPATIC),
        ("Does olaparib need dose adjustment at CrCl 25 mL/min?", "olaparib", OTHER_ORGAN),
    ],
)
async def test_a_limit_that_the_patient_does_not_meet_is_none(
    question: str, drug: str, statement: str
) -> None:
    ending = await Conversation(about(drug, statement)).ask(question)
    said = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    assert statement not in said
    assert isinstance(ending, Answer | Abstention)


def test_each_finding_is_held_against_the_drugs_by_itself() -> None:
    parsed = parse_text("Docetaxel with bilirubin 2x ULN, takes warfarin. Which problem?")
    told = [told_facts(part) for place, part in parsed.limits]
    assert any("bilirubin" in each for each in told)
    assert any("warfarin" in each for each in told)
    assert all(part.drugs == {"docetaxel"} for _, part in parsed.limits)


def test_what_a_trial_found_is_limited_by_nobody() -> None:
    assert parse_text("OlympiAD result with creatinine clearance 30?").limits == ()


async def test_what_the_patient_must_not_have_is_heard_first() -> None:
    text = (
        "## G6PD\n\nRasburicase is stopped for good when haemolysis develops in G6PD deficiency.\n"
        "\n## Use\n\nRasburicase is contraindicated in patients with G6PD deficiency.\n"
    )
    page = document("drug_information", "r", "Rasburicase", text, drugs=["rasburicase"])
    ending = await Conversation(FakeLibrary([page])).ask("Rasburicase, G6PD deficient. Risks?")
    assert isinstance(ending, Answer)
    assert "contraindicated" in ending.sentences[0].text
