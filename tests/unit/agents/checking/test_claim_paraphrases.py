"""Honest sentences in other words than their quotes, which the check must leave alone."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

PROLIA = "For bone loss denosumab is given at 60 mg once every 6 months as one injection."
WEEKS = "By independent review, median overall survival was 79 weeks with lapatinib."
FOLD = "Ketoconazole, an inhibitor of CYP3A4, raised the exposure to docetaxel 2.2-fold."
LIMIT = (
    "As a 3-hour infusion paclitaxel is given at 135 mg/m2 when transaminases are below 10 times"
    " and bilirubin is 1.26 to 2 times the upper limit of normal."
)
MOST = "Neutropenia was reported in 54% of patients on palbociclib plus letrozole."
FEED = "Women do not breastfeed during elacestrant and for one week after the last dose."
EITHER = (
    "For lung cancer with a low TPS, ASCO allows nivolumab and ipilimumab alone or with"
    " chemotherapy in the first line."
)
GRADES = "Alpelisib needs no dose adjustment in mild, moderate or severe hepatic impairment."
NEGATIVE = (
    "In node-negative breast cancer with an Oncotype DX score of 26 or greater, ASCO advises"
    " chemotherapy with endocrine therapy."
)
RATHER = "For BRCA carriers, ASCO recommends platinum rather than a taxane."
BOUND = "In women 50 years of age or younger TAILORx found some benefit of chemotherapy."
DAYS = (
    "In breast cancer gemcitabine 1250 mg/m2 is given on Days 1 and 8 of each 21-day cycle, with"
    " paclitaxel 175 mg/m2 on Day 1 before it."
)
NOT_GIVEN = "Denosumab is not given with a very low calcium that has not been treated."
WITHOUT = (
    "Median event-free survival on imatinib was 687 days with a KIT exon 11 mutation and 82 days"
    " without a KIT or PDGFRA mutation."
)
CASTRATION = (
    "For BRCA2-altered metastatic castration-resistant prostate cancer after docetaxel, ASCO points"
    " to the overall survival benefit of olaparib."
)
POINTS = (
    "The pooled rate of invasive events in the same breast after DCIS was 3.3% at 5 years and 5.9%"
    " at 10 years."
)
BREAKDOWN = "The report gave no breakdown of the capivasertib response by individual mutation."
FROM_TO = "In LAURA, median survival was 39.1 months with osimertinib and 5.6 with placebo."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Denosumab 60 mg is injected twice a year for bone loss.", PROLIA),
        ("Median overall survival was about a year and a half with lapatinib.", WEEKS),
        ("Ketoconazole more than doubled the exposure to docetaxel.", FOLD),
        (
            "Paclitaxel is given at 135 mg/m2 when bilirubin is 1.26 to 2 x ULN and transaminases"
            " are below 10 x ULN.",
            LIMIT,
        ),
        ("Just over half of the patients on palbociclib plus letrozole had neutropenia.", MOST),
        ("Breastfeeding must not start before a week after elacestrant.", FEED),
        ("ASCO allows nivolumab and ipilimumab with or without chemotherapy at a low TPS.", EITHER),
        ("Hepatic impairment of any grade needs no dose adjustment of alpelisib.", GRADES),
        (
            "With a score of 26 or greater and no involved nodes, ASCO advises chemotherapy.",
            NEGATIVE,
        ),
        ("In BRCA carriers ASCO recommends platinum over a taxane.", RATHER),
        ("TAILORx found some benefit of chemotherapy in women of 50 years or under.", BOUND),
        (
            "Paclitaxel 175 mg/m2 is given on Day 1 and gemcitabine 1250 mg/m2 on Days 1 and 8 in"
            " breast cancer.",
            DAYS,
        ),
        ("A very low, untreated calcium must be excluded before denosumab.", NOT_GIVEN),
        ("On imatinib it was 687 days for exon 11 and 82 days for wild-type KIT.", WITHOUT),
        ("For BRCA2-altered prostate cancer ASCO highlights the benefit of olaparib.", CASTRATION),
        ("Invasive events in the same breast came in 3.3% at 5 and 5.9% at 10 years.", POINTS),
        ("Capivasertib responses were not broken down by mutation in the report.", BREAKDOWN),
        ("Osimertinib extended survival from 5.6 to 39.1 months in LAURA.", FROM_TO),
    ],
)
def test_other_words_of_the_same_are_left_alone(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""
