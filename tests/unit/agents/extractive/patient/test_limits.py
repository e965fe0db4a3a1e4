"""What a source says of the drug and just a finding of the patient answers any kind of question."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.splitting.limit_questions import told_facts
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


RENAL = "In moderate renal impairment olaparib is reduced to 200 mg twice daily."


async def test_the_fact_of_an_earlier_question_does_not_stand_for_the_one_asked() -> None:
    talk = Conversation(about("olaparib", RENAL))
    assert isinstance(await talk.ask("olaparib dose in moderate renal impairment?"), Answer)
    assert isinstance(await talk.ask("And in hepatic impairment?"), Abstention)


OF_CLASS = [
    # question, drug, rule for an event of the organ under the drug, rule for the class asked about
    (
        "tucatinib dose in moderate liver impairment",
        "tucatinib",
        "Tucatinib is discontinued permanently when ALT is above 3 times and bilirubin above 2"
        " times the upper limit of normal (hepatotoxicity).",
        "In moderate hepatic impairment the dose of tucatinib is 250 mg twice daily.",
    ),
    (
        "what dose of regorafenib for a patient with Child-Pugh B?",
        "regorafenib",
        "For hepatotoxicity with ALT above 5 times the upper limit of normal the dose of"
        " regorafenib is reduced to 120 mg.",
        "In Child-Pugh B the dose of regorafenib is 160 mg once daily.",
    ),
    (
        "lapatinib dose, severe hepatic impairment",
        "lapatinib",
        "Liver tests are done before lapatinib and every 4 to 6 weeks during it.",
        "In severe hepatic impairment the dose of lapatinib is 750 mg once daily.",
    ),
]


@pytest.mark.parametrize(("question", "drug", "on_event", "on_class"), OF_CLASS)
async def test_harm_to_an_organ_under_the_drug_is_no_dose_for_a_class_of_its_function(
    question: str, drug: str, on_event: str, on_class: str
) -> None:
    alone = await Conversation(about(drug, on_event)).ask(question)
    assert isinstance(alone, Abstention)
    assert alone.gap.name.endswith((" hepatic impairment)", "(Child-Pugh B)"))
    beside = await Conversation(about(drug, f"{on_event}\n\n{on_class}")).ask(question)
    assert isinstance(beside, Answer)
    assert [each.text for each in beside.sentences] == [on_class]


async def test_what_is_done_about_the_harm_is_told_to_who_asks_of_it() -> None:
    _, drug, rule, _ = OF_CLASS[1]
    ending = await Conversation(about(drug, rule)).ask("regorafenib, ALT 6x ULN: what dose?")
    assert isinstance(ending, Answer)
    assert rule in [each.text for each in ending.sentences]
