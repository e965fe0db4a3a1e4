"""A model that asks the person something, and what the answer to it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.llm.conversation.messages import question_text
from agents.llm.writing.gaps import asked_of_person
from agents.llm.writing.request import answer_request
from agents.replies.fact_replies import gives_fact
from agents.turns import Gap, Step, Thought, View
from tests.sample_documents import question

VIEW = View(run_id="r", question=question("What next?"))


@pytest.mark.parametrize(
    "said",
    [
        "What is the patient's HER2 status?",
        "Before I search: is this first line or later?",
        "I need to know the stage to look this up.",
        "Has he received platinum? If so, when did it end?",
        "The question does not name a drug. Which drug should I look up?",
        "What tumour does the patient have? With that I can search the guidelines.",
        "I'd need her QTc before I can say anything.",
        "I'm missing the histology. Squamous or adenocarcinoma?",
    ],
)
def test_what_is_asked_of_the_person_is_a_missing_fact(said: str) -> None:
    gap = asked_of_person(said, VIEW)
    assert gap is not None
    assert gap.missing == "fact"
    assert gap.asks
    assert gap.asks in said


@pytest.mark.parametrize(
    "said",
    [
        "READY\nOlaparib is reduced to 200 mg. Is she on dialysis? [c1]",
        "NO ANSWER",
        "I will check the label first. Does it mention dialysis?",
        "Not found: which dose applies on dialysis.",
        "Would 300 mg be right for her? Start olaparib now.",
        "Olaparib is approved here. Anything else?",
        "Does the guideline recommend it?",
        "Shall I search PubMed as well?",
        "I found nothing on tarlatamab. Would you like me to search the trials?",
    ],
)
def test_words_on_sources_and_claims_ask_nobody(said: str) -> None:
    assert asked_of_person(said, VIEW) is None


@pytest.mark.parametrize(
    "said", ["the tumour's", "No.", "yes, since May", "the second of the two", "62 kilos", "BRCA2"]
)
def test_any_words_answer_what_a_model_asked(said: str) -> None:
    assert gives_fact(said, "answer")


@pytest.mark.parametrize(
    "said",
    ["Thanks!", "ok, will do", "let me check", "why do you ask?", "again", "show it as a table"],
)
def test_thanks_wishes_and_questions_answer_nothing(said: str) -> None:
    assert not gives_fact(said, "answer")


def test_what_was_asked_is_told_beside_the_answer_to_it() -> None:
    gap = Gap(purpose="p", missing="fact", name="n", asks="Is she on warfarin?")
    step = Step(number=1, seq=2, thought=Thought(text="", gap=gap))
    resumed = replace(VIEW, earlier_steps=(step,), additions=("No.",))
    told = question_text(resumed)
    assert told.index("Is she on warfarin?") < told.index("No.")
    assert "Is she on warfarin?" in answer_request(resumed)[0]
    assert "You asked" not in question_text(replace(VIEW, additions=("ECOG 1",)))
