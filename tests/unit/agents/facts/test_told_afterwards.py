"""How a treatment went, in words that stand behind it or apart from it."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([said(text, 0)]).facts]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "mBC, 2L: T-DXd → ILD G2, stopped. 3L?",
            "did not tolerate trastuzumab deruxtecan (line 2)",
        ),
        ("KRAS G12C NSCLC, sotorasib, hepatitis G3, stopped", "did not tolerate sotorasib"),
        ("melanoma, pembrolizumab (colitis G3, stopped)", "did not tolerate pembrolizumab"),
        (
            "mCRC, FOLFOX 1L without cetuximab because he had anaphylaxis. 2L?",
            "did not tolerate cetuximab",
        ),
        (
            "mBC. She had 26 months on letrozole and ribociclib before liver progression",
            "progressed on letrozole + ribociclib",
        ),
        ("lung adeno, capmatinib didnt work, crizotinib neither", "progressed on crizotinib"),
        ("HGSOC, olaparib maintenance → PD on it", "progressed on olaparib"),
        ("CLL on ibrutinib, BTK C481S VAF 22%, PD. next?", "progressed on ibrutinib"),
        ("mBC on capecitabine, ESR1 mut, liver PD", "progressed on capecitabine"),
        ("mCRPC, supposed to get docetaxel but never did", "never had docetaxel"),
        ("melanoma BRAF mut, MEKi never, on nivolumab", "never had MEK inhibition"),
        ("alectinib adjuvant ongoing, ALK+ NSCLC", "on alectinib (adjuvant)"),
        (
            "lung adeno. Osimertinib was started in January 2023 and stopped in May 2024",
            "had osimertinib",
        ),
        ("lung adeno, creatinine 2.4 on pembrolizumab, urine clear", "on pembrolizumab"),
        ("NSCLC, pneumonitis grade 2 on durvalumab resolved, restart?", "had durvalumab"),
        ("AML, aza failed", "progressed on azacitidine"),
    ],
)
def test_what_a_text_tells(text: str, told: str) -> None:
    assert told in facts_of(text)


@pytest.mark.parametrize(
    ("text", "not_told"),
    [
        ("mBC on T-DXd, ILD G1, hold or stop?", "did not tolerate trastuzumab deruxtecan"),
        (
            "ovarian, carboplatin without paclitaxel because of neuropathy",
            "did not tolerate paclitaxel",
        ),
        ("CLL on ibrutinib, BTK C481S, no PD", "progressed on ibrutinib"),
        ("mBC on capecitabine, plan: at PD switch to SG", "progressed on capecitabine"),
        ("RCC on cabozantinib, had nivolumab, PD", "progressed on cabozantinib"),
        ("Crohn on aza, melanoma", "on azacitidine"),
        ("melanoma, grade 3 colitis on ipilimumab?", "on ipilimumab"),
        ("NSCLC, pneumonitis grade 2 on durvalumab resolved", "on durvalumab"),
    ],
)
def test_what_a_text_does_not_tell(text: str, not_told: str) -> None:
    assert not_told not in facts_of(text)
