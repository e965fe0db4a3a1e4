"""Bare letters in lists of values, and what came of a treatment behind counts and doses."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


def _facts_of(text: str) -> str:
    return " | ".join(describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("niraparib dose, Plt 150M, weight 80 kg", "platelets 150 10^9/L"),
        ("CrCl 71, M, 82 kg, capecitabine dose?", "| man |"),
        ("CrCl 44, F, 61 kg, age 70", "woman"),
        ("77, F, 70 kg, Cr 1.3", "age 77 | woman"),
        ("Plt 90. 66, M, 80 kg, Cr 1.1", "age 66 | man"),
        ("olaparib dose if the liver is impaired?", "hepatic impairment"),
        ("capecitabine, the kidneys are impaired", "renal impairment"),
        ("GIST, imatinib 400 → PD → 800 → PD", "progressed on imatinib"),
        ("mesothelioma, cis/pem x6 PR then PD", "progressed on cisplatin + pemetrexed"),
        ("FOLFOX x8 → PR → PD, FOLFIRI", "progressed on leucovorin"),
        ("FL, R2 x12 → PD", "progressed on rituximab + lenalidomide"),
        ("AML 7+3 → CR", "had cytarabine + anthracycline chemotherapy"),
    ],
)
def test_a_bare_form_is_read(text: str, told: str) -> None:
    assert told in _facts_of(text)


@pytest.mark.parametrize(
    ("text", "untold"),
    [
        ("TNM: T3, N1, M, 70 kg", "man"),
        ("olaparib, liver is not impaired", "hepatic impairment"),
        ("carbo/taxol x6 → CR, PD after 14 mo", "progressed on carboplatin"),
        ("imatinib 400 → PD?", "progressed"),
        ("sarcoma R2 resection, doxorubicin", "lenalidomide"),
        ("NSCLC, carbo/pem x4 → PD", "cisplatin"),
    ],
)
def test_a_look_alike_is_not(text: str, untold: str) -> None:
    assert untold not in _facts_of(text)
