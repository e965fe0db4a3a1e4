"""A sentence that holds nothing but a finding and a question mark asks about it."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

ASKED = {
    "Breast cancer, ER+. HER2-low? Which drug?": "HER2-low",
    "UC first line. Cis-ineligible? CrCl 55.": "unfit for cisplatin",
    "UC first line, cis-ineligible?": "unfit for cisplatin",
    "NSCLC on osimertinib, PD. C797S? What next?": "EGFR C797S: present",
    "Colon cancer stage III. Tumour MSI-high? Adjuvant?": "MSI-high",
    "Ovarian cancer. Germline BRCA1 mutation? Niraparib?": "BRCA1",
}
TOLD = {
    "Which drug for HER2-low breast cancer?": "HER2-low",
    "NSCLC, EGFR L858R?": "EGFR L858R: present",
    "HER2-low?": "HER2-low",
    "NSCLC. EGFR L858R, osimertinib?": "EGFR L858R: present",
    "Breast cancer. HER2-low, T-DXd?": "HER2-low",
    "Cis-ineligible UC, what first?": "unfit for cisplatin",
    "GEJ cancer. CPS 12?": "PD-L1 CPS 12",
    "NSCLC. And with C797S?": "EGFR C797S: present",
}


def _facts(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts]


@pytest.mark.parametrize(("text", "fact"), ASKED.items())
def test_what_a_sentence_only_asks_is_no_fact(text: str, fact: str) -> None:
    assert not [each for each in _facts(text) if fact in each]


@pytest.mark.parametrize(("text", "fact"), TOLD.items())
def test_what_a_question_is_on_stays_a_fact(text: str, fact: str) -> None:
    assert fact in _facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "if CrCl>50 we'd go for cisplatin",
        "We would give cisplatin if CrCl above 60.",
        "If LVEF >50% we continue trastuzumab, else stop.",
    ],
)
def test_the_bound_of_a_choice_is_no_value(text: str) -> None:
    assert not [each for each in _facts(text) if any(map(str.isdigit, each))]


def test_a_bound_that_a_question_supposes_is_one() -> None:
    assert "creatinine clearance below 30 mL/min" in _facts("what if CrCl < 30?")
