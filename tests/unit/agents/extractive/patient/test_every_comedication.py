"""A general "problem?" is about every drug that the patient takes beside the treatment."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

CAPECITABINE = """## Interactions

Phenytoin levels are monitored closely when phenytoin is used with capecitabine.

With warfarin, capecitabine has caused bleeding, death included; the INR is monitored more often.

## Dose

For a grade 3 adverse reaction capecitabine is withheld until grade 0-1.
"""


async def said(question: str) -> tuple[list[str], Answer]:
    shelf = FakeLibrary(
        [document("drug_information", "c", "capecitabine", CAPECITABINE, drugs=["capecitabine"])]
    )
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer), ending
    return [each.text for each in ending.sentences], ending


@pytest.mark.parametrize(
    "question",
    [
        "On capecitabine, GP put her on warfarin. Also takes phenytoin. Problem?",
        "On capecitabine, PE last month, GP put her on warfarin. Also takes phenytoin. Problem?",
        "On capecitabine, on warfarin. She also takes phenytoin. Is that safe?",
    ],
)
async def test_a_drug_named_in_an_earlier_sentence_is_weighed_too(question: str) -> None:
    told, ending = await said(question)
    assert any(each.startswith("With warfarin") for each in told)
    assert any(each.startswith("Phenytoin levels") for each in told)
    assert not any(each.startswith("Nothing shown") for each in ending.not_found)


async def test_a_partner_that_acts_on_no_other_drug_is_weighed_beside_an_event() -> None:
    told, _ = await said("On capecitabine, PE last month, on warfarin. Problem?")
    assert told[0].startswith("With warfarin")
    assert not any("grade 3" in each for each in told)


async def test_a_question_on_one_partner_alone_is_not_on_the_others() -> None:
    told, _ = await said("On capecitabine and warfarin. How does phenytoin interact with it?")
    assert told[0].startswith("Phenytoin levels")


OLAPARIB = """## Dose

In moderate renal impairment (creatinine clearance 31-50 mL/min) olaparib is reduced to 200 mg.

## Interactions

Strong CYP3A inhibitors should be avoided with olaparib; if one cannot be avoided, olaparib is \
reduced to 100 mg.
"""
OF_ALLELE = """## Genotype

For DPYD intermediate metabolizers capecitabine is started at a dose reduced by 50%.
"""
INHIBITOR, BLEEDING = "Strong CYP3A inhibitors", "With warfarin"


async def told_in_thread(drug: str, text: str, *messages: str) -> list[str]:
    shelf = FakeLibrary([document("drug_information", "d", drug, text, drugs=[drug])])
    thread = Conversation(shelf)
    for message in messages:
        ending = await thread.ask(message)
    assert isinstance(ending, Answer), ending
    return [each.text for each in ending.sentences if each.basis == "quote"]


@pytest.mark.parametrize(
    "after",
    [
        "he also takes clarithromycin for h pylori til friday - still 200?",
        "and she's on itraconazole",
        "forgot: on posaconazole",
    ],
)
async def test_a_partner_told_after_a_dose_is_heard_first_and_the_dose_behind_it(
    after: str,
) -> None:
    asked = "mcrpc brca2 germline, crcl 42. olaparib dose?"
    told = await told_in_thread("olaparib", OLAPARIB, asked, after)
    assert told[0].startswith(INHIBITOR)
    assert "200 mg" in told[1]


async def test_a_partner_told_after_a_genotype_is_of_the_drug_before() -> None:
    text = CAPECITABINE + OF_ALLELE
    told = await told_in_thread(
        "capecitabine", text, "capecitabine 1250, dpyd *2A/wt - dose?", "and he's on warfarin"
    )
    assert told[0].startswith(BLEEDING)
    assert any("reduced by 50%" in each for each in told[1:])


async def test_what_a_drug_told_before_does_to_others_holds_in_later_messages() -> None:
    shelf = FakeLibrary([document("drug_information", "d", "Olaparib", OLAPARIB)])
    thread = Conversation(shelf)
    await thread.ask("takes clarithromycin. palbociclib dose?")
    ending = await thread.ask("what is the dose of olaparib with crcl 45?")
    assert isinstance(ending, Answer)
    effects = [each for each in ending.sentences if each.text.startswith("Clarithromycin, by")]
    assert effects
    assert all(each.verified for each in ending.sentences)
