"""A fact of the patient that no source holds against a drug takes no right option away."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LABEL = """# Entrectinib label

## Indications

Entrectinib alone is indicated for ROS1-positive metastatic non-small cell lung cancer.

## Dosage

The recommended dose of entrectinib is 600 mg once daily.

## Heart

Left ventricular ejection fraction (LVEF) is evaluated before entrectinib.

## Kidneys

In moderate renal impairment (creatinine clearance 31-50 mL/min) entrectinib is reduced to 400 mg.
"""
CASE = "metastatic NSCLC, ROS1 fusion, untreated"
OPTION = "Entrectinib alone is indicated"


def conversation(label: str = LABEL) -> Conversation:
    found = document("drug_information", "one", "Entrectinib", label, drugs=["entrectinib"])
    return Conversation(FakeLibrary([found]))


async def told(*questions: str, label: str = LABEL) -> Answer:
    talk = conversation(label)
    endings = [await talk.ask(each) for each in questions]
    assert isinstance(endings[-1], Answer)
    return endings[-1]


@pytest.mark.parametrize(
    "fact", ["CrCl 85", "LVEF 62 %", "platelets 160", "neuropathy grade 1", "osteoporosis"]
)
async def test_a_fact_that_limits_no_drug_keeps_the_option(fact: str) -> None:
    answer = await told(f"{CASE}, {fact}. Entrectinib?")
    assert any(each.text.startswith(OPTION) for each in answer.sentences)


async def test_the_rule_that_a_fact_meets_comes_first_and_the_option_behind_it() -> None:
    answer = await told(f"{CASE}, CrCl 40. Entrectinib?")
    texts = [each.text for each in answer.sentences]
    assert texts[0].startswith("In moderate renal impairment")
    assert any(each.startswith(OPTION) for each in texts[1:])


async def test_behind_what_forbids_the_drug_no_option_is_told() -> None:
    forbidding = f"{LABEL}\nEntrectinib is contraindicated in severe hepatic impairment.\n"
    answer = await told(f"{CASE}, Child-Pugh C. Entrectinib?", label=forbidding)
    assert "contraindicated" in answer.sentences[0].text
    assert not any(each.text.startswith(OPTION) for each in answer.sentences)


async def test_an_option_that_depends_on_something_unstated_says_so_beside_the_fact() -> None:
    label = LABEL.replace(OPTION, f"{OPTION} for ROS1-positive tumours:")
    label = label.replace("ROS1-positive metastatic", "KIT-positive metastatic")
    answer = await told("metastatic NSCLC, untreated, osteoporosis. Entrectinib?", label=label)
    texts = [each.text for each in answer.sentences if OPTION in each.text]
    assert texts
    assert all(each.startswith("Only with ") for each in texts)


@pytest.mark.parametrize("fact", ["pantoprazole as co-medication", "CrCl 25", "hypothyroidism"])
async def test_a_fact_supposed_behind_a_choice_keeps_the_option(fact: str) -> None:
    label = LABEL.partition("## Kidneys")[0]
    answer = await told(f"{CASE}. Entrectinib?", f"And with {fact}?", label=label)
    assert any(OPTION in each.text for each in answer.sentences)


async def test_what_is_asked_about_and_not_told_of_the_patient_is_not_passed_over() -> None:
    talk = conversation(LABEL)
    await talk.ask(f"{CASE}. Entrectinib?")
    ending = await talk.ask("And with breastfeeding?")
    assert not isinstance(ending, Answer) or "breastfeeding" in str(ending)


@pytest.mark.parametrize("fact", ["pantoprazole as co-medication", "neuropathy grade 1"])
async def test_the_dose_is_told_beside_a_minor_fact_that_nothing_speaks_of(fact: str) -> None:
    answer = await told(f"{CASE}, {fact}. Entrectinib dose?")
    assert "600 mg once daily" in " ".join(each.text for each in answer.sentences)
    assert answer.unweighed


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("metastatic NSCLC, ROS1 fusion, LVEF 62 %. Entrectinib?", "therapy"),
        ("metastatic NSCLC, ROS1 fusion, CrCl 72. Entrectinib?", "therapy"),
        ("metastatic NSCLC, ROS1 fusion, LVEF 38 %. Entrectinib?", "adverse"),
        ("metastatic NSCLC, ROS1 fusion, CrCl 28. Entrectinib?", "adverse"),
    ],
)
def test_a_normal_value_is_no_finding_to_ask_about(question: str, kind: str) -> None:
    assert parse_text(question).parts[0].kind == kind


async def test_advice_on_other_drugs_does_not_follow_what_forbids_the_one_asked_about() -> None:
    advice = "For ROS1-positive lung cancer, ASCO advises entrectinib or crizotinib."
    forbidding = "Entrectinib is contraindicated in severe hepatic impairment."
    label = f"{LABEL}\n{forbidding}\n\n{advice}\n"
    answer = await told(f"{CASE}, Child-Pugh C, osteoporosis. Entrectinib?", label=label)
    texts = [each.text for each in answer.sentences]
    assert any("contraindicated" in each for each in texts)
    assert not any("is indicated" in each or "advises" in each for each in texts)
