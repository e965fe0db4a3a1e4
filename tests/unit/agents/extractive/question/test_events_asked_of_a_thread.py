"""How often an event is seen differs from drug to drug."""

from __future__ import annotations

from itertools import pairwise

import pytest

from agents.extractive.question.parsing import parse_question, parse_text
from agents.facts.read_sheet import Message
from agents.matching.sub_question import SubQuestion
from agents.turns import Question, ThreadKey, Turn, View


def last_part(*asked: str) -> SubQuestion:
    thread = ThreadKey("T", "C", "1")
    turns = tuple(
        Turn(run_id=f"r{place}", question=text, answer="", outcome="gap")
        for place, (text, _) in enumerate(pairwise(asked))
    )
    question = Question(thread=thread, asker="U", text=asked[-1])
    view = View(
        run_id="now", question=question, turns=turns, said=tuple(Message(each) for each in asked)
    )
    return parse_question(view, ()).parts[0]


@pytest.mark.parametrize("drug", ["dose of palbociclib?", "osimertinib dose?", "imatinib dose?"])
def test_how_often_an_event_is_seen_is_asked_of_the_drug_of_the_thread(drug: str) -> None:
    event = last_part(drug, "how often is neutropenia seen?")
    assert (event.kind, event.drugs) == ("rate", last_part(drug).drugs)
    assert not event.lacks_drug


@pytest.mark.parametrize(
    "text",
    [
        "what is rs1799853?",
        "official symbol of CD20?",
        "first line for PIK3CA-mutant HR+ disease?",
        "what did Ben suggest?",
        "what is the capital of France?",
    ],
)
def test_another_subject_takes_no_drug_over(text: str) -> None:
    assert not last_part("dose of capecitabine?", text).drugs


@pytest.mark.parametrize(
    "text",
    [
        "how often is neutropenia seen?",
        "how often was there ILD?",
        "how often is there grade 3 diarrhoea?",
        "how frequently was pneumonitis seen?",
        "how commonly is there severe rash?",
        "how often were infusion reactions reported?",
        "how often did ILD occur?",
        "how often did patients get ILD?",
        "how often does it cause severe rash?",
        "how many had pneumonitis?",
        "how many patients got grade 3 diarrhoea?",
        "How frequent is pneumonitis?",
        "incidence of rash?",
    ],
)
def test_how_often_an_event_is_seen_needs_a_drug(text: str) -> None:
    (asked,) = parse_text(text).parts
    assert asked.kind == "rate"
    assert asked.lacks_drug


@pytest.mark.parametrize(
    "text", ["how often do you check for ILD?", "how often do we monitor LVEF?"]
)
def test_how_often_something_is_checked_is_no_rate(text: str) -> None:
    assert [part.kind for part in parse_text(text).parts] == ["monitoring"]


@pytest.mark.parametrize("text", ["how often is it given?", "how often is denosumab injected?"])
def test_how_often_a_drug_is_given_is_no_rate(text: str) -> None:
    assert all(part.kind == "dose" for part in parse_text(text).parts)


@pytest.mark.parametrize(
    "beside",
    [
        "she's now been started on fluconazole for oral thrush, 200 mg daily - does that change"
        " the tablets?",
        "now on fluconazole 200 mg for thrush. Problem?",
    ],
)
def test_what_is_taken_beside_is_asked_of_the_drug_of_the_thread(beside: str) -> None:
    dose = "BRCA2 ovarian cancer, had carboplatin/paclitaxel. Olaparib dose for maintenance?"
    part = last_part(dose, beside)
    assert (part.kind, part.drugs) == ("interaction", {"olaparib"})
    value = last_part(dose, beside, "and if her Hb comes back at 7.4?")
    assert (value.kind, value.drugs) == ("adverse", {"olaparib"})


def test_a_drug_named_in_a_follow_up_is_the_one_asked_about() -> None:
    dose = "EGFR NSCLC, progressed on erlotinib, T790M. Osimertinib dose?"
    assert last_part(dose, "on rifampicin for TB. Interaction with erlotinib?").drugs == {
        "erlotinib"
    }
