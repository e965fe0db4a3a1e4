"""Drugs named for their class, and numbers that follow, are no false alarm."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

INHIBITORS = "No interactions of eribulin are expected with CYP3A4 inhibitors or P-gp inhibitors."
STRONG = (
    "Strong CYP3A inhibitors should be avoided with brigatinib; if one cannot be avoided,"
    " brigatinib is reduced by about 50% (from 180 mg to 90 mg)."
)
INDUCERS = "Strong or moderate CYP3A inducers should be avoided with abemaciclib."
ADVISES = "ASCO advises further HER2-targeted therapy of HER2-positive breast cancer."
CALVERT = "By the Calvert formula the total dose of carboplatin in mg is the AUC x (GFR + 25)."
LIMIT = (
    "Cumulative doses of doxorubicin above 550 mg/m2 go with an increased risk of heart failure."
)
SYRINGES = (
    "Fulvestrant 500 mg is given into the muscle as two 5 mL injections, one in each buttock, on"
    " Days 1, 15, 29 and once monthly thereafter."
)
LOWERED = "Rifampin lowered the exposure of palbociclib by 85% in healthy subjects."
TABLET = "Letrozole is taken as one 2.5 mg tablet once a day."
ALONG = "Median progression-free survival was 9.4 months with imlunestrant plus abemaciclib."
FASTING = "Imlunestrant is taken at 400 mg once daily on an empty stomach."
ON_OFF = "NATALEE gave ribociclib 400 mg a day, 3 weeks on and 1 week off, for 3 years."
DAYS = "Eribulin 1.4 mg/m2 is given intravenously on Days 1 and 8 of a 21-day cycle."
NO_COMPARISON = "ASCO finds no comparison of capivasertib with alpelisib."


@pytest.mark.parametrize(
    ("sentence", "quote", "asked"),
    [
        ("No interaction with a CYP3A4 inhibitor such as itraconazole is expected for eribulin.",
         INHIBITORS, "Eribulin with itraconazole?"),
        ("If clarithromycin cannot be avoided, his 180 mg of brigatinib become 90 mg.", STRONG,
         "On brigatinib 180 mg daily; needs clarithromycin, a strong CYP3A inhibitor. Dose?"),
        ("Rifampicin, a strong CYP3A inducer, should be avoided with abemaciclib.", INDUCERS,
         "Abemaciclib with rifampicin?"),
        ("For AUC 5 and a GFR of 75 mL/min the formula yields 500 mg of carboplatin.", CALVERT,
         "Target AUC 5, GFR 75 mL/min. Carboplatin dose?"),
        ("Having had 300 mg/m2, she is 250 mg/m2 short of the limit of doxorubicin.", LIMIT,
         "Earlier doxorubicin 300 mg/m2."),
        ("Fulvestrant goes into the muscle, 250 mg per buttock, at two-week steps at first.",
         SYRINGES, ""),
        ("Only about 15% of the exposure of palbociclib was left under rifampin.", LOWERED, ""),
        ("A year of letrozole at 2.5 mg daily comes to 365 tablets.", TABLET, ""),
        ("Median PFS with imlunestrant plus abemaciclib was a little over nine months.", ALONG,
         ""),
        ("Imlunestrant 400 mg is not taken with breakfast but on an empty stomach.", FASTING, ""),
        ("Ribociclib was given in four-week cycles with one week of rest, over 36 months.",
         ON_OFF, ""),
        ("Eribulin 1.4 mg/m2 i.v. on d1 and d8, q3w.", DAYS, ""),
        ("ASCO found no head-to-head data for capivasertib against alpelisib.", NO_COMPARISON,
         ""),
    ],
)  # fmt: skip
def test_it_is_left(sentence: str, quote: str, asked: str) -> None:
    assert problem(sentence, quote, asked=asked) == ""


@pytest.mark.parametrize(
    ("sentence", "quote", "asked"),
    [
        ("ASCO advises tucatinib for HER2-positive breast cancer.", ADVISES, "Tucatinib?"),
        ("Fluconazole, a strong CYP3A inhibitor, should be avoided with brigatinib.", STRONG,
         "Fluconazole with brigatinib?"),
        ("Rifampicin should be avoided with brigatinib.", STRONG, "Rifampicin?"),
        ("For AUC 5 and a GFR of 75 mL/min the formula yields 525 mg of carboplatin.", CALVERT,
         "Target AUC 5, GFR 75 mL/min. Carboplatin dose?"),
        ("Having had 300 mg/m2, she is 350 mg/m2 short of the limit of doxorubicin.", LIMIT,
         "Earlier doxorubicin 300 mg/m2."),
        ("Only about 25% of the exposure of palbociclib was left under rifampin.", LOWERED, ""),
        ("A year of letrozole at 2.5 mg daily comes to 730 tablets.", TABLET, ""),
        ("Median PFS with imlunestrant plus abemaciclib was a little over ten months.", ALONG,
         ""),
    ],
)  # fmt: skip
def test_what_does_not_follow_is_found(sentence: str, quote: str, asked: str) -> None:
    assert problem(sentence, quote, asked=asked)


REDUCED = "With a strong CYP3A inhibitor ribociclib is reduced to 400 mg once daily."
PARP = "PARP inhibitors improved progression-free survival in BRCA-mutated ovarian cancer."
PD1 = "Nivolumab is indicated for adjuvant treatment of melanoma."
FOOD = "Capecitabine is given with food, within 30 minutes after a meal."
KG = "Trastuzumab deruxtecan is given at 5.4 mg/kg every three weeks."
AVOID = "Avoid strong CYP3A inhibitors during olaparib."


@pytest.mark.parametrize(
    ("sentence", "quote", "asked"),
    [
        ("With a strong CYP3A inhibitor such as fluconazole, ribociclib is reduced to 400 mg once"
         " daily.", REDUCED, "Ribociclib with fluconazole?"),
        ("Since she takes erythromycin, a strong CYP3A inhibitor, ribociclib is reduced to 400 mg"
         " once daily.", REDUCED, "Ribociclib with erythromycin?"),
        ("PARP inhibitors such as veliparib improved progression-free survival in BRCA-mutated"
         " ovarian cancer.", PARP, "Olaparib?"),
        ("Anti-PD-1 antibodies are indicated for adjuvant treatment of melanoma.", PD1, ""),
        ("Capecitabine is not given to men, but with food, within 30 minutes after a meal.", FOOD,
         ""),
        ("Trastuzumab deruxtecan is not given to patients with liver disease, but at 5.4 mg/kg"
         " every three weeks.", KG, ""),
        ("Fulvestrant is given as 250 mg per month.", SYRINGES, ""),
        ("Fulvestrant 250 mg per patient is given.", SYRINGES, ""),
        ("For AUC 5 and a GFR of 75 the dose of carboplatin is 750 mg.", CALVERT,
         "GFR 75, AUC 5; earlier AUC 6 and GFR 100."),
        ("Doxorubicin is safe beyond 550 mg/m2.", LIMIT, ""),
        ("Itraconazole remains fine as a strong CYP3A inhibitor during olaparib.", AVOID,
         "Olaparib and itraconazole?"),
        ("Of strong CYP3A inhibitors, such as itraconazole, there is nothing to fear during"
         " olaparib.", AVOID, "Olaparib and itraconazole?"),
        ("Overall survival was no different with ribociclib.",
         "Overall survival was longer with ribociclib than with placebo.", ""),
    ],
)  # fmt: skip
def test_more_than_a_member_or_a_part_is_found(sentence: str, quote: str, asked: str) -> None:
    assert problem(sentence, quote, asked=asked)


@pytest.mark.parametrize(
    ("sentence", "quote", "asked"),
    [
        ("Strong CYP3A inhibitors such as itraconazole are avoided during olaparib.", AVOID, ""),
        ("The anti-PD-1 antibody nivolumab is indicated for adjuvant treatment of melanoma.", PD1,
         ""),
    ],
)  # fmt: skip
def test_an_example_and_a_drug_with_its_class_are_left(
    sentence: str, quote: str, asked: str
) -> None:
    assert problem(sentence, quote, asked=asked) == ""


SAFE = "Strong CYP3A inhibitors should be avoided with crizotinib; if unavoidable, reduce its dose."


def test_a_member_of_a_class_is_not_allowed_where_the_quotes_forbid_the_class() -> None:
    said = "Clarithromycin can be combined with crizotinib without any change of dose."
    assert problem(said, SAFE, asked="Crizotinib with clarithromycin?")


COUNTED = "In MyPathway six of fourteen patients (43%) responded to vemurafenib."
OF_WHICH = "Twenty-six had surgery more than 10 years before; of 26 patients, of whom 20 lived on."
EXPLORED = "Active surveillance of low-grade lesions is being explored in several ongoing trials."
INDUCERS_ONLY = "Strong or moderate CYP3A4 inducers should be avoided with neratinib."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Eight of fourteen patients responded to vemurafenib in MyPathway.", COUNTED),
        ("All 26 patients were alive.", OF_WHICH),
        ("Trials have shown active surveillance of low-grade lesions to be safe.", EXPLORED),
        ("Neratinib is increased with CYP3A4 inducers.", INDUCERS_ONLY),
    ],
)
def test_counts_plans_and_changes_of_dose_must_stand_in_the_quotes(
    sentence: str, quote: str
) -> None:
    assert problem(sentence, quote)
