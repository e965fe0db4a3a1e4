"""Of two values that a message dates, only the later in time is a fact of the patient."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

SAME = {
    "HCC, Child-Pugh was A, now B": "HCC, Child-Pugh B",
    "HCC, Child-Pugh A at diagnosis, B now": "HCC, Child-Pugh B",
    "HCC, Child A6 → after TACE B8": "HCC, Child-Pugh B8",
    "HCC, Child B7": "HCC, Child-Pugh B7",
    "HCC, Child-Pugh A5 before TACE, B8 now": "HCC, Child-Pugh B8",
    "HCC, Child-Pugh A6 at baseline and B7 after TACE": "HCC, Child-Pugh B7",
    "HCC, Child-Pugh was B; now A": "HCC, Child-Pugh A",
    "HER2 was 3+, now 0": "HER2 0",
    "HER2 IHC 1+ in 2019, 3+ in 2023": "HER2 IHC 3+",
    "HER2 3+ at diagnosis, 0 on rebiopsy": "HER2 0",
    "HER2 0 now, 3+ at diagnosis": "HER2 0",
    "PD-L1 was 60%, now 0%": "PD-L1 0%",
    "PD-L1 CPS 20 before, 5 at relapse": "PD-L1 CPS 5",
    "NSCLC stage was II, now IV": "stage IV NSCLC",
    "NSCLC, FIGO stage IC in 2020, now IV": "NSCLC, stage IV",
    "ECOG was 1, now 3": "ECOG 3",
    "ECOG 1 last month, now 3": "ECOG 3",
    "ECOG was 2, but now 1": "ECOG 1",
    "ECOG 0 in May, 1 in June, 3 in July": "ECOG 3",
    "ECOG 3 now, 1 before": "ECOG 3",
    "Karnofsky 90 at diagnosis, 50 now": "Karnofsky 50",
    "age 45 at diagnosis, now 67": "age 67",
    "ER positive at diagnosis, negative on rebiopsy": "ER negative",
    "ALK positive 2019, negative 2023": "ALK negative",
    "KRAS wild type at diagnosis, mutated now": "KRAS mutated",
    "EGFR T790M negative, positive now": "EGFR T790M positive",
    "renal impairment was severe, now mild": "renal impairment mild",
    "severe renal impairment last month, mild now": "mild renal impairment",
    "moderate renal impairment before, now severe": "severe renal impairment",
    "EGFR L858R now T790M": "EGFR L858R, EGFR T790M",
    "EGFR L858R -> T790M": "EGFR L858R, EGFR T790M",
    "ECOG 1 in March, 2 in January": "",
    "LVEF 61% at start, 54% in March, 46% last week": "LVEF 46%",
    "LVEF 46% last week, 54% in March": "LVEF 46%",
    "creatinine 1.1 in 2023, 1.9 yesterday": "creatinine 1.9",
    "Hb 8.1 three weeks ago, 9.2 yesterday": "Hb 9.2",
    "Hb 9.2 2 days ago, 8.1 a month ago": "Hb 9.2",
    "platelets 110 on 12 May, 60 last week": "",
    "Hb 7.2 pre-transfusion, 9.1 post": "Hb 9.1",
    "Neutrophils: 0.3 (d10), 0.8 (d14), 1.6 today": "neutrophils 1.6",
    "Hb 6.5, transfused 2u, now 9.0": "Hb 9.0",
    "EGFR T790M neg at first PD, pos at second": "EGFR T790M positive",
    "bili 3x ULN last month, normal now": "",
    "creatinine 2.1 in May, normalised": "",
    "bilirubin 3x ULN, normal AST": "bilirubin 3x ULN",
    "peak ALT 480, current 62": "ALT 62",
    "platelets 40 pre-transfusion 61 post": "platelets 61",
    "platelets 180 → 40 on T-DM1, recovered to 110": "platelets 110",
    "creatinine 0.9 -> 2.1 on cisplatin, back to 1.2 today": "creatinine 1.2",
    "QTc 471 baseline, 489 week 2, 478 yesterday": "QTc 478",
    "LVEF 60% baseline, 55% month 3, 48% month 6": "LVEF 48%",
    "creatinine 0.9 before, 1.5 on Tuesday, 2.2 yesterday": "creatinine 2.2",
    "ALT 30 baseline, 150 week 4, 90 last week": "",
    "HCC, no longer Child-Pugh A": "HCC",
    "HCC, not Child-Pugh C": "HCC",
    "HCC, not in Child-Pugh B7": "HCC",
}
"""A message → one that says no more than what holds. A second variant of a gene comes beside the
first one."""
ANOTHER = {
    "ECOG 1, 3 lines before": "ECOG 1",
    "ECOG 1, age 70 now": "ECOG 1",
    "ECOG 1, now 2 brain mets": "ECOG 1",
    "ECOG 1, now 3 cycles of FOLFOX": "ECOG 1",
    "ECOG 1 in May, stage IV now": "ECOG 1",
    "stage III in 2020, 4 lesions now": "stage III",
    "stage II in 2019, I now plan surgery": "stage II",
    "Child-Pugh A, BCLC C now": "Child-Pugh A",
    "Child-Pugh A, ECOG 2 now": "Child-Pugh A",
    "HER2 3+, ER 0% now": "HER2-positive",
    "PD-L1 60%, TMB 4 now": "PD-L1 60%",
    "PD-L1 60%, progressed, now 2 new lesions": "PD-L1 60%",
    "ER positive, PR negative now": "ER-positive",
    "EGFR positive at diagnosis, ALK negative now": "EGFR alteration: present",
    "MSI high, now stable disease on pembrolizumab": "MSI-high",
    "mild renal impairment, now severe nausea": "mild renal impairment",
    "renal impairment mild before, hepatic impairment severe now": "mild renal impairment",
}
"""The second value is of something else: the first one holds."""


def _facts(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts]


@pytest.mark.parametrize(("told", "plain"), SAME.items())
def test_only_the_later_of_two_values_is_a_fact(told: str, plain: str) -> None:
    assert set(_facts(told)) == set(_facts(plain))


@pytest.mark.parametrize(("text", "fact"), ANOTHER.items())
def test_a_value_of_something_else_takes_the_place_of_none(text: str, fact: str) -> None:
    assert any(each.startswith(fact) for each in _facts(text))


def test_what_was_given_before_a_value_is_still_told() -> None:
    facts = _facts("ECOG 1 before osimertinib, 3 on osimertinib since May")

    assert "ECOG 3" in facts
    assert any("osimertinib" in each for each in facts)


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("plt 110 on 14 May, plt 40 on 1 May, niraparib dose?", "platelets 110 10^9/L"),
        ("plt 40 on 1 May, plt 110 on 14 May, niraparib dose?", "platelets 110 10^9/L"),
        ("platelets 110 (14 May), platelets 40 (1 May)", "platelets 110 10^9/L"),
        ("eGFR 51 June 2024, eGFR 22 Jan 2024, capecitabine?", "eGFR 51 mL/min"),
        ("NSCLC PD-L1 55% (2024), PD-L1 0% (2022), next?", "PD-L1 55%"),
        ("ECOG 1 today, ECOG 3 last month, NSCLC", "ECOG 1"),
        ("ECOG 3 last month, ECOG 1 today, NSCLC", "ECOG 1"),
        ("plt 95 today; plt 30 last week", "platelets 95 10^9/L"),
        ("K 2.9 now, K 4.2 yesterday", "potassium 2.9 mmol/L"),
        ("LVEF 44% now. LVEF 60% at baseline", "LVEF 44%"),
        ("Child-Pugh A now, Child-Pugh B in May, HCC", "Child-Pugh A"),
    ],
)
def test_of_two_values_told_with_their_name_the_later_in_time_counts(text: str, now: str) -> None:
    sheet = read_fact_sheet((Message(text),))
    told = [describe(each.value) for each in sheet.facts]
    name = now.split()[0]
    assert {each for each in told if each.startswith(name)} == {now}
    assert not sheet.contradictions


def test_dates_that_do_not_tell_which_is_later_are_pointed_out() -> None:
    sheet = read_fact_sheet((Message("eGFR 51 (June), eGFR 22 (Jan), capecitabine?"),))
    assert len(sheet.contradictions) == 1
