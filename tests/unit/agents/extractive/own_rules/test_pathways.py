"""What is given first, second and third, by marker: rows that are compared by their markers and
their tumour."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.pathways.pathway_rules import pathway_rules
from agents.extractive.own_rules.rules_of_document import rules_of

PATHWAYS = """# Pathways: lung and colorectal

## NSCLC, stage IV, ECOG 0–1

| Biomarker | 1L | 2L | 3L |
| EGFR del19 / L858R | osimertinib | carboplatin + pemetrexed | docetaxel |
| EGFR exon 20 insertion | carboplatin + amivantamab | docetaxel | trial |
| ROS1 | entrectinib | lorlatinib | board |
| KRAS G12C | as no driver | sotorasib | docetaxel |
| No driver, PD-L1 ≥ 50 % | cemiplimab | carboplatin + pemetrexed | docetaxel |
| No driver, PD-L1 1–49 % | carboplatin + pembrolizumab | docetaxel | gemcitabine |

## Colorectal, metastatic

| Molecular | First line | Second line |
| RAS/BRAF wt | FOLFOX + panitumumab | FOLFIRI + aflibercept |
| RAS mut | CAPOX + bevacizumab | FOLFIRI + bevacizumab |
| BRAF V600E | FOLFOXIRI | encorafenib + cetuximab |

## Clinics

| Clinic | Day | New referrals by |
| Sarcoma | every Wednesday | Tuesday 10:00 |
| Skin | every Friday | Thursday noon |

## Biopsy

- At progression on osimertinib: liquid biopsy first, tissue only if plasma is negative.
"""
RULES = rules_of(PATHWAYS, "Pathways: lung and colorectal")


def rows(question: str, *, asks_own: bool = True) -> list[str]:
    return [each.rule.own for each in pathway_rules(question, RULES, asks_own=asks_own)]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("ROS1 lung, progressed on entrectinib, what's our 2L?", "lorlatinib"),
        ("ROS1 NSCLC after crizotinib, which second line do we give?", "lorlatinib"),
        ("our first line for EGFR L858R NSCLC?", "osimertinib"),
        ("EGFR exon 20 insertion NSCLC, our first line", "amivantamab"),
        ("KRAS G12C lung, pretreated, what do we use second line", "sotorasib"),
        ("PD-L1 20% NSCLC without driver, our first line", "pembrolizumab"),
        ("EGFR negative, ALK negative, PD-L1 70%, lung: our first line?", "cemiplimab"),
        ("EGFR/ALK wt PD-L1 80% NSCLC, our 1L", "cemiplimab"),
        ("BRAF V600E mCRC, our second line?", "encorafenib"),
    ],
)
def test_a_choice_is_looked_up_in_the_row_of_its_marker_alone(question: str, told: str) -> None:
    assert [told in each for each in rows(question)] == [True]


@pytest.mark.parametrize(
    "question",
    [
        "KRAS G12D lung, our second line",
        "RET fusion lung, our first line?",
        "HER2 mutated lung, what do we give first line",
        "ROS1 breast cancer, our first line",
        "RET fusion, PD-L1 70% NSCLC, our first line",
        "KRAS mutated pancreatic cancer, our first line",
        "ROS1 lung, ECOG 3, our first line",
        "triple-negative breast cancer, our first line",
    ],
)
def test_no_row_of_another_marker_tumour_or_state_is_told(question: str) -> None:
    assert not rows(question)


def test_without_a_word_for_the_own_hospital_only_what_is_said_whole_is_told() -> None:
    assert rows("progression on osimertinib: tissue or liquid biopsy first?", asks_own=False)
    assert not rows("EGFR L858R NSCLC, first line?", asks_own=False)


def test_a_tumour_alone_makes_no_choice_of_what_a_row_tells_beside_treatment() -> None:
    (told,) = rows("when do new sarcoma referrals have to be in", asks_own=False)
    assert "Tuesday" in told
    assert not rows("sarcoma, second line?", asks_own=False)


def test_a_row_whose_cell_points_to_another_is_not_told_for_that_one() -> None:
    told = rules_told("stage IV NSCLC without driver, PD-L1 60%", RULES, named=True)
    assert ["KRAS" in each.rule.own for each in told] == [False]
