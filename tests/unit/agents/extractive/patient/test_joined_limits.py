"""Two facts that each change a dose: no rule for one of them holds for both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.patient.limits import join_limits
from agents.extractive.answer.selection.statements import MOST_POINTS
from agents.turns import Answer
from retrieval.documents import Document
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document
from tests.unit.agents.extractive.one_statement import document as rule_page
from tests.unit.agents.extractive.one_statement import sorted_out

KIDNEY = "At a creatinine clearance of 31 to 50 mL/min olaparib is reduced to 200 mg twice daily."
STRONG = "With a strong CYP3A inhibitor olaparib is reduced to 100 mg twice daily."
TOGETHER = "no source shown says what holds"


def label(*statements: str) -> FakeLibrary:
    text = "## Dose\n\n" + "".join(f"- {each}\n" for each in statements)
    drugs = ["olaparib"]
    return FakeLibrary([document("drug_information", "olaparib", "Olaparib", text, drugs=drugs)])


async def answer(question: str) -> Answer:
    ending = await Conversation(label(KIDNEY, STRONG)).ask(question)
    assert isinstance(ending, Answer)
    return ending


@pytest.mark.parametrize(
    "question",
    [
        "olaparib dose: CrCl 40 and on itraconazole?",
        "On ketoconazole, creatinine clearance 35 mL/min. Dose of olaparib?",
    ],
)
async def test_that_no_rule_is_for_both_facts_is_said(question: str) -> None:
    ending = await answer(question)
    assert {each.text for each in ending.sentences} >= {KIDNEY, STRONG}
    assert [line for line in ending.not_found if TOGETHER in line]


@pytest.mark.parametrize(
    "question", ["olaparib dose, CrCl 40?", "olaparib dose with itraconazole?"]
)
async def test_one_fact_has_its_rule(question: str) -> None:
    ending = await answer(question)
    assert not [line for line in ending.not_found if TOGETHER in line]


async def test_what_two_values_of_one_measure_tell_nobody_has_together() -> None:
    severe = "In severe renal impairment a dose of olaparib has not been established."
    ending = await Conversation(label(KIDNEY, severe)).ask("olaparib dose for CrCl 42, and at 27?")
    assert isinstance(ending, Answer)
    assert {each.text for each in ending.sentences} >= {KIDNEY, severe}
    assert not [line for line in ending.not_found if TOGETHER in line]


GENOTYPE = "For DPYD intermediate metabolizers capecitabine is started at a dose reduced by 50%."
CLEARANCE = "Capecitabine is reduced by 25% at a creatinine clearance of 30 to 50 mL/min."
BLEEDING = "With warfarin, capecitabine has caused bleeding; the INR is monitored more often."


async def answer_on_capecitabine(question: str) -> Answer:
    text = "## Dose\n\n" + "".join(f"- {each}\n" for each in (GENOTYPE, CLEARANCE, BLEEDING))
    title, drugs = "Capecitabine", ["capecitabine"]
    shelf = FakeLibrary([document("drug_information", "c", title, text, drugs=drugs)])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    return ending


@pytest.mark.parametrize(
    ("question", "rules", "together"),
    [
        ("cape 1250 bid planned, dpyd *2A/wt - what dose? crcl 45", {GENOTYPE, CLEARANCE}, True),
        ("CrCl 33. DPYD *13 het. Capecitabine genotype advice?", {GENOTYPE, CLEARANCE}, True),
        ("capecitabine + warfarin, dpyd *2A/wt", {GENOTYPE, BLEEDING}, False),
        ("capecitabine, dpyd *2A/wt", {GENOTYPE}, False),
        ("capecitabine, dpyd *2A/wt, crcl 90", {GENOTYPE}, False),
    ],
)
async def test_every_fact_that_limits_the_drug_has_its_rule_whatever_the_kind(
    question: str, rules: set[str], together: bool
) -> None:
    ending = await answer_on_capecitabine(question)
    assert {each.text for each in ending.sentences} == rules
    assert any(TOGETHER in line for line in ending.not_found) is together
    assert not ending.unweighed


async def test_the_rule_on_a_drug_taken_beside_comes_first() -> None:
    ending = await answer_on_capecitabine("capecitabine + warfarin, dpyd *2A/wt")
    assert ending.sentences[0].text == BLEEDING


def test_many_rules_on_one_fact_leave_room_for_the_next() -> None:
    (on_genotype,) = sorted_out("capecitabine, DPYD *2A het: dose?", rules(GENOTYPE))
    (on_clearance,) = sorted_out("capecitabine dose, CrCl 42?", rules(CLEARANCE))
    full = replace(on_genotype, answers=on_genotype.answers[:1] * MOST_POINTS)
    joined = join_limits(full, on_clearance)
    assert CLEARANCE in [each.words for each in joined.answers]
    assert len(joined.limits) == 1


def rules(*statements: str) -> Document:
    return rule_page("".join(f"- {each}\n" for each in statements), heading="Dose")


async def test_a_genotype_of_an_earlier_message_holds_for_the_next_question() -> None:
    text = "## Dose\n\n" + "".join(f"- {each}\n" for each in (GENOTYPE, CLEARANCE, BLEEDING))
    shelf = FakeLibrary(
        [document("drug_information", "c", "Capecitabine", text, drugs=["capecitabine"])]
    )
    talk = Conversation(shelf)
    await talk.ask("mCRC, DPYD *2A/wt. Capecitabine dose?")
    ending = await talk.ask("and with CrCl 38?")
    assert isinstance(ending, Answer)
    assert {each.text for each in ending.sentences} >= {GENOTYPE, CLEARANCE}
