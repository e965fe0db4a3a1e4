"""Quotes that are tables, lists or rules in words: what belongs to one cell, place or head is not
told of another."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

EVENTS = (
    "Neutropenia was reported in 54% of patients on palbociclib plus letrozole, leucopenia in 19%"
    " and fatigue in 4%."
)
BRACKETS = (
    "Afatinib produced a partial response in 1 of 21 T790M-positive (5%) and 5 of 13 T790M-negative"
    " (38%) patients."
)
COUNTS = "Surgery was given to 11 patients (17%), and radiotherapy alone to 54 patients."
TIMES = "Overall survival at 24 and 36 months was 71.4% and 58.2%, respectively."
LATER_PAIR = (
    "The response rate was 60% with sacituzumab govitecan and 53% with chemotherapy, with a median"
    " duration of response of 16.5 and 9.2 months."
)
COMPARED = (
    "Survival was longer in the platinum-based than in the platinum-free group (8.8 versus 3.7"
    " months)."
)
ODDS = (
    "Predictors were poor differentiation (OR=4.67, p=0.001) and no adjuvant chemotherapy (OR=6.04,"
    " p<0.001)."
)
ULTRALOW = (
    "In the 153 patients with HER2-ultralow breast cancer the results were consistent with those in"
    " HER2-low disease."
)
GRADE_2 = "For grade 2 AST or ALT pembrolizumab is withheld and prednisone started."
GRADE_3 = "For grade 3 or 4 AST or ALT pembrolizumab is discontinued permanently."
INHIBITOR = (
    "Strong CYP3A4 inhibitors should be avoided with lapatinib; if one must be given, a reduction"
    " to 500 mg a day should be considered."
)
INDUCER = "Strong CYP3A4 inducers should be avoided with lapatinib."
AFTER_ALECTINIB = "For ALK-rearranged lung cancer after alectinib, ASCO allows lorlatinib."
AFTER_CRIZOTINIB = (
    "For ALK-rearranged lung cancer after crizotinib, ASCO advises alectinib, brigatinib or"
    " ceritinib."
)
V600K = "For BRAF V600K melanoma, CIViC records dabrafenib with trametinib."
V600E = "Vemurafenib with cobimetinib is FDA approved for melanoma with BRAF V600E, by CIViC."
HEADS = (
    "Among ACI/PAP tumours, alterations in the cell cycle and PI3K pathways were associated with"
    " recurrence; among MIP/SOL tumours, only PI3K alterations were associated with recurrence."
)
LEFT = "In left-sided colorectal cancer, ASCO recommends chemotherapy with an anti-EGFR antibody."
RIGHT = (
    "In right-sided colorectal cancer, ASCO recommends chemotherapy with an anti-VEGF antibody, not"
    " an anti-EGFR antibody."
)
ALLOWED = (
    "For squamous lung cancer ASCO advises pembrolizumab alone, and allows atezolizumab alone or"
    " cemiplimab alone."
)
REDUCED = "From 200 mg the dose falls to 100 mg; it is stopped if a second reduction is needed."


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("Leucopenia was reported in 54% of patients on palbociclib plus letrozole.", [EVENTS]),
        ("Afatinib produced a partial response in 38% of T790M-positive patients.", [BRACKETS]),
        ("Radiotherapy alone was given to 17% of patients.", [COUNTS]),
        ("Overall survival at 36 months was 71.4%.", [TIMES]),
        ("Responses lasted a median of 16.5 months with chemotherapy.", [LATER_PAIR]),
        ("Survival was 8.8 months in the platinum-free group.", [COMPARED]),
        ("Poor differentiation had an odds ratio of 6.04.", [ODDS]),
        ("In 153 patients with HER2-low breast cancer results were as in HER2-ultralow disease.",
         [ULTRALOW]),
        ("For grade 2 AST or ALT pembrolizumab is discontinued permanently.", [GRADE_2, GRADE_3]),
        ("With a strong CYP3A4 inducer lapatinib is reduced to 500 mg a day.",
         [INHIBITOR, INDUCER]),
        ("After alectinib, ASCO advises brigatinib or ceritinib.",
         [AFTER_ALECTINIB, AFTER_CRIZOTINIB]),
        ("Vemurafenib with cobimetinib is recorded by CIViC for BRAF V600K melanoma.",
         [V600K, V600E]),
        ("Among MIP/SOL tumours, cell cycle alterations were associated with recurrence.", [HEADS]),
        ("In right-sided colorectal cancer ASCO recommends an anti-EGFR antibody with"
         " chemotherapy.",
         [LEFT, RIGHT]),
        ("For squamous lung cancer ASCO advises cemiplimab alone.", [ALLOWED]),
        ("From 200 mg it is stopped if a third reduction is needed.", [REDUCED]),
    ],
)  # fmt: skip
def test_what_stands_in_another_cell_is_found(sentence: str, quotes: list[str]) -> None:
    assert problem(sentence, *quotes)


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("Leucopenia was reported in 19% of patients on palbociclib plus letrozole.", [EVENTS]),
        ("A partial response was seen in 5% with T790M-positive and 38% with T790M-negative"
         " tumours.", [BRACKETS]),
        ("Radiotherapy alone was given to 54 patients.", [COUNTS]),
        ("Overall survival was 58.2% at three years.", [TIMES]),
        ("Responses lasted a median of 16.5 against 9.2 months.", [LATER_PAIR]),
        ("Survival was 3.7 months in the platinum-free group.", [COMPARED]),
        ("Poor differentiation had an odds ratio of 4.67.", [ODDS]),
        ("Pembrolizumab is withheld at grade 2 and discontinued permanently at grade 3 or 4.",
         [GRADE_2, GRADE_3]),
        ("After crizotinib ASCO advises alectinib, brigatinib or ceritinib, and after alectinib it"
         " allows lorlatinib.", [AFTER_ALECTINIB, AFTER_CRIZOTINIB]),
        ("Only PI3K alterations were associated with recurrence in MIP/SOL tumours.", [HEADS]),
        ("In left-sided colorectal cancer ASCO recommends chemotherapy with an anti-EGFR antibody.",
         [LEFT, RIGHT]),
        ("For squamous lung cancer ASCO advises pembrolizumab alone.", [ALLOWED]),
        ("From 200 mg it is stopped if a second reduction is needed.", [REDUCED]),
    ],
)  # fmt: skip
def test_what_stands_in_its_own_cell_is_left(sentence: str, quotes: list[str]) -> None:
    assert not problem(sentence, *quotes)
