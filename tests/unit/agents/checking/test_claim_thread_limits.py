"""Rules of the quotes, told of a patient whose numbers or history they leave out."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

AFP = (
    "After sorafenib or lenvatinib for hepatocellular carcinoma, ASCO lists cabozantinib,"
    " regorafenib where sorafenib was tolerated, ramucirumab (AFP 400 ng/mL or more), nivolumab"
    " with ipilimumab, or durvalumab."
)
SEVERE = (
    "In severe renal impairment (creatinine clearance 15 to 29 mL/min) brigatinib is reduced by"
    " about 50%, from 180 mg to 90 mg or from 90 mg to 60 mg once daily."
)
MODERATE = (
    "In moderate renal impairment (creatinine clearance 31 to 50 mL/min) olaparib is reduced to"
    " 200 mg twice daily."
)
BELOW = "Olaparib is not recommended with a creatinine clearance of 30 mL/min or less."
REPEATED = (
    "A course of cisplatin is not repeated until serum creatinine is below 1.5 mg/100 mL or BUN"
    " below 25 mg/100 mL, platelets are at least 100,000/mm3 and leukocytes at least 4,000/mm3."
)
NEUTROPHILS = (
    "Paclitaxel should not be used in solid tumours at a baseline neutrophil count below 1,500"
    " cells/mm3."
)
CPS = (
    "Pembrolizumab plus chemotherapy is indicated for triple-negative breast cancer with a CPS of"
    " at least 10."
)
LVEF = "With an LVEF below 45% trastuzumab emtansine is withheld and LVEF repeated."
EARLIER = (
    "Ivosidenib alone is indicated in the US for locally advanced or metastatic cholangiocarcinoma"
    " with a susceptible IDH1 mutation after earlier treatment."
)
HCC = "HCC after sorafenib, AFP 150 ng/mL, what next?"
UNTREATED = "Untreated metastatic cholangiocarcinoma, IDH1 R132C. Ivosidenib?"
TREATED = "Cholangiocarcinoma progressing on gemcitabine/cisplatin, IDH1 R132C. Ivosidenib?"


@pytest.mark.parametrize(
    ("sentence", "quotes", "asked"),
    [
        ("With an AFP of 150 ng/mL ramucirumab is an option by ASCO.", [AFP], HCC),
        ("At her creatinine clearance of 45 mL/min brigatinib is reduced from 180 mg to 90 mg.",
         [SEVERE], "ALK+ NSCLC, CrCl 45 mL/min, brigatinib 180 mg: dose?"),
        ("At 60 mL/min olaparib is reduced to 200 mg twice daily.", [MODERATE, BELOW],
         "Olaparib, CrCl 60 mL/min"),
        ("At 40 mL/min olaparib is not recommended.", [MODERATE, BELOW],
         "Olaparib, CrCl 40 mL/min"),
        ("With a creatinine of 1.9 cisplatin can be repeated.", [REPEATED],
         "Bladder, cisplatin cycle 3, creatinine 1.9 mg/dL, platelets 140,000"),
        ("With neutrophils of 1,800 paclitaxel should not be used.", [NEUTROPHILS],
         "Paclitaxel, ANC 1,800"),
        ("With a CPS of 5 pembrolizumab plus chemotherapy is indicated.", [CPS], "TNBC, CPS 5"),
        ("Ivosidenib is within its label for this patient, who has had treatment before.",
         [EARLIER], UNTREATED),
    ],
)  # fmt: skip
def test_a_rule_is_not_told_of_a_patient_outside_it(
    sentence: str, quotes: list[str], asked: str
) -> None:
    assert problem(sentence, *quotes, asked=asked)


@pytest.mark.parametrize(
    ("sentence", "quotes", "asked"),
    [
        ("With an AFP of 150 ng/mL, cabozantinib or durvalumab are options by ASCO.", [AFP], HCC),
        ("Her AFP of 150 ng/mL is below the 400 ng/mL that ramucirumab takes.", [AFP], HCC),
        ("At 45 mL/min the reduction for severe renal impairment is not needed.", [SEVERE],
         "ALK+ NSCLC, CrCl 45 mL/min, brigatinib 180 mg"),
        ("At 20 mL/min brigatinib is reduced from 180 mg to 90 mg.", [SEVERE],
         "ALK+ NSCLC, CrCl 20 mL/min, brigatinib 180 mg"),
        ("At 40 mL/min olaparib is reduced to 200 mg twice daily.", [MODERATE, BELOW],
         "Olaparib, CrCl 40 mL/min"),
        ("At 25 mL/min olaparib is not recommended.", [MODERATE, BELOW],
         "Olaparib, CrCl 25 mL/min"),
        ("The platelets of 140,000 are enough for cisplatin, the limit being 100,000/mm3.",
         [REPEATED], "Cisplatin cycle 3, creatinine 1.2 mg/dL, platelets 140,000"),
        ("With neutrophils of 1,200 paclitaxel should not be used.", [NEUTROPHILS],
         "Paclitaxel, ANC 1,200"),
        ("With a CPS of 15 pembrolizumab plus chemotherapy is indicated.", [CPS], "TNBC, CPS 15"),
        ("With an LVEF of 55% T-DM1 need not be withheld.", [LVEF], "T-DM1, LVEF 55%"),
        ("Having had gemcitabine with cisplatin, he meets the “after earlier treatment” of"
         " ivosidenib's label.", [EARLIER], TREATED),
    ],
)  # fmt: skip
def test_a_rule_is_told_of_a_patient_within_it_or_set_apart(
    sentence: str, quotes: list[str], asked: str
) -> None:
    assert problem(sentence, *quotes, asked=asked) == ""


def test_a_drug_of_the_title_is_that_of_the_trial_of_the_quote() -> None:
    quote = "SOLAR-1 compared its drug plus fulvestrant with fulvestrant in PIK3CA-mutated disease."
    sentence = "Alpelisib plus fulvestrant was compared with fulvestrant in PIK3CA-mutated disease."
    title = "SOLAR-1: alpelisib plus fulvestrant in PIK3CA-mutated breast cancer"
    assert problem(sentence, quote, title=title) == ""
    assert problem(sentence, quote.replace("SOLAR-1", "The trial"), title=title)
