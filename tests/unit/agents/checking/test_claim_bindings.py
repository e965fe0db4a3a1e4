"""What belongs together in a quote: bands of a value, items of a label, alleles, ends of a change,
clauses of one form, reserve."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

BANDS = (
    "With a total bilirubin of 1.6 to 3.0 mg/dl the drug is given at 75% of the starting dose,"
    " above 3.0 mg/dl at 40%."
)
LABEL = (
    "indicated: (1) • in combination with binimetinib for melanoma with a BRAF V600E or V600K"
    " mutation (1.1) • in combination with cetuximab for colorectal cancer with a BRAF V600E"
    " mutation"
)
ALLELES = "In UGT1A1 *28/*28 patients the starting dose of irinotecan is reduced."
CHANGE = "Osimertinib lengthened median overall survival from 31.8 to 38.6 months."
CLAUSES = (
    "CPIC advises that high-risk drugs be avoided, medium-risk drugs be used with caution, and"
    " low-risk drugs be used with standard precautions."
)
RESERVE = "There is some evidence to suggest that metformin may be associated with better outcomes."
ONE_CASE = "Melanoma with BRAF L597S responded to trametinib in a single reported patient."
ONLY = "Of belinostat and nilotinib, only belinostat has a dose reduction by genotype."
TESTED = "KRAS must be tested before cetuximab is given for colorectal cancer."
ALL = (
    "In all patients, of whom 47.8% had an ESR1 mutation, the hazard ratio for progression-free"
    " survival with elacestrant was 0.70."
)
LOW = "A low albumin predicted a shorter survival after recurrence of pancreatic cancer."
LIKE = "Local control after breast-conserving therapy was like that of non-carriers."
BEFORE = "Version 3.2023 came before the approval of inavolisib."
GROUPS = "Median survival in the low and normal albumin groups was 10.1 vs. 18.7 months."
WARNS = "If tamoxifen is chosen, DPWG warns against inhibitors such as paroxetine."
TITLE = "Pemetrexed: nausea, rash and neutropenia"
EFFECT = "Grade 3 neutropenia occurred in 18% of patients on pemetrexed."
STEPS = "For toxicity capmatinib is reduced to 300 mg and then 200 mg twice daily."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("It is indicated with cetuximab for colorectal cancer with BRAF V600K.", LABEL),
        ("In UGT1A1 *1/*28 patients the starting dose of irinotecan is reduced.", ALLELES),
        ("Median overall survival was 31.8 months with osimertinib.", CHANGE),
        ("CPIC advises that medium-risk drugs be avoided.", CLAUSES),
        ("Metformin improves outcomes.", RESERVE),
        ("Trametinib is an established treatment of BRAF L597S melanoma.", ONE_CASE),
        ("Nilotinib has a dose reduction by genotype.", ONLY),
        ("Cetuximab can be given without a KRAS test in colorectal cancer.", TESTED),
        ("With an ESR1 mutation the hazard ratio with elacestrant was 0.70.", ALL),
        ("A high albumin predicted a shorter survival after recurrence.", LOW),
        ("Local control after breast-conserving therapy is worse than in non-carriers.", LIKE),
        ("Version 3.2023 came after the approval of inavolisib.", BEFORE),
        ("Median survival was 10.1 months with normal albumin and 18.7 with low albumin.", GROUPS),
        ("DPWG allows paroxetine together with tamoxifen.", WARNS),
        ("For toxicity capmatinib is reduced to 300 mg and then 100 mg twice daily.", STEPS),
    ],
)
def test_what_is_bound_otherwise_is_not_verified(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("It is indicated with binimetinib for melanoma with BRAF V600K.", LABEL),
        ("Irinotecan starts at a reduced dose in UGT1A1 *28/*28 patients.", ALLELES),
        ("Median overall survival was 38.6 months with osimertinib.", CHANGE),
        ("CPIC advises that medium-risk drugs be used with caution.", CLAUSES),
        ("Metformin may be associated with better outcomes.", RESERVE),
        ("A single patient with BRAF L597S melanoma responded to trametinib.", ONE_CASE),
        ("Belinostat has a dose reduction by genotype.", ONLY),
        ("Before cetuximab is given, KRAS has to be tested.", TESTED),
        ("In all patients the hazard ratio with elacestrant was 0.70.", ALL),
        ("Just under half of the patients (47.8%) had an ESR1 mutation.", ALL),
        ("Survival after recurrence was shorter with a low albumin.", LOW),
        ("Median survival was 10.1 months with low and 18.7 months with normal albumin.", GROUPS),
    ],
)
def test_what_is_bound_as_in_the_quote_stays_verified(sentence: str, quote: str) -> None:
    assert not problem(sentence, quote)


def test_an_adverse_event_that_only_the_title_names_is_not_verified() -> None:
    assert problem("Nausea occurred in 18% of patients on pemetrexed.", EFFECT, title=TITLE)
    assert not problem("Grade 3 neutropenia occurred in 18% on pemetrexed.", EFFECT, title=TITLE)


def test_a_value_of_the_patient_gets_what_its_own_band_gets() -> None:
    asked = "Bilirubin 2.4 mg/dl: which dose?"
    said = "At a bilirubin of 2.4 mg/dl the drug is given at 75% of the starting dose."
    assert not problem(said, BANDS, asked=asked)
    assert problem(said.replace("75%", "40%"), BANDS, asked=asked)
