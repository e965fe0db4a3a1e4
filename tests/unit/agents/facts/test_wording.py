"""One line for people, one object for programs."""

from __future__ import annotations

import pytest

from agents.facts.display.json_object import fact_object
from agents.facts.display.sheet_line import is_worth_showing, sheet_line
from tests.unit.agents.facts.phrases import sheet_of

CASE = (
    "54-year-old woman, postmenopausal, metastatic breast cancer with bone metastases, ER-positive,"
    " IHC 1+, EGFR L858R, no T790M, germline BRCA negative, progressed on letrozole + palbociclib,"
    " CrCl 44, ECOG 1. What next?"
)


def test_the_line_of_a_case() -> None:
    assert sheet_line(sheet_of(CASE)) == (
        "What I understood: woman, 54, postmenopausal · metastatic breast cancer (bone) · "
        "ER-positive, HER2-low (from IHC 1+) · EGFR L858R: present · EGFR T790M: absent · "
        "germline BRCA1/BRCA2 alteration: absent · "
        "progressed on letrozole + palbociclib (line 1) · creatinine clearance 44 mL/min · "
        "moderate renal impairment (from CrCl 44) · ECOG 1"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("HER2-negative", "HER2-negative"),
        ("IHC 0", "HER2-negative, not HER2-low (from IHC 0)"),
        ("IHC 2+", "HER2 IHC 2+"),
        ("IHC 2+, ISH negative", "HER2-low (from IHC 2+, ISH negative)"),
        ("BRCA2 VUS", "BRCA2 alteration: of uncertain significance"),
        ("CPS 5", "PD-L1 CPS 5"),
        ("TMB 3", "not TMB-high (from TMB 3)"),
        ("EGFR wild type", "EGFR alteration: absent"),
        ("LVEF 47%", "LVEF 47%"),
        (
            "takes fluconazole",
            "takes fluconazole (strong CYP2C19 inhibition, moderate CYP3A inhibition)",
        ),
        ("creatinine 2.1 mg/dL", "creatinine 2.1 mg/dL"),
        ("TNBC", "triple-negative breast cancer"),
        ("over 65", "age at least 65"),
        ("intolerant of palbociclib", "did not tolerate palbociclib"),
    ],
)
def test_each_polarity_is_visible(text: str, words: str) -> None:
    assert words in sheet_line(sheet_of(text))


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        (CASE, True),
        ("54-year-old woman with TNBC", True),
        ("TNBC progressed on T-DXd", True),
        ("Olaparib in breast cancer with CrCl 44?", False),
        ("HER2-low breast cancer: which drug?", False),
        ("Which drug for patients over 65 with TNBC?", False),
        ("CrCl 44", False),
        ("Hello!", False),
        ("EGFR L858R, no T790M, LVEF 47%", True),
    ],
)
def test_a_general_question_has_no_line(text: str, worth: bool) -> None:
    assert is_worth_showing(sheet_of(text)) is worth


def test_a_fact_as_json() -> None:
    facts = {each["text"]: each for each in map(fact_object, sheet_of(CASE).facts)}
    low = facts["HER2-low"]
    assert (low["name"], low["polarity"], low["value"]) == ("HER2", "present", "low")
    assert low["derived"]["inputs"] == ["IHC 1+"]
    absent = facts["EGFR T790M: absent"]
    assert (absent["name"], absent["state"], absent["polarity"]) == ("EGFR", "T790M", "absent")
    assert CASE[slice(*absent["span"])] == "no T790M"
    assert (absent["said_by"], absent["where"], absent["derived"]) == ("U0ANA", "thread", None)
    therapy = facts["progressed on letrozole + palbociclib (line 1)"]
    assert (therapy["name"], therapy["outcome"]) == ("letrozole + palbociclib", "progressed")
    renal = facts["creatinine clearance 44 mL/min"]
    assert (renal["value"], renal["unit"]) == (44, "mL/min")
    assert facts["age 54"]["value"] == 54
