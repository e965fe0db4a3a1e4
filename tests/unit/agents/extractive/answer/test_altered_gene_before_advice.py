"""What is for an altered gene of the patient comes before advice that does not know of the gene."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

GUIDELINE = """## First line

In the first line of left-sided, RAS wild-type metastatic colorectal cancer that is microsatellite
stable, ASCO recommends chemotherapy with an anti-EGFR antibody.
"""
LABEL = """## Indications

Encorafenib plus cetuximab plus fluorouracil is indicated for metastatic colorectal cancer with a
BRAF V600E mutation.
"""
MEN = """## Men

For men with advanced hormone-receptor-positive, HER2-negative breast cancer, ASCO recommends
tamoxifen or fulvestrant.
"""
ELACESTRANT = """## Indications

Elacestrant is indicated for ER-positive, HER2-negative, ESR1-mutated metastatic breast cancer.
"""


async def first_of(question: str, guideline: str, label: str, drug: str) -> str:
    shelf = FakeLibrary(
        [
            document("asco_guidelines", "g", "ASCO guideline", guideline),
            document("drug_information", "d", drug, label, drugs=[drug]),
        ]
    )
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer), ending
    return ending.sentences[0].text


@pytest.mark.parametrize("side", ["left-sided ", ""])
async def test_the_drug_for_the_driver_comes_before_the_rule_for_wild_type(side: str) -> None:
    case = f"{side}mCRC, RAS wt, BRAF V600E, MSS, untreated. First line?"
    assert (await first_of(case, GUIDELINE, LABEL, "encorafenib")).startswith("Encorafenib")


async def test_without_the_driver_the_guideline_comes_first() -> None:
    case = "left-sided mCRC, RAS wt, MSS, untreated. First line?"
    assert (await first_of(case, GUIDELINE, LABEL, "encorafenib")).startswith("In the first line")


async def test_the_driver_comes_before_advice_for_men() -> None:
    case = "71M metastatic breast cancer, ER+ HER2-, pd on letrozole, {}. What next?"
    told = await first_of(case.format("ESR1 Y537S"), MEN, ELACESTRANT, "elacestrant")
    assert told.startswith("Elacestrant")
    told = await first_of(case.format("ESR1 wild type"), MEN, ELACESTRANT, "elacestrant")
    assert told.startswith("For men")
