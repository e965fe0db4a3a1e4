"""What a message of a thread asks that tells of a failure or of another alteration, behind a
question on named drugs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agents.extractive.question.context.added_facts import (
    asks_what_follows,
    doses_with_finding,
    supposes_finding,
)
from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

WARNING = "Osimertinib is stopped for good when QTc prolongation goes with arrhythmia."
FIRST = "Osimertinib is indicated for first-line EGFR-mutated non-small cell lung cancer."
LATER = (
    "Amivantamab is indicated for EGFR-mutated non-small cell lung cancer that progressed on an"
    " EGFR inhibitor."
)
ON_DRUG = "Metastatic NSCLC, EGFR exon 19 deletion, on osimertinib. QT precautions?"


def lung_shelf() -> FakeLibrary:
    return FakeLibrary(
        [
            document(
                "drug_information",
                "o",
                "Osimertinib",
                f"## Heart\n\n{WARNING}\n\n## Indications\n\n{FIRST}",
                drugs=["osimertinib"],
            ),
            document("drug_information", "a", "Amivantamab", LATER, drugs=["amivantamab"]),
        ]
    )


@pytest.mark.parametrize(
    "told",
    [
        "and if she progresses with MET amplification, what then?",
        "she progressed. What now?",
        "he has progressed on osimertinib, MET amplified. Now what?",
    ],
)
async def test_after_a_failure_the_next_treatment_is_asked_for(told: str) -> None:
    thread = Conversation(lung_shelf())
    await thread.ask(ON_DRUG)
    ending = await thread.ask(told)
    assert isinstance(ending, Answer)
    said = " ".join(each.text for each in ending.sentences)
    assert "Amivantamab is indicated" in said
    assert "QTc prolongation" not in said


async def test_what_was_only_asked_about_is_what_failed() -> None:
    thread = Conversation(lung_shelf())
    await thread.ask("Metastatic NSCLC, EGFR exon 19 deletion. Osimertinib dose?")
    ending = await thread.ask("she progressed after 9 months. What now?")
    assert isinstance(ending, Answer)
    said = " ".join(each.text for each in ending.sentences)
    assert "Amivantamab is indicated" in said
    assert FIRST not in said


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("Metastatic NSCLC, EGFR L858R. Options?", "she progressed on osimertinib. What now?"),
        (ON_DRUG, "no progression so far. What now?"),
        (ON_DRUG, "QTc 510 ms. What now?"),
    ],
)
def test_other_messages_ask_the_question_before_again(before: str, told: str) -> None:
    assert not asks_what_follows(told, parse_text(before).parts)


CHOICE = parse_text("Metastatic breast cancer, HER2-low. Alpelisib or T-DXd?").parts
DOSE = parse_text("Metastatic GIST, KIT exon 9 mutation. Imatinib dose?").parts
OPEN = parse_text("Metastatic breast cancer, HER2-low. Options?").parts


@pytest.mark.parametrize(
    ("told", "before", "supposed"),
    [
        ("and if ESR1 D538G shows up too?", CHOICE, True),
        ("what if ESR1 is mutated?", CHOICE, True),
        ("and elacestrant if ESR1 is mutated?", CHOICE, False),
        ("and if ESR1 wild-type?", CHOICE, False),
        ("and if ESR1 D538G shows up too?", OPEN, False),
        ("and the dose with ESR1 D538G?", CHOICE, False),
    ],
)
def test_an_alteration_opens_a_choice_between_drugs(
    told: str, before: Sequence[object], supposed: bool
) -> None:
    assert supposes_finding(told, before) is supposed  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("told", "asked"),
    [("and PDGFRA D842V instead?", True), ("and DPYD *2A?", False), ("and in CrCl 40?", False)],
)
def test_an_alteration_behind_a_dose_may_ask_for_another_drug(told: str, asked: bool) -> None:
    assert doses_with_finding(told, DOSE) is asked


async def test_the_drug_for_the_alteration_stands_beside_those_that_were_compared() -> None:
    shelf = [
        ("Elacestrant", "Elacestrant is indicated for ESR1-mutated metastatic breast cancer."),
        ("Alpelisib", "Alpelisib is indicated for PIK3CA-mutated metastatic breast cancer."),
        ("T-DXd", "Trastuzumab deruxtecan is indicated for HER2-low metastatic breast cancer."),
    ]
    library = FakeLibrary(
        [document("drug_information", name[0].lower(), name, text) for name, text in shelf]
    )
    thread = Conversation(library)
    await thread.ask("Metastatic breast cancer, HER2-low, PIK3CA H1047R. Alpelisib or T-DXd?")
    ending = await thread.ask("and if ESR1 D538G shows up too?")
    assert isinstance(ending, Answer)
    said = " ".join(each.text for each in ending.sentences)
    assert all(f"{drug} is indicated" in said for drug in ("Elacestrant", "Alpelisib"))
    assert "Trastuzumab deruxtecan is indicated" in said
