"""A regimen that the question names is refused as such, and never for a part of it alone."""

from __future__ import annotations

import pytest

from agents.extractive.answer.selection.conditional import is_no_choice
from agents.extractive.question.parsing import parse_text
from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import ending_of
from tests.unit.agents.extractive.one_statement import cited, judged
from tests.unit.agents.extractive.one_statement import document as document_of

LATER = (
    "Cetuximab plus encorafenib is indicated for second-line treatment of metastatic colorectal"
    " cancer with a BRAF V600E mutation."
)
FIRST = (
    "Encorafenib plus cetuximab plus fluorouracil is indicated for metastatic colorectal cancer"
    " with a BRAF V600E mutation."
)
NON_SQUAMOUS = (
    "Pembrolizumab plus pemetrexed plus platinum chemotherapy is indicated for first-line treatment"
    " of metastatic non-squamous non-small cell lung cancer."
)
ALONE = (
    "Pembrolizumab alone is indicated for first-line treatment of metastatic non-small cell lung"
    " cancer with PD-L1 of at least 1%."
)
ANY_TUMOUR = "Cemiplimab is indicated for metastatic lung cancer with PD-L1 of at least 50%."


async def said_to(question: str, *sentences: str) -> list[str]:
    ending = await ending_of(question, *sentences)
    assert isinstance(ending, Answer)
    return [each.text for each in ending.sentences]


async def test_a_part_of_the_regimen_asked_for_is_not_refused_first() -> None:
    question = "BRAF V600E mCRC untreated: encorafenib + cetuximab + mFOLFOX6 first line?"
    said = await said_to(question, LATER, FIRST)
    assert said[0] == FIRST


async def test_the_part_is_refused_where_it_is_what_is_asked_for() -> None:
    question = "BRAF V600E mCRC untreated: encorafenib + cetuximab first line?"
    said = await said_to(question, LATER, FIRST)
    assert "is not indicated here: holds for second line" in said[0]


async def test_a_regimen_for_the_other_tissue_type_is_refused_by_its_class_of_partner() -> None:
    case = "PD-L1 10%, pembrolizumab + carboplatin + pemetrexed first line?"
    said = await said_to(f"metastatic squamous NSCLC, {case}", NON_SQUAMOUS, ALONE)
    assert said[0].startswith("Pembrolizumab with pemetrexed is not indicated here: holds for non")
    assert ALONE in said[1:]
    own = await said_to(f"metastatic lung adenocarcinoma, {case}", NON_SQUAMOUS, ALONE)
    assert own[0] == NON_SQUAMOUS


async def test_a_drug_that_nobody_asks_for_is_not_refused_in_place_of_an_answer() -> None:
    question = "metastatic squamous lung cancer, PD-L1 5%: carboplatin + bevacizumab?"
    assert isinstance(await ending_of(question, ANY_TUMOUR), Abstention)


RIGHT_SIDED = (
    "For right-sided metastatic colorectal cancer without a KRAS alteration, ASCO recommends"
    " bevacizumab with chemotherapy in the first line."
)


async def test_advice_for_other_patients_refuses_nothing() -> None:
    for case in ("mCRC KRAS mut, first line", "mCRC RAS wt, left sided, first line"):
        assert isinstance(await ending_of(f"{case}: bevacizumab ok?", RIGHT_SIDED), Abstention)


BEVACIZUMAB = "Bevacizumab is indicated for first-line treatment of metastatic colorectal cancer."
NIVOLUMAB = "Nivolumab is indicated for unresectable or metastatic melanoma."


async def test_what_bleeds_and_what_heals_is_checked_before_vegf_is_blocked() -> None:
    for fact in (
        "variceal bleed last week",
        "laparotomy 10 days ago",
        "bowel perforation last month",
    ):
        said = await said_to(f"mCRC first line, {fact}: options?", BEVACIZUMAB)
        assert said[1].startswith("Bevacizumab is not an option here until checked")


async def test_an_autoimmune_disease_is_checked_before_a_checkpoint_antibody() -> None:
    said = await said_to("metastatic melanoma, rheumatoid arthritis: options?", NIVOLUMAB)
    assert said[0].startswith("To be checked before nivolumab: the source states no safety in")
    assert (await said_to("metastatic melanoma: nivolumab?", NIVOLUMAB))[0] == NIVOLUMAB


HIGH_SCORE = (
    "For metastatic lung cancer with PD-L1 of at least 50%, ASCO recommends pembrolizumab in"
    " the first line."
)


async def test_advice_for_a_high_score_refuses_nothing_to_a_low_one() -> None:
    ending = await ending_of("metastatic lung cancer, PD-L1 TPS 0%: pembrolizumab?", HIGH_SCORE)
    assert isinstance(ending, Abstention)


WITHOUT_SCORE = (
    "Pembrolizumab plus pemetrexed plus platinum chemotherapy is indicated for first-line treatment"
    " of metastatic non-small cell lung cancer with no EGFR or ALK aberrations."
)
ALONE_ABOVE_1 = (
    "Pembrolizumab alone is indicated for first-line treatment of metastatic non-small cell lung"
    " cancer with PD-L1 of at least 1% and no EGFR or ALK aberrations."
)


async def test_a_score_of_pd_l1_hides_no_option_that_does_not_ask_for_it() -> None:
    question = "metastatic lung adenocarcinoma, EGFR/ALK neg, PD-L1 0%, first line?"
    assert WITHOUT_SCORE in await said_to(question, WITHOUT_SCORE, ALONE_ABOVE_1)


FIRST_LINE = (
    "Osimertinib is indicated for first-line treatment of metastatic non-small cell lung cancer"
    " with EGFR L858R."
)
AFTER_RADIATION = (
    "Osimertinib is indicated for locally advanced non-small cell lung cancer with EGFR L858R that"
    " has not progressed after chemotherapy."
)
LATER_LINE = (
    "Sotorasib is indicated for metastatic non-small cell lung cancer with KRAS G12C in the second"
    " line or later."
)
PHASE_1 = (
    "In a phase 1 study of KRAS G12C non-small cell lung cancer, median progression-free survival"
    " was 13.1 months with adagrasib."
)


async def test_a_first_line_is_not_refused_to_who_never_had_it() -> None:
    case = "metastatic NSCLC, EGFR L858R, progressed on carboplatin/pemetrexed, never had a TKI"
    ending = await ending_of(f"{case}. next?", FIRST_LINE, AFTER_RADIATION)
    assert not any("osimertinib" in each.option for each in ending.excluded)


@pytest.mark.parametrize(
    ("phase", "question", "offered"),
    [
        ("1", "metastatic NSCLC, KRAS G12C: options?", False),
        ("3", "metastatic NSCLC, KRAS G12C: options?", True),
        ("1", "metastatic NSCLC, KRAS G12C: adagrasib?", True),
    ],
)
def test_a_phase_1_result_offers_nobody_an_option(phase: str, question: str, offered: bool) -> None:
    source = document_of(PHASE_1.replace("phase 1", f"phase {phase}"))
    asked = parse_text(question).parts[0]
    found = [cited(each, source) for each in judged(question, source)]
    assert found
    assert all(is_no_choice(each, found, asked) is not offered for each in found)


async def test_what_comes_too_early_does_not_say_that_nothing_is_an_option() -> None:
    said = await said_to("metastatic NSCLC, KRAS G12C, first line options?", LATER_LINE)
    assert "Sotorasib is not indicated here: holds for second line or later" in said[0]
