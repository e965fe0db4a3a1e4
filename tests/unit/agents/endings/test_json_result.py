"""The object that scripts and evaluations read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agents.endings.json_result import result_object
from agents.endings.plaintext import plain_ending
from agents.endings.provenance import TOO_OLD
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.turns import (
    Abstention,
    Answer,
    CalculatedValue,
    Ending,
    ExcludedOption,
    Failed,
    Finding,
    MissingFact,
    QuestionPart,
    Reply,
    Sentence,
    Step,
    Stopped,
    Usage,
    View,
)
from tests.sample_documents import QUESTION
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
PLAIN = {"role": "point", "basis": "quote", "part": 0, "option": "", "cell": ""}
NEW = replace(
    CITATION,
    key="c2",
    kind="digest",
    record="https://example.org/record",
    jurisdiction="US",
    as_of="2023-11-06",
    currency="superseded",
)
READ = replace(FOUND, findings=(*FOUND.findings, Finding(text="F.", citations=(NEW,))))
OLAPARIB = ExcludedOption(
    option="olaparib", reason="needs a BRCA variant; germline negative", keys=("c2",)
)
SEVERAL = replace(
    ENDED,
    steps=(replace(STEP, observations=(READ, NOTHING)),),
    ending=replace(
        ANSWER,
        sentences=(
            Sentence(
                text="It works.",
                keys=("c1",),
                verified=True,
                role="headline",
                basis="matching",
                part=1,
            ),
        ),
        facts=read_fact_sheet((Message("HRD negative", "question"),)).facts,
        excluded=(OLAPARIB,),
        calculated=(
            CalculatedValue(
                name="creatinine clearance",
                value=44.0,
                unit="mL/min",
                formula="Cockcroft-Gault",
                inputs=(("age", "70 years"), ("weight", "60 kg")),
            ),
        ),
        missing=(MissingFact(name="HER2-low or HER2 0", options=("trastuzumab deruxtecan",)),),
        parts=(QuestionPart(question="A?", gap=GAP), QuestionPart(question="B?")),
    ),
)


def test_the_object_has_exactly_the_fields_of_the_design() -> None:
    result = result_object(ENDED, 1.23456)
    assert list(result) == [
        "run_id", "question", "outcome", "standing", "answer", "sentences", "removed",
        "citations", "gap", "failure", "facts",
        "excluded", "criteria", "calculated", "missing", "unweighed", "unread",
        "parts", "steps", "usage", "seconds",
    ]  # fmt: skip
    assert result["sentences"] == [
        {"text": "It works.", "citations": ["c1"], "verified": True} | PLAIN,
        {"text": "It cures.", "citations": [], "verified": False} | PLAIN,
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
            "page": "",
            "badge": CITATION.badge,
            "kind": "original",
            "record": "",
            "jurisdiction": "",
            "as_of": "",
            "currency": "current",
        }
    ]
    (step,) = result["steps"]
    assert list(step) == ["seq", "thought", "actions", "observations"]
    assert step["actions"][0] == {"tool": "search_pubmed", "arguments": {"query": "alpha"}}
    assert list(step["observations"][0]) == ["tool", "outcome", "detail", "insights", "documents"]
    assert (result["outcome"], result["gap"], result["seconds"]) == ("answer", None, 1.235)
    assert json.loads(json.dumps(result)) == result


def test_the_object_says_for_whom_and_why_not() -> None:
    result = result_object(SEVERAL, 0)
    assert (
        result["sentences"][0] | {"role": "headline", "basis": "matching", "part": 1}
        == (result["sentences"][0])
    )
    assert result["excluded"] == [
        {
            "option": "olaparib",
            "reason": "needs a BRCA variant; germline negative",
            "citations": ["c2"],
        }
    ]
    assert [(fact["name"], fact["polarity"]) for fact in result["facts"]] == [("HRD", "absent")]
    assert result["calculated"] == [
        {
            "name": "creatinine clearance",
            "value": 44.0,
            "unit": "mL/min",
            "formula": "Cockcroft-Gault",
            "inputs": [
                {"name": "age", "value": "70 years"},
                {"name": "weight", "value": "60 kg"},
            ],
        }
    ]
    assert result["missing"] == [
        {"name": "HER2-low or HER2 0", "options": ["trastuzumab deruxtecan"]}
    ]
    assert [(part["question"], part["outcome"]) for part in result["parts"]] == [
        ("A?", "gap"),
        ("B?", "answer"),
    ]
    assert result["parts"][0]["gap"]["name"] == GAP.name
    assert result["parts"][1]["gap"] is None
    assert json.loads(json.dumps(result)) == result


def test_what_an_excluded_option_rests_on_is_cited_with_its_record_and_date() -> None:
    for ending in (SEVERAL.ending, Abstention(gap=GAP, excluded=(OLAPARIB,))):
        cited = result_object(replace(SEVERAL, ending=ending), 0)["citations"][-1]
        assert (cited["key"], cited["kind"], cited["badge"]) == ("c2", "digest", NEW.badge)
        assert (cited["record"], cited["jurisdiction"]) == ("https://example.org/record", "US")
        assert (cited["as_of"], cited["currency"]) == ("2023-11-06", "superseded")


def test_a_gap_says_what_it_understood_what_is_none_and_what_is_missing() -> None:
    facts = read_fact_sheet((Message("HRD negative", "question"),)).facts
    missing = (MissingFact(name="BRCA1 and BRCA2"),)
    gap = Abstention(gap=GAP, facts=facts, excluded=(OLAPARIB,), missing=missing)
    result = result_object(replace(SEVERAL, ending=gap), 0)
    assert (result["outcome"], result["sentences"]) == ("gap", [])
    assert [len(result[key]) for key in ("facts", "excluded", "missing")] == [1, 1, 1]
    assert (result["calculated"], result["parts"]) == ([], [])


def test_facts_are_those_of_the_thread_where_the_ending_holds_none() -> None:
    view = replace(ENDED, said=(Message("HRD negative", "question"),), ending=Stopped(by="U"))
    assert [fact["name"] for fact in result_object(view, 0)["facts"]] == ["HRD"]


def test_usage_is_summed_and_an_unknown_price_makes_the_cost_unknown() -> None:
    assert result_object(ENDED, 0)["usage"] == {
        "model": "m",
        "input_tokens": 10,
        "cached_tokens": 0,
        "output_tokens": 14,
        "cost_usd": 0.000036,
    }
    cached = replace(USAGE, cached_tokens=5, cached_price_usd=0.01)
    assert result_object(replace(ENDED, usage=(cached,)), 0)["usage"] == {
        "model": "m",
        "input_tokens": 5,
        "cached_tokens": 5,
        "output_tokens": 7,
        "cost_usd": 0.000018,
    }
    unknown = replace(ENDED, usage=(USAGE, Usage(model="n", input_tokens=1)))
    assert result_object(unknown, 0)["usage"]["cost_usd"] is None
    assert result_object(replace(ENDED, usage=()), 0)["usage"]["cost_usd"] == 0


def test_the_answer_is_markdown_with_numbers_sources_and_warnings() -> None:
    text = result_object(ENDED, 0)["answer"]
    assert "It works. [1]" in text
    assert "It cures. *(not verified: It cites no source.)*" in text
    assert "- Not found: X." in text
    assert "1. [T](https://example.org) (O, dated 2024, evidence up to" in text
    assert ": “Words as they stand.” (" in text
    assert "unconfirmed: open the guideline" in text


def test_an_old_source_is_called_old_by_the_day_of_the_question() -> None:
    asked = (Message("Does it work?", "question", said_at="2030-01-01T08:00:00+00:00"),)
    assert TOO_OLD in result_object(replace(ENDED, said=asked), 0)["answer"]
    assert TOO_OLD not in result_object(ENDED, 0)["answer"]


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


def test_conversational_memory_marks_what_was_not_verified() -> None:
    assert isinstance(ENDED.ending, Answer)
    told = "It works. (Not verified, It cites no source: It cures.) Not found: X."
    assert plain_ending(ENDED.ending) == told
    assert plain_ending(Failed(error="E", reason="R.")) == "R."
    assert plain_ending(Reply(text="Hello.")) == "Hello."
    assert "weight (a fact is missing). Ask." in plain_ending(Abstention(gap=GAP))


def test_a_question_without_words_of_its_own_says_so() -> None:
    parts = (QuestionPart(question="Does it work?"), QuestionPart(question="evidence?"))
    ending = replace(ANSWER, sentences=ANSWER.sentences[:1], parts=parts)
    text = result_object(replace(ENDED, ending=ending), 1.0)["answer"]
    assert "**2. evidence?**\n\nNothing further was found than what stands above." in text
