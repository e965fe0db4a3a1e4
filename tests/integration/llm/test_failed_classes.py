"""A drug of a class that has failed is an option only where a source is on the time after it."""

from __future__ import annotations

import pytest

from tests.integration.llm.test_checked_options import key, label, way, written

__all__ = ["key", "way"]

CAPMATINIB = (
    "Capmatinib is indicated for MET exon 14 skipping metastatic non-small cell lung cancer."
)
TEPOTINIB = "Tepotinib is indicated for MET exon 14 skipping metastatic non-small cell lung cancer."
TEPOTINIB_DOSE = "The recommended dosage of tepotinib is 450 mg taken orally once daily."
LORLATINIB = (
    "After alectinib, lorlatinib is recommended for ALK-positive metastatic non-small cell lung"
    " cancer."
)
OSIMERTINIB = (
    "Osimertinib is indicated for EGFR T790M-mutated metastatic non-small cell lung cancer that"
    " progressed on or after EGFR tyrosine kinase inhibitor therapy."
)
DERUXTECAN = (
    "Trastuzumab deruxtecan is indicated for HER2-positive metastatic breast cancer after a prior"
    " anti-HER2-based regimen."
)
MET = "62-year-old man, metastatic non-small cell lung cancer, MET exon 14 skipping, "
FAILED = f"{MET}progressed on capmatinib. What are the options?"
NAIVE = f"{MET}untreated. What are the options?"


async def problem(asked: str, quotes: tuple[str, ...], answer: str) -> str:
    # The documents have the titles by which the scripted model tells them apart.
    stock = (label("Olaparib", *quotes), label("Fulvestrant", CAPMATINIB))
    told = [(1, each) for each in quotes]
    (said,) = (await written(asked, told, answer, stock=stock)).sentences
    assert said.verified is not bool(said.problem)
    return said.problem


@pytest.mark.parametrize(
    ("quotes", "answer"),
    [
        ((TEPOTINIB,), f"{TEPOTINIB} [c1]"),
        ((TEPOTINIB,), "Tepotinib is an option in MET exon 14 skipping lung cancer. [c1]"),
        ((TEPOTINIB,), "After capmatinib, tepotinib could be used. [c1]"),
        ((TEPOTINIB, TEPOTINIB_DOSE), "Give tepotinib 450 mg once daily. [c2]"),
        ((TEPOTINIB,), "OPTION: tepotinib\nFOR: Indicated in MET exon 14 skipping. [c1]"),
    ],
)
async def test_a_drug_of_a_class_that_failed_is_marked(
    quotes: tuple[str, ...], answer: str
) -> None:
    assert "tepotinib after capmatinib" in await problem(FAILED, quotes, answer)
    assert "after capmatinib" not in await problem(NAIVE, quotes, answer)


@pytest.mark.parametrize(
    "answer",
    [
        "Tepotinib is not recommended after capmatinib. [c1]",
        "Tepotinib is indicated in MET exon 14 skipping, but no source shows that it works after"
        " capmatinib. [c1]",
    ],
)
async def test_what_says_that_it_is_none_is_not_marked_for_its_class(answer: str) -> None:
    assert "No source was found" not in await problem(FAILED, (TEPOTINIB,), answer)


@pytest.mark.parametrize(
    ("asked", "quote"),
    [
        (
            "Metastatic ALK-positive lung adenocarcinoma, progressed on alectinib. What next?",
            LORLATINIB,
        ),
        (
            "Metastatic non-small cell lung cancer, EGFR exon 19 deletion and T790M, progressed on"
            " gefitinib. What next?",
            OSIMERTINIB,
        ),
        (
            "HER2-positive metastatic breast cancer, progressed on T-DM1. What next?",
            DERUXTECAN,
        ),
    ],
)
async def test_what_is_for_the_time_after_the_class_is_not_marked(asked: str, quote: str) -> None:
    assert await problem(asked, (quote,), f"{quote} [c1]") == ""
