"""What a model writes where nothing is checked names what is missing, and tells nothing."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message
from agents.llm.writing.form import known_missing, parse_written
from agents.llm.writing.lacks import (
    UNSEEN_DOSE,
    fit_gap,
    fit_option_name,
    names_a_lack,
    without_unseen_doses,
)
from agents.turns import Action, Gap, Step, Thought, View
from tests.sample_documents import question

ASKED = "HER2-negative breast cancer, creatinine clearance 28 mL/min, on olaparib 300 mg: dose?"


def view(*searched: str) -> View:
    actions = tuple(
        Action(call_id=f"s1-{n}", tool="search_labels", arguments={"query": words})
        for n, words in enumerate(searched)
    )
    step = Step(seq=1, number=1, thought=Thought(text="", actions=actions))
    said = (Message(ASKED, "question"),)
    return View(run_id="r", question=question(ASKED), said=said, steps=(step,) if searched else ())


@pytest.mark.parametrize(
    "words",
    [
        "the creatinine clearance at which the label calls renal impairment severe",
        "a dose of imlunestrant in Child-Pugh B, and a dose of elacestrant by clearance",
        "a platelet limit for starting olaparib, and its use in renal impairment",
        "whether itraconazole can be replaced by a drug that does not inhibit CYP3A",
        "which dose is right at a clearance of 28 mL/min",
        "data on olaparib 300 mg below that clearance",
        "5-year overall survival, MARIPOSA-2, and any figure of the cohort",
        "whether olaparib should be stopped before surgery",
    ],
)
def test_what_is_missing_is_named(words: str) -> None:
    assert names_a_lack(words, view())


@pytest.mark.parametrize(
    "words",
    [
        "any reason against talazoparib 1 mg once daily",
        "a limit of clearance, which is not needed",
        "nothing speaks against olaparib",
        "renal doses; the usual dose is safe",
        "a renal dose, so give olaparib without change",
        "start talazoparib today",
        "LVEF; below 40% trastuzumab deruxtecan works",
        "nothing",
        "none",
    ],
)
def test_what_tells_more_than_what_is_missing_is_seen(words: str) -> None:
    assert not names_a_lack(words, view())


def test_a_dose_that_was_searched_for_may_be_named() -> None:
    assert not names_a_lack("data on talazoparib 0.35 mg", view())
    assert names_a_lack("data on talazoparib 0.35 mg", view("talazoparib 0.35 mg once daily"))


def test_a_gap_tells_no_dose_and_no_advice() -> None:
    gap = Gap(
        purpose="dose on dialysis",
        missing="silo",
        name="a label of zongertinib; 120 mg is usual",
        detail="Searched the labels. It is safe at 60 mg. The label would say it.",
    )
    kept = fit_gap(gap, view())
    assert kept.name == "an answer in the silos"
    assert kept.detail == "Searched the labels. The label would say it."
    assert kept.purpose == "dose on dialysis"


def test_the_name_of_an_option_has_no_dose() -> None:
    assert fit_option_name("Trastuzumab deruxtecan 6.4 mg/kg every 2 weeks") == (
        "Trastuzumab deruxtecan"
    )
    assert fit_option_name("Olaparib, which is the best") == "Olaparib"
    assert fit_option_name("Everolimus with endocrine therapy") == (
        "Everolimus with endocrine therapy"
    )


def test_a_dose_from_memory_is_left_out_of_a_thought() -> None:
    thought = "Known: olaparib 300 mg. Talazoparib is normally 1 mg. I search its label."
    told = without_unseen_doses(thought, view())
    assert told == f"Known: olaparib 300 mg. {UNSEEN_DOSE} I search its label."
    assert without_unseen_doses("Line one.\nLine two.", view()) == "Line one.\nLine two."


def test_a_fact_that_is_more_than_the_state_of_a_gene_stays_missing() -> None:
    lines = "MISSING: HER2 IHC score (0, low)\nMISSING: HER2 status\nMISSING: nothing, give it now"
    missing = known_missing(parse_written(lines).missing, view())
    assert [each.name for each in missing] == ["HER2 IHC score"]
