"""A value that is only a little out of the normal hides neither the dose nor what is held on just
the drugs asked about; that no source speaks of it is told."""

from __future__ import annotations

import pytest

from agents.turns import Abstention, Answer
from names.clinical.grades import is_mild
from names.clinical.values import Measurement, OrganFunction, Toxicity
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

DOSE = "The recommended dose of olaparib is 300 mg twice daily."
STEPS = "For adverse reactions olaparib is reduced to 250 mg twice daily."
TOGETHER = (
    "Median progression-free survival was 5.6 months with sotorasib plus panitumumab in KRAS G12C "
    "colorectal cancer."
)
ALONE = "Panitumumab is indicated for RAS wild-type metastatic colorectal cancer."


@pytest.mark.parametrize(
    ("question", "unweighed"),
    [
        ("mCRPC, BRCA2 deletion, plts 92. olaparib dose and can we start?", "platelets 92 10^9/L"),
        ("platelets 88, mCRPC. what dose of olaparib?", "platelets 88 10^9/L"),
        ("mCRPC, LVEF 46%. olaparib dose?", "LVEF 46%"),
    ],
)
async def test_the_dose_is_told_and_that_the_value_is_not_weighed(
    question: str, unweighed: str
) -> None:
    text = f"## Dose\n\n{DOSE}\n"
    shelf = FakeLibrary([document("drug_information", "one", "olaparib", text)])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [DOSE]
    assert unweighed in ending.unweighed


@pytest.mark.parametrize(
    "question",
    ["olaparib dose? platelets 40", "mCRPC, LVEF 32%. olaparib dose?"],
)
async def test_a_worse_value_still_hides_the_dose(question: str) -> None:
    text = f"## Dose\n\n{DOSE}\n"
    shelf = FakeLibrary([document("drug_information", "one", "olaparib", text)])
    assert isinstance(await Conversation(shelf).ask(question), Abstention)


async def test_a_mild_value_before_the_drug_is_no_reaction_to_it() -> None:
    text = f"## Dose\n\n{DOSE}\n\n## Adverse reactions\n\n{STEPS}\n"
    shelf = FakeLibrary([document("drug_information", "one", "olaparib", text)])
    ending = await Conversation(shelf).ask("mCRPC, Hb 9.8. olaparib dose?")
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text == DOSE


@pytest.mark.parametrize(
    "question",
    [
        "mCRC KRAS G12C 3L, sotorasib + panitumumab? Mg 0.5",
        "mCRC KRAS G12C third line, hypomagnesaemia. sotorasib with panitumumab ok?",
    ],
)
async def test_a_lab_value_does_not_hide_what_is_held_on_the_combination(question: str) -> None:
    shelf = FakeLibrary(
        [
            document("drug_information", "one", "panitumumab", f"## Use\n\n{ALONE}\n"),
            document("variant_evidence", "two", "KRAS G12C", TOGETHER, genes=["KRAS"]),
        ]
    )
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    told = [each.text for each in ending.sentences]
    assert told[0] == "No statement found speaks of hypomagnesaemia with panitumumab or sotorasib."
    assert TOGETHER in told
    assert not any("not indicated" in each for each in told)
    assert not ending.sentences[0].problem


def test_mild_values() -> None:
    assert is_mild(Measurement(name="platelets", unit="10^9/L", value=92))
    assert is_mild(OrganFunction(organ="cardiac", measure="LVEF", unit="%", low=46, high=46))
    assert is_mild(Toxicity(event="anaemia", grade_from=2, grade_to=2))
    assert not is_mild(Measurement(name="platelets", unit="10^9/L", value=40))
    assert not is_mild(OrganFunction(organ="renal", grade="severe"))
    assert not is_mild(Toxicity(event="interstitial lung disease", grade_from=2, grade_to=2))


async def test_steps_for_any_reaction_do_not_weigh_a_value() -> None:
    text = f"## Dose\n\n{DOSE}\n\n## Adverse reactions\n\n{STEPS}\n"
    shelf = FakeLibrary([document("drug_information", "one", "olaparib", text)])
    ending = await Conversation(shelf).ask("mCRPC, plts 92. olaparib dose and can we start?")
    assert isinstance(ending, Answer)
    assert "platelets 92 10^9/L" in ending.unweighed
