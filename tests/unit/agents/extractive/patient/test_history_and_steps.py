"""A clot years ago is none under the drug; what a grade, a step or a total dose has is told."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from agents.turns import Abstention, Answer
from retrieval.derivation.derive import with_statements
from retrieval.documents import Document
from retrieval.ingestion.readers import read_documents
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

RISK = "A history of thromboembolism may raise the risk of clots on abemaciclib."


def shipped(corpus: Path, *names: str) -> FakeLibrary:
    paths = [corpus / "drug_information" / f"{name}.yaml" for name in names]
    return FakeLibrary([each for path in paths for each in entry(path)])


@cache
def entry(path: Path) -> tuple[Document, ...]:
    """Derived once for all tests: they only read it."""
    found = read_documents(path.parent.name, path, path.read_bytes())
    return tuple(with_statements(each) for each in found)


def label(*statements: str) -> FakeLibrary:
    text = "## Safety\n\n" + "\n\n".join(statements) + "\n"
    drugs = ["abemaciclib"]
    return FakeLibrary([document("drug_information", "a", "Abemaciclib", text, drugs=drugs)])


async def said(question: str, library: FakeLibrary) -> list[str]:
    ending = await Conversation(library).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(
    "question",
    [
        "Pat had a DVT 3 years ago. Can we give abemaciclib?",
        "prior PE in 2018, is abemaciclib ok?",
        "Pat with previous VTE, abemaciclib adjuvant?",
    ],
)
async def test_a_clot_before_the_drug_has_no_rule_for_one_under_it(
    question: str, corpus: Path
) -> None:
    shelf = shipped(corpus, "abemaciclib")
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Abstention)
    told = "what thromboembolism before the drug means for abemaciclib"
    assert ending.gap.name.endswith(f" on {told}")
    shelf.documents += label(RISK).documents
    assert RISK in await said(question, shelf)
    assert not [each for each in await said(question, shelf) if "suspended" in each]


@pytest.mark.parametrize(
    "question",
    [
        "developed DVT on abemaciclib, what to do?",
        "on abemaciclib since May, DVT last week. continue?",
    ],
)
async def test_a_clot_under_the_drug_has_its_rule(question: str, corpus: Path) -> None:
    first, *_ = await said(question, shipped(corpus, "abemaciclib"))
    assert "abemaciclib is suspended" in first


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        ("G3 diarrhoea on neratinib despite loperamide, new dose?", "200 mg, 160 mg and 120 mg"),
        ("neratinib: grade 3 diarrhoea again, which dose next?", "200 mg, 160 mg and 120 mg"),
        ("neratinib 240 mg, second time grade 3 diarrhoea, next dose?", "200 mg, 160 mg"),
        ("abemaciclib 150 mg bd, grade 3 diarrhoea again, new dose?", "100 mg and 50 mg"),
        ("abemaciclib grade 3 diarrhoea, reduce to what?", "100 mg and 50 mg"),
        ("palbociclib 125 mg grade 4 neutropenia, next dose?", "100 mg and then 75 mg"),
        ("T-DM1 3.6 mg/kg, grade 3 bilirubin, new dose?", "3 mg/kg and then 2.4 mg/kg"),
    ],
)
async def test_the_next_dose_is_told_with_the_rule_for_the_event(
    question: str, steps: str, corpus: Path
) -> None:
    drug = question.split()[3] if question.startswith("G3") else question.split()[0]
    name = drug.strip(":").replace("T-DM1", "trastuzumab-emtansine")
    told = await said(question, shipped(corpus, name))
    assert "grade 3" in told[0] or "grade 4" in told[0]
    assert any(steps in each for each in told)
    assert not [each for each in told if "Child-Pugh" in each or "thrombocytopenia" in each]


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        ("abemaciclib grade 3 diarrhea 2nd time, on 100 mg bid already", "when 50 mg twice daily"),
        (
            "palbociclib already at 100 mg, grade 4 neutropenia. what now?",
            "then 75 mg a day; below",
        ),
        ("tucatinib 200 mg bid, grade 3 diarrhoea despite loperamide", "150 mg is not tolerated"),
        ("ribociclib 400 mg, grade 3 ALT, second time", "below 200 mg a day it is discontinued"),
        ("T-DM1 platelets 22, at 3.0 mg/kg now", "2.4 mg/kg; beyond that it is discontinued"),
    ],
)
async def test_the_next_lower_dose_is_named_and_where_the_steps_end(
    question: str, steps: str, corpus: Path
) -> None:
    name = question.split()[0].replace("T-DM1", "trastuzumab-emtansine")
    rule, *others = await said(question, shipped(corpus, name))
    assert "grade 3" in rule or "grade 4" in rule
    assert [each for each in others if steps in each]


async def test_a_stop_for_good_gets_no_steps_of_a_reduction(corpus: Path) -> None:
    told = await said("neratinib grade 4 diarrhea at 200 mg", shipped(corpus, "neratinib"))
    assert not [each for each in told if "160 mg" in each]


async def test_a_dose_already_taken_is_no_question_of_its_own(corpus: Path) -> None:
    asked = "abemaciclib grade 3 diarrhea 2nd time, on 100 mg bid already"
    ending = await Conversation(shipped(corpus, "abemaciclib")).ask(asked)
    assert isinstance(ending, Answer)
    assert not ending.parts


async def test_the_rule_for_just_this_grade_comes_first(corpus: Path) -> None:
    told = await said("palbociclib grade 4 neutropenia", shipped(corpus, "palbociclib"))
    assert told[0].startswith("With grade 4 neutropenia palbociclib is withheld")


@pytest.mark.parametrize("question", ["T-DXd, ANC 0.8", "T-DXd ANC 0.4, what now?"])
async def test_how_often_an_event_came_is_no_rule_for_its_grade(
    question: str, corpus: Path
) -> None:
    told = await said(question, shipped(corpus, "trastuzumab-deruxtecan"))
    assert told[0].startswith("No rule at hand is on neutropenia grade")
    assert not [each for each in told if "16% of patients" in each]


@pytest.mark.parametrize(
    "question",
    [
        "doxorubicin, 420 mg/m2 so far, how much more?",
        "how much doxorubicin can she still have after 300 mg/m2?",
        "had AC x4 (doxorubicin 240 mg/m2), relapse now: room for more doxorubicin?",
        "doxorubicin cumulative 480 mg/m2, can we go on?",
        "500 mg/m2 of doxorubicin already, is any dose left?",
        "doxorubicin 300 mg/m2 received already, prior chest RT. How much can she still get?",
    ],
)
async def test_who_asks_for_what_is_left_is_told_the_limit_of_all_doses(
    question: str, corpus: Path
) -> None:
    (told,) = await said(question, shipped(corpus, "doxorubicin"))
    assert told.startswith("Cumulative doses of doxorubicin above 550 mg/m2")


async def test_the_plain_dose_per_area_is_told_as_before(corpus: Path) -> None:
    told = await said("doxorubicin mg/m2 alone?", shipped(corpus, "doxorubicin"))
    assert told[0].startswith("Doxorubicin alone is given at 60 to 75 mg/m2")


@pytest.mark.parametrize("words", ["QT worries?", "worried about QT"])
async def test_worries_about_the_rhythm_are_a_question_on_the_partners(
    words: str, corpus: Path
) -> None:
    question = f"ribociclib + ondansetron + citalopram. {words}"
    told = await said(question, shipped(corpus, "ribociclib"))
    assert "Drugs known to prolong the QT interval should be avoided with ribociclib." in told
    assert not [each for each in told if "480 ms" in each or "reduced" in each]


@pytest.mark.parametrize(
    ("question", "name", "steps"),
    [
        ("On olaparib 300 bid, needs to go down one step. what doses?", "olaparib", "250 mg"),
        ("abemaciclib 150 bid, need to go one level down. dose?", "abemaciclib", "100 mg"),
        ("niraparib 300, needs dose reduction for plts. What's the dose?", "niraparib", "200 mg"),
        ("lorlatinib 100 mg, reduce by one level - dose?", "lorlatinib", "75 mg"),
        ("capivasertib: how far down can I go? doses", "capivasertib", "320 mg"),
        ("neratinib: two steps down is how many mg", "neratinib", "200 mg, 160 mg"),
    ],
)
async def test_who_goes_down_is_not_told_the_dose_taken(
    question: str, name: str, steps: str, corpus: Path
) -> None:
    first, *_ = await said(question, shipped(corpus, name))
    assert "reduced" in first
    assert steps in first


@pytest.mark.parametrize(
    ("question", "dose"),
    [
        ("olaparib, CrCl 40, needs to be reduced. to which dose?", "200 mg twice daily"),
        ("She may need to step down later. Starting dose of olaparib?", "300 mg twice daily"),
    ],
)
async def test_an_organ_and_the_start_keep_their_dose(
    question: str, dose: str, corpus: Path
) -> None:
    first, *_ = await said(question, shipped(corpus, "olaparib"))
    assert dose in first


@pytest.mark.parametrize(
    ("question", "grade"),
    [
        ("on lorlatinib, grade 3 psychotic effects", "grade 2 or 3"),
        ("visual hallucinations grade 2 under lorlatinib, dose?", "grade 2 or 3"),
        ("lorlatinib, mood changes G2 - stop?", "grade 2 or 3"),
        ("altered mental status grade 4 on lorlatinib", "grade 4"),
        ("lorlatinib cognitive impairment, hold?", "grade 2 or 3"),
        ("pt is hallucinating on lorlatinib. manage?", "grade 2 or 3"),
    ],
)
async def test_what_a_ward_calls_effects_on_the_nervous_system(
    question: str, grade: str, corpus: Path
) -> None:
    first, *_ = await said(question, shipped(corpus, "lorlatinib"))
    assert "central nervous system" in first
    assert grade in first
