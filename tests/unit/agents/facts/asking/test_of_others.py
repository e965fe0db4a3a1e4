"""What a message tells of other patients, of rules and of a case that may come is no fact."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

NOT_TOLD = {
    "My last patient with this had BRAF V600E. This one: KRAS G12D CRC": "BRAF",
    "Patients with T790M get osimertinib, hers was negative. NSCLC": "T790M",
    "Breast cancer. If HER2 turns out 3+, T-DXd; so far not done": "HER2",
    "Carboplatin. Should platelets fall <50 hold. She is well": "platelets",
    "The label says LVEF >50; she is for T-DXd": "LVEF",
    "Inclusion: ECOG 0-1, CrCl >60. Our lady has mBC": "ECOG",
    "CrCl 29 was a lab error. Cisplatin?": "creatinine clearance",
    "HIV test negative, lymphoma": "HIV infection",
    "33yo pregnant? β-hCG negative. Lymphoma": "pregnant",
    "SCLC, DLL3+... sorry, wrong pt. This one: mCRPC post docetaxel": "DLL3",
    "HER2+ breast cancer, pregnant 2019, not now": "pregnant",
    "dialysis 2021, transplant 2022, now eGFR 55": "dialysis",
}
TOLD = {
    "My last patient had BRAF V600E. This one: KRAS G12D CRC": "KRAS G12D: present",
    "Which drug for patients with EGFR L858R?": "EGFR L858R: present",
    "Breast cancer on endocrine therapy. And if HER2-low?": "HER2-low",
    "what if LVEF is 40%?": "LVEF 40%",
    "CrCl 29 was a lab error, real value 68": "creatinine clearance 68 mL/min",
    "LVEF 35% was a mistake, the correct value is 55%": "LVEF 55%",
    "on dialysis since 2021": "dialysis",
    "INR 3.8 on warfarin; warfarin switched to heparin, INR now 1.2": "had warfarin",
    "pregnant, 24 weeks": "pregnant",
    "The label says LVEF >50; her LVEF is 46%": "LVEF 46%",
}


def _facts(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts]


@pytest.mark.parametrize(("text", "name"), NOT_TOLD.items())
def test_what_is_of_others_or_may_come_is_no_fact(text: str, name: str) -> None:
    assert not [each for each in _facts(text) if name in each]


@pytest.mark.parametrize(("text", "fact"), TOLD.items())
def test_what_is_of_the_patient_stays(text: str, fact: str) -> None:
    assert fact in _facts(text)
