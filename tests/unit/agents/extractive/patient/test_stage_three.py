"""Stage III of the breast or bowel is operated on: nothing for metastatic disease is for it."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document, said_to

EARLY = (
    "Pembrolizumab plus chemotherapy is indicated for high-risk early-stage triple-negative breast"
    " cancer as neoadjuvant treatment, then alone as adjuvant treatment after surgery."
)
LATE = (
    "Pembrolizumab plus chemotherapy is indicated for metastatic triple-negative breast cancer"
    " that expresses PD-L1 with CPS of at least 10."
)
COLON = "Pembrolizumab is indicated for metastatic colorectal cancer that is MSI-high."
MELANOMA = "Vemurafenib is indicated for unresectable or metastatic melanoma with BRAF V600E."


@pytest.mark.parametrize(
    "question",
    [
        "Stage III TNBC, PD-L1 CPS 15, pembrolizumab?",
        "TNBC, stage 3a, PD-L1 CPS 20. Treatment?",
        "Stage II-III TNBC, PD-L1 CPS 20, pembrolizumab?",
    ],
)
async def test_the_rule_for_early_disease_is_told_and_no_other(question: str) -> None:
    said = await said_to(question, EARLY, LATE)
    assert EARLY in said
    assert LATE not in said


async def test_colon_of_stage_three_is_offered_nothing_for_metastatic_disease() -> None:
    said = await said_to("Stage III colon cancer MSI-H, pembrolizumab?", COLON)
    assert COLON not in said


async def test_melanoma_of_stage_three_may_be_inoperable() -> None:
    assert MELANOMA in await said_to("Stage III melanoma BRAF V600E, vemurafenib?", MELANOMA)


async def test_no_line_is_missing_in_adjuvant_treatment() -> None:
    record = (
        "For BRAF V600E melanoma a record gives dabrafenib with trametinib as adjuvant treatment"
        " and as first-line treatment of metastatic disease."
    )
    page = document("indications", "p", "Indications", f"## Approved\n\n{record}\n")
    question = "Adjuvant BRAF V600E resected melanoma: dabrafenib + trametinib?"
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    assert not any("line of treatment" in each.name for each in ending.missing)
