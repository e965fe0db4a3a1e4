"""Where a list of denials, a history or a course ends, and the next finding begins."""

from __future__ import annotations

import pytest

from agents.facts.display.sheet_line import sheet_line
from agents.facts.read_sheet import read_fact_sheet
from tests.unit.agents.facts.phrases import said


def line_of(text: str) -> str:
    return sheet_line(read_fact_sheet([said(text)]))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("T-DXd C8 w/o PD, ILD G2", "interstitial lung disease grade 2"),
        ("without symptoms, pneumonitis on CT. T-DXd", "interstitial lung disease"),
        ("without fever, neutropenia G4", "neutropenia grade 4"),
        ("CLL without cirrhosis, HBV+", "hepatitis B"),
        ("no FHx, germline BRCA2 pos. PDAC", "germline BRCA2 alteration"),
        ("FHx unremarkable, gBRCA2 pos. PDAC", "germline BRCA2 alteration"),
        ("PIK3CA H1047R, BRCA2 likely benign. mBC", "PIK3CA H1047R"),
        ("HER2 0 -> 1+ -> 3+. mBC", "HER2-positive"),
        ("HCC Child-Pugh A5 -> A6 -> B8", "Child-Pugh B"),
    ],
)
def test_the_next_finding_is_there(text: str, told: str) -> None:
    line = line_of(text)
    assert told in line
    assert f"no {told}" not in line
    assert f"{told}: absent" not in line


@pytest.mark.parametrize(
    ("text", "untold"),
    [
        ("denies alcohol, hepatitis C. HCC", "hepatitis C"),
        ("without symptoms, hepatitis B, hepatitis C", "hepatitis B"),
        ("without ILD, pneumonitis on CT", "interstitial lung disease"),
        ("strong FHx, diabetes", "diabetes"),
        ("strong FHx of cancer, BRCA2 carriers", "BRCA2 alteration"),
        ("LVEF 60 -> 48 -> 2 weeks off trastuzumab", "LVEF 2"),
        ("eGFR 60 -> 35 -> 2nd line", "eGFR 2"),
        ("without diabetes, hypertension, HIV", "HIV infection"),
        ("mother BRCA2 pos, no cancer herself", "BRCA2 alteration"),
        ("PET neg for mets. BC cT3N1", "metastatic"),
        ("MRI neg for brain mets. NSCLC IIIA", "metastatic"),
        ("AML FLT3-ITD in CR1", "creatinine"),
        ("EGFR L858R (AF 22%), ALK neg. NSCLC", "atrial fibrillation"),
        ("BRAF V600E (PCR). melanoma", "residual disease"),
    ],
)
def test_nothing_is_made_up(text: str, untold: str) -> None:
    line = line_of(text)
    rest = line.replace(f"no {untold}", "").replace(f"not {untold}", "")
    assert untold not in rest
