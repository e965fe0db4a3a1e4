"""Every drug that a message names is answered, or it is said that nothing shown is on it."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

DABRAFENIB = "Patients with G6PD deficiency are monitored for haemolytic anaemia on dabrafenib."
RASBURICASE = "Rasburicase is contraindicated in patients with G6PD deficiency."
LORLATINIB = "Lorlatinib is contraindicated with strong CYP3A inducers."
LIBRARY = {"dabrafenib": DABRAFENIB, "rasburicase": RASBURICASE, "lorlatinib": LORLATINIB}


async def answer_to(question: str) -> Answer:
    pages = [
        document("drug_information", drug, drug.capitalize(), f"## Use\n\n{text}\n", drugs=[drug])
        for drug, text in LIBRARY.items()
    ]
    ending = await Conversation(FakeLibrary(pages)).ask(question)
    assert isinstance(ending, Answer)
    return ending


async def test_a_drug_brought_up_behind_the_question_is_judged_too() -> None:
    ending = await answer_to("G6PD deficient, on dabrafenib. Safe? He may also need rasburicase")
    assert {DABRAFENIB, RASBURICASE} <= {each.text for each in ending.sentences}


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("On carbamazepine and apixaban. Lorlatinib next?", "apixaban"),
        ("Lorlatinib with carbamazepine? Takes sotalol, too.", "sotalol"),
    ],
)
async def test_what_is_taken_and_not_spoken_of_is_named(question: str, line: str) -> None:
    ending = await answer_to(question)
    told = [*ending.unweighed, *ending.not_found]
    assert any(line in each for each in told)


@pytest.mark.parametrize(
    "question",
    [
        "After crizotinib and alectinib, on carbamazepine. Lorlatinib next?",
        "lorlatinib + crizotinib with carbamazepine?",
        "lorlatinib-crizotinib with carbamazepine?",
    ],
)
async def test_what_was_had_and_partners_of_a_regimen_are_not_named(question: str) -> None:
    ending = await answer_to(question)
    assert not any("Nothing shown is on" in each for each in ending.not_found)


@pytest.mark.parametrize(
    ("question", "kinds", "last"),
    [
        ("DVT. tamoxifen ok in ER+ EBC? Or what instead", 2, frozenset()),
        ("tucatinib ok in HER2+ mbc? She might need clarithromycin too.", 2, {"tucatinib"}),
        ("lorlatinib dose? He is well and may travel.", 1, {"lorlatinib"}),
    ],
)
def test_no_clause_vanishes(question: str, kinds: int, last: frozenset[str]) -> None:
    parts = parse_text(question).parts
    assert len(parts) == kinds
    assert parts[-1].drugs == last


def test_instead_asks_for_others_and_tells_the_drug_last() -> None:
    part = parse_text("DVT. tamoxifen ok in ER+ EBC? Or what instead").parts[-1]
    assert part.kind == "therapy"
    assert part.instead_of == {"tamoxifen"}


@pytest.mark.parametrize(
    "question",
    [
        "EGFR exon 20 insertion NSCLC. Can I use osimertinib here? If not, what first?",
        "EGFR exon 20 insertion NSCLC. Osimertinib ok? if no, which drug would you give",
        "EGFR exon 20 insertion NSCLC. Can I give osimertinib, if not what first?",
        "EGFR exon 20 insertion NSCLC. Is osimertinib an option? Otherwise, what first",
    ],
)
def test_what_first_if_not_asks_for_others(question: str) -> None:
    first, last = parse_text(question).parts
    assert first.drugs == {"osimertinib"}
    assert (last.kind, last.drugs, last.instead_of) == ("therapy", frozenset(), {"osimertinib"})


def test_the_dose_if_so_stays_with_the_drug() -> None:
    last = parse_text("HR+ mBC. Ribociclib ok? If so, what dose").parts[-1]
    assert (last.kind, last.drugs) == ("dose", {"ribociclib"})


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("TNBC, PD-L1 negative. Which of pembrolizumab, olaparib, T-DXd?", "therapy"),
        ("carbamazepine, lorlatinib?", "interaction"),
    ],
)
def test_which_of_a_list_is_a_choice(question: str, kind: str) -> None:
    assert parse_text(question).parts[0].kind == kind


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ("Dabrafenib is given at 150 mg twice daily with trametinib.", 1),
        ("Dabrafenib is given at 150 mg twice daily with trametinib 2 mg once daily.", 0),
    ],
)
async def test_a_dose_that_is_not_told_of_a_partner_is_named(told: str, lines: int) -> None:
    page = document("drug_information", "d", "Dabrafenib", f"## Dose\n\n{told}\n")
    ending = await Conversation(FakeLibrary([page])).ask(
        "dabrafenib trametinib melanoma. the dose?"
    )
    assert isinstance(ending, Answer)
    assert [told in each.text for each in ending.sentences] == [True]
    assert ending.not_found == ("Nothing shown tells the dose of trametinib.",) * lines
