"""Values and their arms: which is whose, which arm did better, and whose an effect is."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

SURVIVAL = (
    "Median progression-free survival was 12.5 months with enfortumab vedotin and pembrolizumab and"
    " 6.3 months with platinum chemotherapy (hazard ratio 0.45, 95% CI 0.38 to 0.54)."
)
NESTED = (
    "Seven-year overall survival was 89.1% with trastuzumab emtansine and 84.4% with trastuzumab."
)
AT_TWO_YEARS = "Overall survival at 2 years was 44.9% with tucatinib and 26.6% with placebo."
NAMED = (
    "Median progression-free survival in PROFILE 1007 was 7.7 months with crizotinib and"
    " 3.0 months with chemotherapy."
)
BARE = (
    "Survival at 3 years was 92.0% with pertuzumab and 90.2% with placebo in node-positive disease"
    " (hazard ratio 0.77, 95% CI 0.62 to 0.96), and 97.5% and 98.4% in node-negative disease"
    " (hazard ratio 1.13, 95% CI 0.68 to 1.86)."
)
EFFECTS = (
    "Frequent adverse reactions were diarrhoea and nausea with pembrolizumab; with chemotherapy"
    " they were neutropenia and neuropathy."
)
RISK = (
    "The relative risk of a first recurrence in the CNS with trastuzumab was 1.35 (95% CI"
    " 1.02 to 1.78)."
)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("With platinum chemotherapy median PFS was 6.3 months, with enfortumab vedotin and"
         " pembrolizumab it was 12.5 months.", SURVIVAL),
        ("Median PFS was 12.5 versus 6.3 months with enfortumab vedotin and pembrolizumab versus"
         " platinum chemotherapy.", SURVIVAL),
        ("PFS was longer with enfortumab vedotin and pembrolizumab than with chemotherapy.",
         SURVIVAL),
        ("Enfortumab vedotin and pembrolizumab lowered the risk of progression by 55% against"
         " chemotherapy.", SURVIVAL),
        ("Seven-year overall survival was 84.4% with trastuzumab.", NESTED),
        ("Overall survival at 2 years was 26.6% with placebo.", AT_TWO_YEARS),
        ("PFS in PROFILE 1007 was 3.0 months with chemotherapy.", NAMED),
        ("In node-negative disease survival was 97.5% with pertuzumab against 98.4% with placebo.",
         BARE),
        ("Diarrhoea and nausea were frequent with pembrolizumab.", EFFECTS),
        ("Trastuzumab raised the risk of a first recurrence in the CNS by 35%.", RISK),
    ],
)  # fmt: skip
def test_a_value_may_stand_beside_its_arm_in_any_form(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Median PFS was 12.5 versus 6.3 months with platinum chemotherapy versus enfortumab"
         " vedotin and pembrolizumab.", SURVIVAL),
        ("PFS was longer with platinum chemotherapy than with enfortumab vedotin and"
         " pembrolizumab.", SURVIVAL),
        ("Chemotherapy lowered the risk of progression by 55% against enfortumab vedotin and"
         " pembrolizumab.", SURVIVAL),
        ("Seven-year overall survival was 89.1% with trastuzumab.", NESTED),
        ("Survival was higher with placebo than with tucatinib.", AT_TWO_YEARS),
        ("Pertuzumab improved survival in node-positive and node-negative disease alike.", BARE),
        ("Neutropenia was frequent with pembrolizumab.", EFFECTS),
        ("Trastuzumab lowered the risk of a first recurrence in the CNS.", RISK),
    ],
)  # fmt: skip
def test_a_value_keeps_its_arm(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) != ""
