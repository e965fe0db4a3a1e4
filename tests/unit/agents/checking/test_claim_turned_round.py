"""What is turned round without a number out of place: who did better, how often, for whom."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

RATIO = (
    "The hazard ratio for intracranial progression with lorlatinib against crizotinib was 0.06, and"
    " median time to intracranial progression with crizotinib was 16.4 months."
)
EVENTS = "Grade 3 adverse events occurred in 26% on alectinib and 52% on crizotinib."
ALIVE = "At 3 years 69% of patients on olaparib and 35% of those on placebo were alive."
SHARE = "Hepatotoxicity occurred in 10 of 12 healthy subjects on lorlatinib."
RISK = "ASCO allows nephrectomy for patients of favourable or intermediate risk."
GIVEN = "In patients aged 50 or younger ASCO advises against MammaPrint."
TESTED = "HERA assigned patients to trastuzumab for 1 year, for 2 years, or to observation."
WHOLE = "In the whole population progression-free survival was 9.4 months, regardless of ESR1."
DOSES = "In moderate renal impairment tucatinib is reduced from 300 mg to 200 mg."
WEEKS = "Blood counts are checked every 2 weeks for the first 2 months."
STATUS = "At performance status 0-1 ASCO advises pembrolizumab alone."
UNFIT = (
    "For adults who cannot take cisplatin, carboplatin is an option; else cisplatin is preferred."
)
GENES = (
    "With BRCA2 mutations survival was longer (31 against 22 months); BRCA1 had no influence on"
    " survival."
)
PROSTATE = "In prostate cancer with moderate renal impairment talazoparib is given at 0.35 mg."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Crizotinib was superior for intracranial control (HR 0.06).", RATIO),
        ("With lorlatinib the median time to intracranial progression was 16.4 months.", RATIO),
        ("Adverse events were twice as frequent on alectinib as on crizotinib.", EVENTS),
        ("At 3 years 35% on olaparib were alive.", ALIVE),
        ("Hepatotoxicity was seen in one of twelve healthy subjects on lorlatinib.", SHARE),
        ("Nephrectomy is for patients with intermediate or poor risk, ASCO says.", RISK),
        ("ASCO's advice on MammaPrint at 50 or younger is not given in the cited text.", GIVEN),
        ("Two years of trastuzumab were no better than one year in HERA.", TESTED),
        ("The 9.4 months apply to ESR1-mutated patients only.", WHOLE),
        ("In moderate renal impairment tucatinib stays at 300 mg.", DOSES),
        ("Blood counts are checked every 2 months.", WEEKS),
        ("ASCO advises pembrolizumab alone at performance status 2.", STATUS),
        ("Carboplatin is preferred to cisplatin.", UNFIT),
        ("BRCA2 had no influence on survival.", GENES),
    ],
)
def test_what_is_turned_round_is_seen(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


def test_the_patients_tumour_is_no_excuse_for_anothers_rule() -> None:
    asked = "Her2-negative breast cancer, creatinine clearance 41 mL/min: talazoparib?"
    told = "For her breast cancer with moderate renal impairment talazoparib is given at 0.35 mg."
    apart = "The dose of 0.35 mg is for prostate cancer, not for her breast cancer."
    assert problem(told, PROSTATE, asked=asked)
    assert problem(apart, PROSTATE, asked=asked) == ""


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Lorlatinib was superior for intracranial progression (HR 0.06).", RATIO),
        ("Adverse events were twice as frequent on crizotinib as on alectinib.", EVENTS),
        ("Ten of twelve healthy subjects had hepatotoxicity on lorlatinib.", SHARE),
        ("Blood counts are checked every 14 days for the first 2 months.", WEEKS),
        ("At performance status 1 ASCO advises pembrolizumab alone.", STATUS),
        ("HERA asked whether two years of trastuzumab are better than one.", TESTED),
    ],
)
def test_the_same_the_right_way_round_stands(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


def test_the_word_that_says_more_is_named_with_its_article() -> None:
    quote = "Drug A lengthened survival in HER2-low breast cancer."
    told = problem("There is no median survival for the whole trial.", quote)
    assert told == "“the whole” says more than the cited quotes do."
