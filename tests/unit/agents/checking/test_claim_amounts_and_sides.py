"""By how much and to what, with and without, better and worse, this name and not that one."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

DOSE = "Zoledronic acid is given at 3.0 mg with a creatinine clearance of 30 to 40 mL/min."
RESUMED = "After neutropenia niraparib is withheld and then resumed at a dose reduced by 25%."
SIDES = "At 10 years, recurrence occurred in 6.4% with radiotherapy and 22.7% without radiotherapy."
SCORE = "Under tamoxifen alone, a higher recurrence score meant worse disease-free survival."
EVENTS = (
    "Neutropenia was reported in 54% of patients on palbociclib plus letrozole, leucopenia in 19%,"
    " fatigue in 4% and pulmonary embolism in 4%."
)
ARMS = (
    "Median progression-free survival was 5.6 months with lapatinib plus paclitaxel and 4.2 months"
    " with paclitaxel alone."
)
VARIANT = (
    "In acute myeloid leukaemia with FLT3 F691L, CIViC evidence of level D supports resistance to"
    " midostaurin."
)
CONFIRMED = (
    "With an LVEF below 45% trastuzumab emtansine is withheld and LVEF repeated within 3 weeks; if"
    " below 45% is confirmed it is discontinued."
)
TP53 = (
    "In breast cancer of carriers of a germline TP53 mutation, ASCO advises mastectomy and regards"
    " radiotherapy as contraindicated."
)
ATM = "Radiotherapy should not be withheld from carriers of an ATM mutation, according to ASCO."
FIRST = (
    "For advanced hepatocellular carcinoma with Child-Pugh class A, ASCO allows atezolizumab with"
    " bevacizumab in the first line."
)
LATER = "After sorafenib for hepatocellular carcinoma, ASCO lists nivolumab with ipilimumab."
STOPPED = (
    "After stopping osimertinib, 39.6% of elderly and 72.8% of younger patients went on to"
    " second-line treatment."
)
NODES = "NATALEE enrolled stage IIA (N1, or N0 with high-risk factors), stage IIB or stage III."
LIMIT = "After sorafenib ASCO lists cabozantinib or ramucirumab (AFP 400 ng/mL or more)."
SHARE = "Mutations in the six genes were found in 5.5% of all patients with pancreatic cancer."
DOUBLET = "After progression on a platinum doublet, ASCO lists docetaxel."
MENOPAUSE = "SWOG-8814 enrolled postmenopausal women only."


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("At a clearance between 30 and 40 mL/min zoledronic acid is lowered by 3.0 mg.", [DOSE]),
        ("After neutropenia niraparib is resumed at 25% of the dose.", [RESUMED]),
        ("Radiotherapy raises recurrence at 10 years from 6.4% to 22.7%.", [SIDES]),
        ("Under tamoxifen alone a high recurrence score went with longer disease-free survival.",
         [SCORE]),
        ("A lower recurrence score meant worse disease-free survival under tamoxifen alone.",
         [SCORE]),
        ("Leucopenia occurred in 54% on palbociclib plus letrozole and neutropenia in 19%.",
         [EVENTS]),
        ("Paclitaxel alone reached a progression-free survival of 5.6 months, lapatinib plus"
         " paclitaxel 4.2.", [ARMS]),
        ("Paclitaxel alone had a progression-free survival of 5.6 months.", [ARMS]),
        ("CIViC records resistance to midostaurin in AML with FLT3 mutations.", [VARIANT]),
        ("With an LVEF below 45% trastuzumab emtansine is discontinued at once.", [CONFIRMED]),
        ("In TP53 carriers ASCO leaves radiotherapy to the physician's discretion.", [TP53]),
        ("ASCO regards radiotherapy as contraindicated in ATM carriers, but not in TP53 carriers.",
         [TP53, ATM]),
        ("In first line ASCO allows atezolizumab with bevacizumab or nivolumab with ipilimumab for"
         " Child-Pugh A.", [FIRST, LATER]),
        ("Elderly patients went on to second-line treatment less often because osimertinib is more"
         " toxic to them.", [STOPPED]),
    ],
)  # fmt: skip
def test_what_is_turned_round_is_found(sentence: str, quotes: list[str]) -> None:
    assert problem(sentence, *quotes)


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("Patients whose clearance lies between 30 and 40 mL/min get 3.0 mg of zoledronic acid.",
         [DOSE]),
        ("Radiotherapy reduces recurrence at 10 years from 22.7% to 6.4%.", [SIDES]),
        ("Omitting radiotherapy raises recurrence at 10 years from 6.4% to 22.7%.", [SIDES]),
        ("Neutropenia was seen in 54% on palbociclib plus letrozole, leucopenia in 19%.",
         [EVENTS]),
        ("Lapatinib plus paclitaxel reached a progression-free survival of 5.6 months, paclitaxel"
         " alone 4.2.", [ARMS]),
        ("An FLT3 mutation, F691L, goes with resistance to midostaurin in AML.", [VARIANT]),
        ("ASCO regards radiotherapy as contraindicated in TP53 carriers, but not in ATM carriers.",
         [TP53, ATM]),
        ("In the first line ASCO allows atezolizumab with bevacizumab for Child-Pugh A, and"
         " nivolumab with ipilimumab after sorafenib.", [FIRST, LATER]),
        ("Stage IIA with positive nodes (N1) was eligible for NATALEE.", [NODES]),
        ("Ramucirumab requires an AFP of at least 400 ng/mL.", [LIMIT]),
        ("About one in eighteen patients with pancreatic cancer had a mutation in the six genes.",
         [SHARE]),
        ("ASCO names docetaxel once a platinum doublet has failed.", [DOUBLET]),
        ("Only postmenopausal women took part in SWOG-8814, so it says nothing certain on"
         " premenopausal ones.", [MENOPAUSE]),
    ],
)  # fmt: skip
def test_what_says_the_same_is_left_alone(sentence: str, quotes: list[str]) -> None:
    assert problem(sentence, *quotes) == ""
