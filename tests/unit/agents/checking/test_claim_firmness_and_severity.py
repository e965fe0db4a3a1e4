"""Bans, options, exceptions, events, differences and states that the quotes tell otherwise."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

UNSTUDIED = "The safety of inavolisib has not been studied in type 1 diabetes that needs insulin."
RECOMMENDS = "After an androgen receptor pathway inhibitor ASCO recommends docetaxel."
SEXES = "Premenopausal women are given an LHRH agonist with capivasertib; in men it is considered."
LATER = (
    "The first infusion of trastuzumab deruxtecan is given over 90 minutes; later ones may be given"
    " over 30 minutes."
)
EXCEPT = (
    "Patients with lung cancer with EGFR mutations other than the exon 19 deletion and L858R were"
    " eligible for the study."
)
STOPPED = (
    "Adverse events of grade 3 or higher were reported in 70% with osimertinib plus chemotherapy;"
    " osimertinib was stopped for adverse events in 12%."
)
NAUSEA = (
    "Nausea occurred in 35.0% of patients on elacestrant; treatment-related events of grade 3 or 4"
    " occurred in 7.2%."
)
DEATHS = "Pneumonitis occurred in 49 patients (11.3%), and three of these events were fatal."
ELDERLY = "Elderly patients had a higher incidence of bleeding compared with younger patients."
RATE = "The response rate to tazemetostat was 69% with mutated and 35% with wild-type EZH2."
BOTH = "Median progression-free survival with ipilimumab was 5.6 months for both groups."
AGAINST = "Nivolumab with ipilimumab reduced the risk of death by 79% compared with chemotherapy."
EDITION = "Under the sixth edition, 5-year survival of stage IIIa colon cancer was 83.4%."
SURVIVAL = "The median survival was 5.5 months with transfusion and 18.1 months without."
UNTREATED = "In untreated melanoma, survival at 2 years was 71.8% with nivolumab plus ipilimumab."


@pytest.mark.parametrize(
    ("sentence", "quote", "asked"),
    [
        ("Inavolisib is contraindicated in type 1 diabetes.", UNSTUDIED, ""),
        ("ASCO merely mentions docetaxel among optional choices.", RECOMMENDS, ""),
        ("Men have to be given an LHRH agonist with capivasertib as well.", SEXES, ""),
        ("Later infusions have to be given over 30 minutes.", LATER, ""),
        ("Patients with an exon 19 deletion were eligible for the study.", EXCEPT, ""),
        ("Seven in ten patients stopped osimertinib because of adverse events.", STOPPED, ""),
        ("More than a third on elacestrant suffered grade 3 or 4 nausea.", NAUSEA, ""),
        ("Pneumonitis was mild throughout, with no fatal case among 49.", DEATHS, ""),
        ("Bleeding was no more frequent in elderly than in younger patients.", ELDERLY, ""),
        ("No patient with wild-type EZH2 responded to tazemetostat.", RATE, ""),
        ("Ipilimumab lengthened median progression-free survival.", BOTH, ""),
        ("The risk of death was 79% lower with nivolumab plus ipilimumab than with nivolumab"
         " alone.", AGAINST, ""),
        ("The seventh edition gave stage IIIa colon cancer a 5-year survival of 83.4%.",
         EDITION, ""),
        ("Transfusion took survival through immunosuppression to 5.5 months.", SURVIVAL, ""),
        ("As this patient is treatment-naive, the 71.8% apply directly.", UNTREATED,
         "Melanoma, progressed on dabrafenib plus trametinib."),
    ],
)  # fmt: skip
def test_it_is_found(sentence: str, quote: str, asked: str) -> None:
    assert problem(sentence, quote, asked=asked)


@pytest.mark.parametrize(
    ("sentence", "quote", "asked"),
    [
        ("ASCO advises docetaxel after an androgen receptor pathway inhibitor.", RECOMMENDS, ""),
        ("In men an LHRH agonist is considered with capivasertib.", SEXES, ""),
        ("Later infusions may take only 30 minutes.", LATER, ""),
        ("Osimertinib was stopped for adverse events in 12%.", STOPPED, ""),
        ("Three of the 49 cases of pneumonitis were fatal.", DEATHS, ""),
        ("Bleeding was more frequent in the elderly.", ELDERLY, ""),
        ("Tazemetostat had a response rate of 35% with wild-type EZH2.", RATE, ""),
        ("The risk of death was 79% lower with nivolumab plus ipilimumab than with"
         " chemotherapy.", AGAINST, ""),
        ("Under the sixth edition 83.4% of stage IIIa lived five years.", EDITION, ""),
    ],
)  # fmt: skip
def test_what_the_quotes_say_is_left(sentence: str, quote: str, asked: str) -> None:
    assert problem(sentence, quote, asked=asked) == ""


def test_the_row_of_a_grade_belongs_to_the_event_of_its_head() -> None:
    row = ("Hand-foot syndrome", "| Grade | What to do |", "| Grade 1 | continue |")
    told = "Hand-foot syndrome | Grade | What to do | | Grade 1 | continue |"
    assert problem(told, *row) == ""
    other = ("Hand-foot syndrome is painful.", "Diarrhoea of grade 1: continue.")
    assert problem("Hand-foot syndrome of grade 1: continue.", *other)
