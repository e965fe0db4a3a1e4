"""Shares in words, one of a list, conditions that are waived, gains that are denied: held against
the part of the quote that is on the same thing."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

RESPONSES = (
    "Of 16 patients with KRAS G12C colorectal cancer treated with cetuximab-based therapy, one had"
    " a partial response, 6 stable disease and 9 progression."
)
KEPT = (
    "Of 67 patients tested again after the transformation, 58 kept their EGFR mutation, whereas"
    " T790M was kept in only 1 of 18."
)
TABLE = (
    "Of belinostat, nilotinib and pazopanib, only belinostat has a dose reduction by UGT1A1"
    " genotype in the FDA table."
)
LISTED = "After sorafenib, ASCO lists cabozantinib, or regorafenib where sorafenib was tolerated."
MEDIANS = (
    "Median progression-free survival of ovarian cancer was 9.3 months on niraparib and 3.9 months"
    " on placebo."
)
RELAPSES = "Relapse or death occurred in 38% with dabrafenib plus trametinib and 58% with placebo."
OVERALL = (
    "Median overall survival was 47.5 months with osimertinib plus platinum-pemetrexed and 37.6"
    " months with osimertinib alone."
)
EXPOSURE = (
    "The exposure to talazoparib was 43.0% higher in moderate and 163.3% higher in severe renal"
    " impairment than in normal renal function."
)
LVEF = "A left ventricular ejection fraction of at least 50% is required for PANKU-Lung02."
LACTATION = "Women do not breastfeed during olaparib and for 1 month after the last dose."
PREFERRED = "Alectinib has become the preferred first-line drug in place of crizotinib."
CASE = (
    "Where atezolizumab with bevacizumab is contraindicated, ASCO allows lenvatinib in the first"
    " line of hepatocellular carcinoma."
)
ENTRY = (
    "The sponsors of NCT04795661 expected colorectal cancer to be most frequent, but other"
    " localised MSI or dMMR tumours could enter."
)
LIES = [
    ("Most patients with KRAS G12C colorectal cancer had stable disease on cetuximab.", RESPONSES),
    ("T790M was usually kept after the transformation.", KEPT),
    ("EGFR mutations were rarely kept after the transformation.", KEPT),
    ("The FDA table reduces the nilotinib dose by UGT1A1 genotype.", TABLE),
    ("Regorafenib is an option also for those who did not tolerate sorafenib.", LISTED),
    ("Ovarian cancer gained no progression-free survival from niraparib.", MEDIANS),
    ("Relapse was no rarer on dabrafenib plus trametinib than on placebo.", RELAPSES),
    ("Osimertinib alone gave the longer overall survival.", OVERALL),
    ("Moderate renal impairment more than doubled the exposure to talazoparib.", EXPOSURE),
    ("An LVEF of 55% is too low for PANKU-Lung02.", LVEF),
    ("An LVEF of 45% is enough for PANKU-Lung02.", LVEF),
    ("Women may breastfeed as soon as olaparib is stopped.", LACTATION),
    ("Crizotinib remains the preferred first-line drug.", PREFERRED),
    ("Atezolizumab with bevacizumab is contraindicated in hepatocellular carcinoma.", CASE),
    ("Colorectal cancer was most frequent in NCT04795661.", ENTRY.partition(", but")[0] + "."),
]
HONEST = [
    ("Most patients with KRAS G12C colorectal cancer had progression.", RESPONSES),
    ("The EGFR mutation was usually kept after the transformation.", KEPT),
    ("T790M was rarely kept after the transformation.", KEPT),
    ("The FDA table reduces the belinostat dose by UGT1A1 genotype.", TABLE),
    ("Regorafenib is no option for those who did not tolerate sorafenib.", LISTED),
    ("Regorafenib is an option where sorafenib was tolerated.", LISTED),
    ("Median progression-free survival of ovarian cancer was longer on niraparib.", MEDIANS),
    ("Relapse or death was rarer on dabrafenib plus trametinib than on placebo.", RELAPSES),
    ("Osimertinib plus platinum-pemetrexed gave the longer overall survival.", OVERALL),
    ("Severe renal impairment more than doubled the exposure to talazoparib.", EXPOSURE),
    ("An LVEF of 45% is too low for PANKU-Lung02.", LVEF),
    ("Alectinib is the preferred first-line drug.", PREFERRED),
    ("Lenvatinib is a first-line choice in hepatocellular carcinoma when atezolizumab with"
     " bevacizumab is contraindicated.", CASE),
    ("Other localised dMMR tumours could enter NCT04795661.", ENTRY),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "quote"), LIES)
def test_a_lie_is_flagged(sentence: str, quote: str) -> None:
    assert problem(f"{sentence} [c1]", quote)


@pytest.mark.parametrize(("sentence", "quote"), HONEST)
def test_an_honest_sentence_is_not(sentence: str, quote: str) -> None:
    assert problem(f"{sentence} [c1]", quote) == ""
