"""What is for an altered gene of the patient comes before advice that does not know of the gene."""

from __future__ import annotations

import pytest

from agents.extractive.answer.selection.publishers import place_of_advice
from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document
from tests.unit.agents.extractive.one_statement import cited, judged
from tests.unit.agents.extractive.one_statement import document as one_document

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


PREFERENCE = (
    "For metastatic melanoma ASCO recommends nivolumab plus ipilimumab rather than a BRAF"
    " inhibitor.\n\n"
    "Dabrafenib plus trametinib is indicated for metastatic melanoma with a BRAF V600E mutation."
)


@pytest.mark.parametrize("asks", ["ipi/nivo or dab/tram first?", "First line?"])
def test_advice_that_weighs_the_drugs_for_the_driver_is_not_put_aside(asks: str) -> None:
    question = f"metastatic melanoma BRAF V600E, untreated. {asks}"
    (asked,) = parse_text(question).parts
    source = one_document(PREFERENCE)
    found = [
        cited(judgement, source, role="guideline" if place == 0 else "label")
        for place, judgement in enumerate(judged(question, source))
    ]
    advice, label = found
    assert not place_of_advice(advice, found, asked)[0]
    assert place_of_advice(advice, found, asked) <= place_of_advice(label, found, asked)
