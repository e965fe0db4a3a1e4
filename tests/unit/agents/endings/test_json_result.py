"""The object that scripts and evaluations read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agents.endings.json_result import result_object
from agents.endings.plaintext import plain_ending
from agents.turns import (
    Abstention,
    Answer,
    Ending,
    Failed,
    Reply,
    Sentence,
    Step,
    Stopped,
    Usage,
    View,
)
from tests.shelf import QUESTION
from tests.unit.agents.journal.test_view import (
    ANSWER,
    CITATION,
    FOUND,
    GAP,
    NOTHING,
    THOUGHT,
    USAGE,
)

STEP = Step(number=1, seq=2, thought=THOUGHT, observations=(FOUND, NOTHING))
ENDED = View(
    run_id="run",
    question=QUESTION,
    steps=(STEP,),
    ending=replace(
        ANSWER,
        sentences=(
            Sentence(text="It works.", keys=("c1",), verified=True),
            Sentence(text="It cures.", keys=(), verified=False, problem="It cites no source."),
        ),
    ),
    usage=(USAGE, USAGE),
)


def test_the_object_has_exactly_the_fields_of_the_design() -> None:
    result = result_object(ENDED, 1.23456)
    assert list(result) == [
        "run_id", "question", "outcome", "answer", "sentences", "citations", "gap", "steps",
        "usage", "seconds",
    ]  # fmt: skip
    assert result["sentences"] == [
        {"text": "It works.", "citations": ["c1"], "verified": True},
        {"text": "It cures.", "citations": [], "verified": False},
    ]
    assert result["citations"] == [
        {
            "key": "c1",
            "silo": "pubmed",
            "document_id": "1",
            "version": "2",
            "title": "T",
            "url": "https://example.org",
            "quote": "Words as they stand.",
            "start": 3,
            "end": 23,
            "badge": CITATION.badge,
        }
    ]
    (step,) = result["steps"]
    assert list(step) == ["seq", "thought", "actions", "observations"]
    assert step["actions"][0] == {"tool": "search_pubmed", "arguments": {"query": "alpha"}}
    assert list(step["observations"][0]) == ["tool", "outcome", "detail", "insights", "documents"]
    assert (result["outcome"], result["gap"], result["seconds"]) == ("answer", None, 1.235)
    assert json.loads(json.dumps(result)) == result


def test_usage_is_summed_and_an_unknown_price_makes_the_cost_unknown() -> None:
    assert result_object(ENDED, 0)["usage"] == {
        "model": "m",
        "input_tokens": 10,
        "output_tokens": 14,
        "cost_usd": 0.000036,
    }
    unknown = replace(ENDED, usage=(USAGE, Usage(model="n", input_tokens=1)))
    assert result_object(unknown, 0)["usage"]["cost_usd"] is None
    assert result_object(replace(ENDED, usage=()), 0)["usage"]["cost_usd"] == 0


def test_the_answer_is_markdown_with_numbers_sources_and_warnings() -> None:
    text = result_object(ENDED, 0)["answer"]
    assert "It works. [1]" in text
    assert "It cures. *(not verified: It cites no source.)*" in text
    assert "- Not found: X." in text
    assert "1. [T](https://example.org) (O, 2024): “Words as they stand.”" in text
    assert "unconfirmed: open the guideline" in text


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        (Abstention(gap=GAP), "gap"),
        (Reply(text="Hello."), "gap"),
        (Stopped(by="U"), "stopped"),
        (Failed(error="E", reason="R."), "failed"),
        (None, "failed"),
    ],
)
def test_other_endings_have_no_answer(ending: Ending | None, outcome: str) -> None:
    result = result_object(replace(ENDED, ending=ending), 0)
    assert (result["outcome"], result["answer"], result["sentences"]) == (outcome, None, [])
    assert (result["gap"] is not None) == isinstance(ending, Abstention | Reply)


def test_small_talk_is_told_to_scripts_as_the_gap_it_always_was() -> None:
    result = result_object(replace(ENDED, ending=Reply(text="Hello.")), 0)
    assert result["gap"] == {
        "purpose": "something to look up",
        "missing": "fact",
        "name": "a clinical question",
        "detail": "Hello.",
    }


def test_conversational_memory_keeps_only_what_was_verified() -> None:
    assert isinstance(ENDED.ending, Answer)
    assert plain_ending(ENDED.ending) == "It works. Not found: X."
    assert plain_ending(Failed(error="E", reason="R.")) == "R."
    assert plain_ending(Reply(text="Hello.")) == "Hello."
    assert "weight (a fact is missing). Ask." in plain_ending(Abstention(gap=GAP))
