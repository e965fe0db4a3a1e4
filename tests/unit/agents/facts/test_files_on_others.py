"""A letter or a protocol tells of others, too: none of that is of its patient."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

OF_OTHERS = (
    "In patients with EGFR T790M or C797S other drugs are used.",
    "Patients with MET amplification may benefit from savolitinib.",
    "MSI-high tumours respond to pembrolizumab.",
    "BRAF V600E mutated tumours with MLH1 loss are usually sporadic.",
    "HER2-positive patients would get trastuzumab; BRCA carriers olaparib.",
    "Sotorasib is approved for KRAS G12C after one prior line.",
    "Reference: eGFR < 30 severe impairment; CrCl below 15 end-stage renal disease.",
    "In the differential, brain metastases of melanoma would enhance.",
    "Trastuzumab should be held if LVEF < 40%. Restart when LVEF above 49%.",
    "In the HERA trial patients had LVEF 55%.",
    "Carriers have a 60% risk of breast cancer and 40% of ovarian cancer.",
    "ESMO guidelines recommend osimertinib for EGFR L858R.",
    "Exclusion: LVEF < 50%, ILD.",
    "In the event of grade 3 diarrhoea stop capecitabine.",
    "Patient 1: HER2-positive gastric cancer. Patient 2: MSI-H colon cancer.",
    "Women with ER positive breast cancer and ECOG 2 were treated with letrozole in these studies\n"
    "and those with HER2 3+ disease and diabetes with trastuzumab.",
)
OF_PATIENT = {
    "Diagnosis: breast cancer, ER 90%, HER2 1+ (ASCO/CAP 2018)": "HER2-low (IHC 1+)",
    "Diarrhoea CTCAE grade 3 under capecitabine.": "diarrhoea grade 3",
    "Lung metastases are stable.": "spread to lung",
    "She was recommended for olaparib, BRCA1 mutated.": "BRCA1 alteration: present",
    "Enrolled in DESTINY-Breast04 in 2022, LVEF 61%.": "LVEF 61%",
    "This patient, like all patients with HER2-low disease, had T-DXd.": "HER2-low",
    "Patient with KRAS G12C lung cancer.": "KRAS G12C: present",
    "Creatinine 1.4 mg/dl, ECOG 1; platelets 88 G/l": "ECOG 1",
    "Fulvestrant until 03/2024, ECOG 2.": "ECOG 2",
}


def _facts(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([Message(text, "attachment")]).facts]


@pytest.mark.parametrize("text", OF_OTHERS)
def test_what_a_file_says_of_others_is_no_fact(text: str) -> None:
    assert not _facts(text)


@pytest.mark.parametrize(("text", "fact"), OF_PATIENT.items())
def test_what_a_file_says_of_its_patient_is_one(text: str, fact: str) -> None:
    assert fact in _facts(text)
