"""Which rules of a hospital answer: the row, the grade, the heading that is asked for."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.rules_of_document import rules_of

SEPSIS = """# Febrile neutropenia pathway

First dose of antibiotic within 40 minutes of arrival.

## Antibiotic

| Allergy | Antibiotic | Antibiotic |
| Allergy | eGFR 25 or above | eGFR below 25 |
| No penicillin allergy | Drug A 4 g every 6 hours | Drug A 4 g every 12 hours |
| Penicillin allergy, rash only | Drug B 2 g every 8 hours | Drug B 1 g every 24 hours |
| Penicillin anaphylaxis | Drug C 2 g every 8 hours | Drug C 1 g every 12 hours |

## Risk

### MASCC 21 or above

- Observe for 13 hours.

### MASCC below 21

- Admit to ward F9. Consultant review within 10 hours.
"""
BLOOD = """# Blood components

## PLATELETS

| Condition | Threshold |
| Prophylaxis, no fever | 11 |
| Fever or sepsis | 23 |
| Lumbar puncture | 47 |

Blood bank: bleep 2288.
"""
IMMUNE = """# Immune checkpoint inhibitors: hepatitis and colitis

## Hepatitis

| ALT (× ULN) | Grade | Steroid |
| 3 to 5 | 2 | Prednisone 0.7 mg/kg |
| 5 to 20 | 3 | Prednisone 1.3 mg/kg |

## Colitis

### Grade 2

Prednisone 0.9 mg/kg.

### Grade 3

Infliximab 5 mg/kg after 60 hours.
"""
LIMITS = """# Anthracyclines and HER2 therapy

- Doxorubicin: 430 mg/m2
- Epirubicin: 810 mg/m2

**LVEF 45-49%, drop of less than 9 points:** repeat echo in 19 days.

**LVEF 45-49%, drop of 9 points or more:** hold, repeat echo in 23 days.
"""
PREMED = """# Premedication

| Regimen | Steroid |
| Paclitaxel 3-weekly | Dexamethasone 17 mg |
| Paclitaxel weekly | Dexamethasone 9 mg |
"""
PRESSURE = """# Blood pressure on lenvatinib

| Reading | Action |
| 140/90 to 159/99 | Start drug D |
| 160/100 to 179/109 | Hold, add drug E |
| 180/110 or higher | Emergency department |
"""
LIVER = """# Pazopanib and the liver

| ALT | Bilirubin | Pazopanib |
| 3–8 × ULN | ≤ 2 × ULN | continue |
| > 8 × ULN | ≤ 2 × ULN | hold, restart at 400 mg |
| > 3 × ULN | > 2 × ULN | stop permanently |
"""
VACCINES = """# Vaccination

| Vaccine | Timing |
| Influenza | 3 days before a cycle |
| Pneumococcal | 13 days before the first cycle |
"""
MESNA = """# Mesna

- Ifosfamide 2 g/m2 or more: mesna 110% of the dose
- Cyclophosphamide above 1.2 g/m2: mesna 90% of the dose
"""
DOCUMENTS = {
    "Pazopanib and the liver": LIVER,
    "Vaccination": VACCINES,
    "Mesna": MESNA,
    "Febrile neutropenia pathway": SEPSIS,
    "Blood components": BLOOD,
    "Immune checkpoint inhibitors: hepatitis and colitis": IMMUNE,
    "Anthracyclines and HER2 therapy": LIMITS,
    "Premedication": PREMED,
    "Blood pressure on lenvatinib": PRESSURE,
}


def told(question: str, *, named: bool = True) -> list[str]:
    rules = [rule for title, text in DOCUMENTS.items() for rule in rules_of(text, title)]
    return [each.rule.own for each in rules_told(question, rules, named=named)]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("neutropenic sepsis, penicillin rash only, eGFR 15", "Drug B 1 g"),
        ("neutropenic sepsis with penicillin anaphylaxis, eGFR 70: antibiotic?", "Drug C 2 g"),
        ("MASCC 18, which ward?", "ward F9"),
        ("platelets 17, febrile, what threshold?", "| 23 |"),
        ("platelet threshold for lumbar puncture", "| 47 |"),
        ("ALT 7x ULN on pembrolizumab, prednisone dose?", "1.3 mg/kg"),
        ("grade 2 colitis on ipilimumab, steroid dose", "0.9 mg/kg"),
        ("grade 2 hepatitis on nivolumab, which steroid dose", "0.7 mg/kg"),
        ("lifetime dose of epirubicin", "810 mg/m2"),
        ("trastuzumab, LVEF 47%, drop of 12 points", "23 days"),
        ("dex dose before weekly paclitaxel", "9 mg"),
        ("steroid before 3 weekly paclitaxel", "17 mg"),
        ("BP 168/104 on lenvatinib", "drug E"),
        ("lenvatinib, BP 150/112", "Emergency"),
        ("how quickly is the first antibiotic given in febrile neutropenia?", "40 minutes"),
        ("pazopanib, ALT 9x ULN, bilirubin 1x ULN", "400 mg"),
        ("pazopanib: ALT 5 x ULN, bilirubin 3 x ULN", "permanently"),
        ("flu vaccine timing relative to a cycle", "3 days before"),
        ("mesna with ifosfamide 3 g/m2", "110%"),
        ("blood bank, whom do I call?", "bleep 2288"),
    ],
)
def test_only_the_rule_that_is_asked_for_is_told(question: str, words: str) -> None:
    (only,) = told(question)
    assert words in only


@pytest.mark.parametrize(
    "question",
    [
        "platelet threshold for bronchoscopy",
        "lifetime dose of idarubicin",
        "steroid before nab-paclitaxel",
        "grade 2 pneumonitis on durvalumab, steroid dose",
        "grade 4 colitis on ipilimumab, steroid dose",
        "BP 168/104 on sunitinib",
        "timing relative to a cycle of the HPV vaccine",
        "mesna with trofosfamide",
    ],
)
def test_a_neighbour_is_no_answer(question: str) -> None:
    assert told(question) == []


def test_an_unnamed_hospital_needs_more_of_the_question() -> None:
    question = "platelet dose modification of an experimental compound before lumbar puncture"
    assert told(question) != []
    assert told(question, named=False) == []
