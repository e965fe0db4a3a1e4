"""Sentences that put another arm, another earlier treatment or another direction into a result, and
honest ones that say the same in other words."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

FLAURA = (
    "Median overall survival in FLAURA was 38.6 months with osimertinib and 31.8 months with"
    " gefitinib or erlotinib."
)
LONGER = (
    "Overall survival of lung cancer in MARIPOSA was longer with amivantamab plus lazertinib than"
    " with osimertinib (hazard ratio 0.75, 95% CI 0.61 to 0.92); the median was not reached against"
    " 36.7 months."
)
EVENTS = (
    "In FLAURA2, adverse events of grade 3 or higher were reported in 70% with osimertinib plus"
    " pemetrexed and in 34% with osimertinib alone."
)
ENDOCRINE = (
    "Trastuzumab deruxtecan is indicated for HER2-low breast cancer that progressed on one or more"
    " endocrine therapies for metastatic disease."
)
PRETREATED = (
    "Among 713 patients with HER2-low metastatic breast cancer treated before with endocrine"
    " therapy but not with chemotherapy, median progression-free survival was 13.2 months with"
    " trastuzumab deruxtecan and 8.1 months with chemotherapy."
)
LINES = (
    "For carriers of a BRCA1 or BRCA2 mutation with HER2-negative metastatic breast cancer, ASCO"
    " advised olaparib or talazoparib from the first to the third line."
)
ORDER = "ASCO notes that few studies tell the best order of targeted drugs in breast cancer."
CASE = (
    "ER-positive breast cancer, progressed on letrozole plus palbociclib, then on fulvestrant plus"
    " alpelisib. What next?"
)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        (
            "In FLAURA median overall survival was 38.6 months with osimertinib and 31.8 months"
            " with chemotherapy.",
            FLAURA,
        ),
        (
            "Trastuzumab deruxtecan is indicated for HER2-low breast cancer after chemotherapy.",
            ENDOCRINE,
        ),
        (
            "Overall survival in MARIPOSA did not differ between amivantamab plus lazertinib and"
            " osimertinib.",
            LONGER,
        ),
        (
            "Adverse events of grade 3 or higher were less frequent with osimertinib plus"
            " pemetrexed than with osimertinib alone.",
            EVENTS,
        ),
    ],
)
def test_a_swapped_part_does_not_hold(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        (
            "Adverse events of grade 3 or higher were more frequent with osimertinib plus"
            " pemetrexed than with osimertinib alone.",
            EVENTS,
        ),
        (
            "Among 713 HER2-low patients after endocrine therapy and without chemotherapy, median"
            " progression-free survival was 13.2 months with trastuzumab deruxtecan and 8.1 months"
            " with chemotherapy.",
            PRETREATED,
        ),
        (
            "For BRCA1 or BRCA2 carriers with HER2-negative metastatic breast cancer, ASCO advised"
            " olaparib or talazoparib from the first to the third line.",
            LINES,
        ),
        ("Gefitinib, an EGFR inhibitor, gave 31.8 months of median overall survival.", FLAURA),
    ],
)
def test_the_same_in_other_words_holds(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


def test_the_year_of_a_documents_day_may_be_told() -> None:
    assert problem("ASCO noted in 2024 that few studies tell the best order.", ORDER) == ""
