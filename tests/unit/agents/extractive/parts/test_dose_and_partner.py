"""Two questions on one drug: both are answered, and neither denies what the other tells."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LABEL = """# Capecitabine label

## Renal impairment

In moderate renal impairment (creatinine clearance 30 to 50 mL/min) capecitabine is reduced by 25%.

## Interactions

With warfarin, capecitabine has caused bleeding; the INR is monitored more often.
"""
BLEEDING = "capecitabine has caused bleeding"
REDUCED = "capecitabine is reduced by 25%"


@pytest.mark.parametrize(
    "asked",
    [
        "Dose of capecitabine at CrCl 40? And can I give it with warfarin?",
        "What is the dose of capecitabine at CrCl 40 and can I give it with warfarin?",
        "CrCl 40: can I give capecitabine with warfarin?",
        "CrCl 20: can I give capecitabine with warfarin?",
    ],
)
async def test_the_value_does_not_take_the_place_of_the_interaction(asked: str) -> None:
    label = document("drug_information", "cape", "Capecitabine", LABEL, drugs=("capecitabine",))
    answer = await Conversation(FakeLibrary([label])).ask(asked)
    assert isinstance(answer, Answer)
    said = " ".join(each.text for each in answer.sentences)
    assert BLEEDING in said
    assert (REDUCED in said) is ("40" in asked)
    assert not any(part.gap for part in answer.parts)


OLAPARIB = """# Olaparib label

## Renal impairment

In moderate renal impairment (creatinine clearance 31-50 mL/min) olaparib is reduced to 200 mg.

## Interactions

Avoid itraconazole with olaparib; with other strong CYP3A inhibitors olaparib is reduced to 100 mg.
"""
DERUXTECAN = """# Label

## Interstitial lung disease

Trastuzumab deruxtecan is discontinued permanently for interstitial lung disease of grade 2 or
higher.
"""
ASCO = """# HER2-targeted therapy

ASCO advises individual evaluation when a reduced ejection fraction (LVEF below 50%) stands against
HER2-targeted therapy.
"""


async def test_what_one_part_tells_is_not_denied_beside_it() -> None:
    label = document("drug_information", "ola", "Olaparib", OLAPARIB, drugs=("olaparib",))
    asked = "olaparib dose in renal impairment and its interactions with itraconazole?"
    answer = await Conversation(FakeLibrary([label])).ask(asked)
    assert isinstance(answer, Answer)
    said = [each.text for each in answer.sentences]
    assert any("reduced to 200 mg" in each for each in said)
    assert any("itraconazole" in each for each in said)
    assert not any(each.startswith("No statement found speaks of renal") for each in said)
    assert all(each.verified for each in answer.sentences)


async def test_a_drug_that_one_part_speaks_of_is_missing_in_the_other_part_only() -> None:
    name = "trastuzumab deruxtecan"
    label = document("drug_information", "dxd", "Label", DERUXTECAN, drugs=(name,))
    guideline = document("asco_guidelines", "her2", "ASCO on HER2", ASCO)
    asked = f"{name}: LVEF 42, ok to continue? and ILD grade 3?"
    answer = await Conversation(FakeLibrary([label, guideline])).ask(asked)
    assert isinstance(answer, Answer)
    assert any("discontinued permanently" in each.text for each in answer.sentences)
    assert any("ejection fraction" in each.text for each in answer.sentences)
    assert f"None of the sources shown speaks of {name}." not in answer.not_found
    shown = f"What is shown on “{name}: LVEF 42, ok to continue?” does not speak of {name}."
    assert shown in answer.not_found
