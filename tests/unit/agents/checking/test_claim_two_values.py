"""Two values side by side keep their groups, and other wordings of a quote stay right."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

ALONE = (
    "Palbociclib plus letrozole gave a median progression-free survival of 20.2 months and"
    " letrozole alone 10.2 months."
)
LEVELS = (
    "Metastases were found in 6 (15%) of 41 patients with elevated CEA, while 10 (4.0%) of 247"
    " patients had normal CEA."
)
CHANGE = "Vemurafenib lengthened overall survival over dacarbazine from 10.0 to 13.3 months."
CHILDREN = "Imatinib plus chemotherapy is indicated for newly diagnosed leukaemia in children."
CELLS = (
    "In 143 patients with melanoma a gain of CDK4 was seen in 37%; three of four melanoma cell"
    " lines with CDK4 R24C were sensitive to palbociclib."
)
RATIO = "In the phase 3 trial of gefitinib the hazard ratio against docetaxel was 0.16."
STUDY = "Further study in pretreated prostate cancer is not warranted."
THREE = "Afatinib gave an objective response in three patients with lung adenocarcinoma."
UNFIT = "7 patients not eligible for intensive chemotherapy were treated with venetoclax."
REDUCED = "If unavoidable, pralsetinib is reduced from 400 mg to 300 mg once daily."
SURGERY = "Morbidity rate was 31 percent; no postoperative mortality was reported."
NEITHER = "Palbociclib produced neither response nor stable disease in 12 patients."
LOCAL = "The 3-yr LRRFS rates were 80.3% and 90.4% (p = 0.35)."
WHEREVER = "In 2017 the FDA approved pembrolizumab for dMMR cancers wherever they arise."
TOTAL = (
    "Across 267 patients the median duration of response was 11.3 months, and 22.1 months with"
    " IHC 3+."
)
ENTRECTINIB = "Entrectinib gave a response in 31 of 54 patients (57%)."
COURSE = "Carboplatin is given at 75% of the earlier dose after a low platelet nadir."
YEARS = (
    "The 1-, 3- and 5-yr survival rates were 69%, 28% and 23% with adjuvant therapy (54 m vs 33 m)."
)
BOTH = "Anaemia and neutropenia occurred at a frequency of 25.5% and 29.4%, respectively."
ONE = "Melanoma with BRAF L597R responded to vemurafenib in a single reported patient."
DAILY = "Metformin is raised every 7 days up to 2000 mg daily."
DEATHS = (
    "Palliative chemotherapy was associated with a 35% (95% CI 24% to 44%) reduction in the risk of"
    " death."
)
PARTNER = "Men whose partner may become pregnant use contraception during rucaparib."
CENTRAL = "Progression in the central nervous system occurred in 12% on alectinib."
RANDOM = "None of the studies was randomised, so the response rates cannot be compared directly."
STAGE = "Osimertinib is indicated in lung cancer that has not progressed after chemoradiation."
EITHER = "The advantage of osimertinib was seen whether or not patients had brain metastases."
PHASE = "Bosutinib is indicated for adults with resistance or intolerance to prior therapy."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Letrozole alone gave a median progression-free survival of 20.2 months.", ALONE),
        ("Metastases were found in 4.0% of patients with elevated CEA.", LEVELS),
        ("Overall survival was 13.3 months on dacarbazine.", CHANGE),
        ("Imatinib plus chemotherapy is indicated for newly diagnosed leukaemia in adults.",
         CHILDREN),
        ("Patients with CDK4 R24C melanoma responded to palbociclib.", CELLS),
        ("Docetaxel was superior to gefitinib.", RATIO),
        ("Further study in pretreated prostate cancer is deserved and warranted.", STUDY),
        ("Most patients with lung adenocarcinoma respond to afatinib.", THREE),
        ("Anaemia occurred in 29.4%.", BOTH),
        ("Three-year survival was 23% with adjuvant therapy.", YEARS),
        ("Melanoma with BRAF L597R usually responds to vemurafenib.", ONE),
        ("Osimertinib is indicated in lung cancer even after progression on chemoradiation.",
         STAGE),
        ("Palliative chemotherapy lengthens life (95% CI 24% to 44%).", DEATHS),
        ("The advantage of osimertinib was seen only in patients with brain metastases.", EITHER),
        ("No trial of palbociclib was found.", ALONE),
        ("Patients fit for intensive chemotherapy were treated with venetoclax.", UNFIT),
    ],
)  # fmt: skip
def test_what_is_of_the_other_group_is_found(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Letrozole alone gave a median progression-free survival of 10.2 months.", ALONE),
        ("Metastases were found in 15% of patients with elevated CEA.", LEVELS),
        ("Overall survival was 10.0 months on dacarbazine.", CHANGE),
        ("Where unavoidable, the daily dose of pralsetinib is cut by 100 mg, to 300 mg.", REDUCED),
        ("Nearly a third had complications, and no patient died after surgery.", SURGERY),
        ("None of 12 patients had a response or stable disease on palbociclib.", NEITHER),
        ("Locoregional recurrence-free survival (80.3% and 90.4%) did not differ significantly.",
         LOCAL),
        ("In 2017 the FDA approved pembrolizumab for dMMR cancers irrespective of where they"
         " arise.", WHEREVER),
        ("With IHC 3+ the median duration of response was about twice that of all 267 patients.",
         TOTAL),
        ("Twenty-three of the 54 patients did not respond to entrectinib.", ENTRECTINIB),
        ("After a low platelet nadir carboplatin is lowered by a quarter.", COURSE),
        ("Three-year survival was 28% with adjuvant therapy.", YEARS),
        ("Metformin is raised weekly up to 2 g a day.", DAILY),
        ("Palliative chemotherapy probably lengthens life, given the 35% reduction in the risk of"
         " death.", DEATHS),
        ("He should use contraception during rucaparib if his partner may become pregnant.",
         PARTNER),
        ("In the brain progression occurred in 12% on alectinib.", CENTRAL),
        ("Without randomisation one should not compare the response rates directly.", RANDOM),
        ("Adults who resist or do not tolerate earlier therapy can be given bosutinib.", PHASE),
    ],
)  # fmt: skip
def test_other_wordings_of_a_quote_stay_right(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""
