"""What a message between colleagues states of their patient."""

from __future__ import annotations

import pytest

from agents.facts.discussed import stated_part, tells_of_another
from agents.facts.display.sheet_line import sheet_line
from agents.facts.read_sheet import Message, read_fact_sheet


def taken(text: str, *, is_first: bool = False) -> str:
    message = Message(stated_part(text, is_first=is_first), "thread")
    return sheet_line(read_fact_sheet((message,))).partition(": ")[2]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("54F TNBC progressed on carboplatin, PD-L1 CPS 20, what next?", "PD-L1 CPS 20"),
        ("54F TNBC progressed on carboplatin, PD-L1 CPS 20, what next?", "carboplatin"),
        ("ECOG is 1 and eGFR is 40, what would you give?", "eGFR 40"),
        ("I would give alpelisib, but HbA1c is 8.1 %.", "HbA1c 8.1%"),
        ("Capivasertib? She has diabetes.", "diabetes"),
        ("ESR1 D538G in the liquid biopsy, I think elacestrant is an option", "ESR1 D538G"),
        ("She progressed on T-DXd last week", "progressed on trastuzumab deruxtecan"),
    ],
)
def test_a_fact_is_taken_over(text: str, facts: str) -> None:
    assert facts in taken(text)


@pytest.mark.parametrize(
    "text",
    [
        "Capivasertib?",
        "PIK3CA mutated, right?",
        "Has she had a DPYD test?",
        "Is she HER2-low?",
        "I would give T-DXd.",
        "not with CrCl 41 without a dose reduction I guess",
        "If eGFR < 30, give half",
        "plan: start capivasertib on Monday",
        "In SOLAR-1 patients with PIK3CA mutation had a PFS of 11 months.",
        "Her mother had ovarian cancer.",
    ],
)
def test_what_is_asked_proposed_or_of_others_is_no_fact(text: str) -> None:
    assert taken(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "We had one on alpelisib with glucose of 300. eGFR was 20.",
        "My patient with the same mutation was a 71-year-old man with prostate cancer.",
        "I saw a similar case last year, ECOG 3.",
        "In my experience HER2-low tumours respond, one of our patients had an ECOG of 3.",
    ],
)
def test_what_is_told_of_another_patient_is_left_aside(text: str) -> None:
    assert tells_of_another(text, is_first=False)
    assert taken(text) == ""


def test_the_message_that_presents_the_case_tells_of_no_other_patient() -> None:
    case = "I saw a woman of 54 with HER2-low metastatic breast cancer."
    assert not tells_of_another(case, is_first=True)
    assert "HER2-low" in taken(case, is_first=True)
