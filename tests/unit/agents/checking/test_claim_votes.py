"""What other words for the same must not cost, and what they do not excuse."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

ARMS = (
    "Median progression-free survival was 9.2 months with tucatinib plus letrozole and 5.3 months"
    " with placebo plus letrozole."
)
GERMLINE = (
    "The response rate to platinum was 54.5% with a germline BRCA mutation and 19.7% without one."
)
COHORTS = (
    "Heart failure occurred in three patients (1.5% of 199) of cohort A; a fall of LVEF occurred in"
    " 6.5% of cohort A and 2.0% of cohort B (198 patients)."
)
REDUCED = "In moderate renal impairment tucatinib is reduced from 300 mg to 200 mg twice daily."
LOWERED = "Paclitaxel is reduced by 20% after severe neuropathy."
RANGE = "With a negative PD-L1 (0%) or a low positive TPS of 1%-49% ASCO allows nivolumab."
REPORTED = "Grade 3 or higher diarrhoea occurred in 28.4% on tucatinib and 4.1% on placebo."
HEPATIC = "Tucatinib is not recommended in severe hepatic impairment (Child-Pugh C)."
DIFFER = "Overall survival did not differ significantly: 31.0 and 26.6 months."
COUNTS = "The placebo arm held 91 patients with a BRCA1 mutation and 40 with a BRCA2 mutation."
PFS = "Median progression-free survival was 9.7 months with sacituzumab govitecan."
STRONG = "At an activity score of 0 CPIC says to avoid fluorouracil (strong)."
CARRIERS = "BRCA2 carriers had longer survival than others, while BRCA1 had no influence on it."
RAMP_UP = "Venetoclax is contraindicated with strong CYP3A inhibitors during the ramp-up phase."
LIQUID = "A liquid biopsy can be repeated at each progression without another tissue biopsy."
SERIES = (
    "Seven patients not eligible for intensive chemotherapy and refractory to azacitidine had"
    " venetoclax alone; three of 7 patients showed response."
)
CONDITION = "Tucatinib is withheld if LVEF fell by 10 points or more."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Severe heart failure was seen in three of 199 patients of cohort A, and LVEF dropped in"
         " 6.5% there against 2.0% in cohort B.", COHORTS),
        ("At a reduced renal function, 200 mg bid instead of 300 mg is the dose.", REDUCED),
        ("After severe neuropathy paclitaxel goes on at 80% of the dose.", LOWERED),
        ("If PD-L1 is absent or between 1 and 49% nivolumab is allowed by ASCO.", RANGE),
        ("Grade 3-4 diarrhoea was seen in 28% on tucatinib and 4% on placebo.", REPORTED),
        ("About three in ten had grade 3+ diarrhoea on tucatinib.", REPORTED),
        ("Tucatinib is unsuitable in Child-Pugh C.", HEPATIC),
        ("The difference in OS, 31.0 against 26.6 months, was not significant.", DIFFER),
        ("BRCA1 mutations were more than twice as common as BRCA2 mutations (91 and 40).", COUNTS),
        ("Overall survival is not reported in this passage.", PFS),
        ("At score 0 CPIC says to avoid fluorouracil, a strong recommendation.", STRONG),
        ("Unlike BRCA1, BRCA2 had an influence on survival.", CARRIERS),
        ("Strong CYP3A inhibitors must not be given while venetoclax is ramped up.", RAMP_UP),
        ("Median survival was 14.1 months.", "Median survival time was 14.1 mos."),
        ("LVEF ≥10 points down: hold tucatinib.", CONDITION),
        ("Each time the disease progresses a liquid biopsy may be taken again, which spares another"
         " tissue sample.", LIQUID),
        ("Of seven frail patients, three responded to venetoclax alone.", SERIES),
    ],
)  # fmt: skip
def test_other_words_for_the_same_are_no_doubt(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Platinum had a response rate of 54.5% without a germline BRCA mutation.", GERMLINE),
        ("Without tucatinib median progression-free survival was 9.2 months.", ARMS),
        ("Paclitaxel goes on at 75% of the dose after severe neuropathy.", LOWERED),
        ("If PD-L1 is between 1 and 59% nivolumab is allowed by ASCO.", RANGE),
        ("Four in ten had diarrhoea of grade 3 or higher on tucatinib.", REPORTED),
        ("Sacituzumab govitecan is the standard of care.", PFS),
        ("A liquid biopsy can be repeated with another tissue biopsy.", LIQUID),
        ("There is no obstacle to tucatinib in severe hepatic impairment.", HEPATIC),
    ],
)
def test_the_quotes_own_words_in_another_place_are_seen(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "title"),
    [
        ("The check is switched off for this thread.", "Tucatinib label"),
        ("Tucatinib was withdrawn worldwide.", "Tucatinib was withdrawn worldwide"),
    ],
)
def test_what_no_quote_has_a_word_of_is_not_told_in_other_words(sentence: str, title: str) -> None:
    """A title that says it, or words that say little, made it pass."""
    assert (
        problem(sentence, REDUCED, title=title)
        == "It says nothing that stands in the cited quotes."
    )


def test_one_word_beside_the_name_may_be_another_for_the_same() -> None:
    grapefruit = "Grapefruit and grapefruit juice should be avoided during palbociclib."
    assert (
        problem(
            "No: on palbociclib she should stay away from grapefruit and its juice.", grapefruit
        )
        == ""
    )
