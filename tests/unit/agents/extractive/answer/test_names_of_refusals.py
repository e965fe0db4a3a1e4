"""A refusal names the use of a drug that is refused, and no other."""

from __future__ import annotations

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

TRIPLE = (
    "Pembrolizumab plus chemotherapy is indicated for metastatic triple-negative breast cancer"
    " that is PD-L1-positive."
)
ALONE = "Olaparib alone is indicated for advanced ovarian cancer with BRCA1 mutations."
TOGETHER = "Olaparib plus bevacizumab is indicated for HRD-positive advanced ovarian cancer."
MELANOMA = "Pembrolizumab is indicated for unresectable or metastatic melanoma."
ONLY_TOGETHER = "Sotorasib plus panitumumab is indicated for metastatic colorectal cancer."
ALSO_ALONE = "Sotorasib alone is indicated for metastatic colorectal cancer."


async def answer_to(question: str, *sentences: str) -> Answer:
    text = "## Indications\n\n" + "\n\n".join(sentences)
    page = document(
        "drug_information", "p", "Label", text, drugs=["pembrolizumab", "sotorasib", "olaparib"]
    )
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    return ending


async def options_refused(question: str, *sentences: str) -> list[str]:
    return [each.option for each in (await answer_to(question, *sentences)).excluded]


async def test_partners_that_an_approval_tells_by_their_class_are_named() -> None:
    question = "metastatic TNBC, PD-L1 negative, untreated. Options?"
    other = "Sacituzumab govitecan is indicated for metastatic triple-negative breast cancer."
    assert "pembrolizumab with chemotherapy" in await options_refused(question, TRIPLE, other)


async def test_a_drug_that_another_option_has_is_refused_alone() -> None:
    question = "advanced ovarian cancer, BRCA1 wild type, HRD positive. Olaparib alone?"
    assert await options_refused(question, ALONE, TOGETHER) == ["olaparib alone"]


async def test_a_drug_that_failed_is_refused_itself() -> None:
    question = "metastatic TNBC, PD-L1 positive, progressed on pembrolizumab. Options?"
    other = "Sacituzumab govitecan is indicated for metastatic triple-negative breast cancer."
    assert "pembrolizumab" in await options_refused(question, TRIPLE, other)


async def test_an_approval_of_another_setting_does_not_refuse_this_one_beside_a_graft() -> None:
    ending = await answer_to(
        "resected stage IIIB melanoma, kidney transplant. Adjuvant pembrolizumab?", MELANOMA
    )
    first = ending.sentences[0].text
    assert "is not indicated here" not in first
    assert "none was found for this" in first
    assert "transplant" in first


async def test_who_asks_for_a_regimen_is_not_told_of_a_part_of_it() -> None:
    ending = await answer_to(
        "metastatic colorectal cancer, second line. Sotorasib + panitumumab?",
        ALSO_ALONE,
        ONLY_TOGETHER,
    )
    assert [each.text for each in ending.sentences] == [ONLY_TOGETHER]
