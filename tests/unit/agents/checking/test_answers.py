"""The draft held against what the run observed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.checking.answers import check_draft, decide_ending
from agents.matching.verdicts import Judgement, Verdict
from agents.turns import (
    Abstention,
    Action,
    Answer,
    Citation,
    Draft,
    DraftSentence,
    Failed,
    Finding,
    Observation,
    Step,
    Thought,
    View,
)
from retrieval.documents import DocumentRef
from retrieval.statements.model import Statement
from tests.sample_documents import question

QUOTES = {
    "c1": "The recommended dose of olaparib is 300 mg taken orally twice daily.",
    "c2": "Osimertinib did not improve survival in patients without EGFR T790M.",
    "c3": "Median overall survival was longer, 10.1 months, in 120 patients aged ≥18 years.",
    "c4": "In NCT03529110 the response rate was 41.5%.",
}


def citation(key: str, quote: str) -> Citation:
    return Citation(
        key=key,
        ref=DocumentRef("pubmed", key, "1"),
        title="About the study",
        organisation="",
        url="",
        date="",
        quote=quote,
        start=0,
        end=len(quote),
        match="exact",
        status="confirmed",
    )


def view(text: str = "What is known?", quotes: dict[str, str] = QUOTES) -> View:
    findings = tuple(
        Finding(text=quote, citations=(citation(key, quote),)) for key, quote in quotes.items()
    )
    seen = Observation(call_id="s1a1", tool="search_pubmed", outcome="data", findings=findings)
    thought = Thought(text="", actions=(Action(call_id="s1a1", tool="search_pubmed"),))
    step = Step(number=1, seq=2, thought=thought, observations=(seen,))
    return View(run_id="run", question=question(text), steps=(step,))


def problem(text: str, *keys: str, asked: str = "What is known?") -> str:
    answer = check_draft(Draft(sentences=(DraftSentence(text=text, keys=keys),)), view(asked))
    (sentence,) = answer.sentences
    assert sentence.verified == (not sentence.problem)
    return sentence.problem


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (QUOTES["c1"], "c1"),
        ("Olaparib is taken at 300 mg twice daily.", "c1"),
        ("Olaparib: 300mg BID.", "c1"),
        ("Without EGFR T790M, osimertinib brought no benefit.", "c2"),
        ("Patients aged 18 years or older lived a median of 10.1 months.", "c3"),
        ("The response rate was 41.5 percent in NCT03529110.", "c4"),
    ],
)
def test_a_sentence_that_its_quote_supports_is_verified(text: str, key: str) -> None:
    assert problem(text, key) == ""


@pytest.mark.parametrize(
    ("text", "key", "about"),
    [
        ("Olaparib is taken at 400 mg twice daily.", "c1", "400 mg"),
        ("Olaparib is taken at 300 µg twice daily.", "c1", "300 μg"),
        ("Olaparib is taken at 300 mg three times daily.", "c1", "3 time"),
        ("Olaparib is taken at 300 mg once daily.", "c1", "1 time"),
        ("Talazoparib is taken at 300 mg twice daily.", "c1", "Talazoparib"),
        ("Osimertinib improves survival without EGFR T790M.", "c2", "deny"),
        ("Osimertinib did not improve survival without EGFR C797S.", "c2", "c797s"),
        ("Olaparib is not recommended at 300 mg twice daily.", "c1", "denies"),
        ("Median overall survival was shorter, 10.1 months.", "c3", "opposite"),
        ("Median overall survival was longer, 10.1 weeks.", "c3", "10.1 week"),
        ("All 120 patients were younger than 18 years.", "c3", "<18"),
        ("In NCT03529111 the response rate was 41.5%.", "c4", "nct03529111"),
        ("In NCT0352911 the response rate was 41.5%.", "c4", "nct0352911"),
        ("The response rate was 14.5% in NCT03529110.", "c4", "14.5%"),
        ("The response rate was 41.5% in KRAS disease in NCT03529110.", "c4", "KRAS"),
    ],
)
def test_a_sentence_that_its_quote_does_not_support_is_not(text: str, key: str, about: str) -> None:
    assert about in problem(text, key)


REPOTRECTINIB = "Repotrectinib is indicated for ROS1-positive non-small cell lung cancer."


@pytest.mark.parametrize(
    ("condition", "stands"), [("ROS1 fusion", True), ("ALK fusion", False), ("age over 90", False)]
)
def test_what_the_comparison_leaves_open_may_stand_before_a_quote(
    condition: str, *, stands: bool
) -> None:
    seen = view("NSCLC ROS1, what now?", {"c1": REPOTRECTINIB})
    open_marker = Verdict("marker", "silent", missing="ROS1 fusion")
    statement = Statement(id="a", kind="indication", spans=((0, len(REPOTRECTINIB)),))
    judgement = Judgement(statement, 0, (open_marker,))
    (step,) = seen.steps
    (observation,) = step.observations
    findings = tuple(replace(each, judgements=(judgement,)) for each in observation.findings)
    step = replace(step, observations=(replace(observation, findings=findings),))
    sentence = DraftSentence(text=f"Only with {condition}: {REPOTRECTINIB}", keys=("c1",))
    (told,) = check_draft(Draft(sentences=(sentence,)), replace(seen, steps=(step,))).sentences
    assert told.verified == stands


def test_a_sentence_without_a_citation_is_not_verified() -> None:
    assert problem("Olaparib is a PARP inhibitor.") == "It cites no source."


def test_unknown_keys_are_dropped() -> None:
    assert problem(QUOTES["c1"], "c9") == "It cites no source."
    answer = check_draft(
        Draft(sentences=(DraftSentence(text=QUOTES["c1"], keys=("c9", "c1", "c1")),)), view()
    )
    assert answer.sentences[0].keys == ("c1",)


def test_the_patients_own_facts_may_be_repeated() -> None:
    text = "At 64 years, olaparib is taken at 300 mg twice daily."
    assert "64" in problem(text, "c1")
    assert problem(text, "c1", asked="Dose for a patient of 64 years?") == ""


def test_a_drug_must_come_from_the_sources_even_if_it_was_asked_for() -> None:
    asked = "What is the dose of talazoparib?"
    assert "Talazoparib" in problem(
        "Talazoparib is taken at 300 mg twice daily.", "c1", asked=asked
    )


def test_citations_come_in_the_order_of_first_use() -> None:
    draft = Draft(
        sentences=(
            DraftSentence(text=QUOTES["c3"], keys=("c3",)),
            DraftSentence(text=QUOTES["c1"], keys=("c1", "c3")),
        )
    )
    assert [each.key for each in check_draft(draft, view()).citations] == ["c3", "c1"]


def test_an_answer_of_which_nothing_is_verified_is_a_failure() -> None:
    draft = Draft(sentences=(DraftSentence(text="Give 900 mg.", keys=("c1",)),))
    ending = decide_ending(draft, view())
    assert isinstance(ending, Failed)
    assert ending.error == "AnswerUnverified"
    (drafted,) = ending.removed
    assert "900 mg" in drafted.problem
    assert "900 mg" not in ending.reason


def test_an_answer_without_any_evidence_is_a_gap() -> None:
    draft = Draft(sentences=(DraftSentence(text="Give 900 mg."),), not_found=("No dose.",))
    ending = decide_ending(draft, replace(view(), steps=()), tried=("PubMed",))
    assert isinstance(ending, Abstention)
    assert (ending.gap.missing, ending.gap.detail, ending.tried) == (
        "silo",
        "No dose.",
        ("PubMed",),
    )


def test_an_answer_that_is_partly_verified_says_which_part() -> None:
    draft = Draft(
        sentences=(
            DraftSentence(text=QUOTES["c1"], keys=("c1",)),
            DraftSentence(text="It cures everyone."),
        )
    )
    ending = decide_ending(draft, view(), limited="Time was up.")
    assert isinstance(ending, Answer)
    assert [sentence.verified for sentence in ending.sentences] == [True, False]
    assert ending.limited == "Time was up."
