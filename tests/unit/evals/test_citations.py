"""ALCE's recall and precision with their check values, the project's check as their test, and a
control that shows that the test can fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evals.citations.scoring import answer_of, judge_answer, rows_of, with_wrong_citations
from evals.citations.support import CitingSentence, judge

PASSAGES = {"1": "a", "2": "b", "3": "c"}


def included(text: str, keys: Sequence[str]) -> bool:
    return set(text) <= {PASSAGES[key] for key in keys}


def test_the_check_values() -> None:
    sentences = [
        CitingSentence("a", ("1",)),
        CitingSentence("ab", ("1", "2")),
        CitingSentence("a", ("1", "3")),
        CitingSentence("c", ()),
        CitingSentence("b", ("9",)),
    ]
    found = [judge(each, frozenset(PASSAGES), included) for each in sentences]
    assert sum(each.is_supported for each in found) / len(found) == 0.6
    helpful = [each for verdict in found for each in verdict.helpful]
    assert sum(helpful) / len(helpful) == 0.8


def result(sentence: str, quote: str, document: str = "7") -> dict[str, Any]:
    return {
        "question": "What is the dose of olaparib?",
        "outcome": "answer",
        "sentences": [{"text": sentence, "citations": ["c1"], "verified": True}],
        "citations": [
            {"key": "c1", "document_id": document, "quote": quote, "title": "Label", "as_of": ""}
        ],
        "usage": {"model": "m", "input_tokens": 10, "output_tokens": 5, "cost_usd": 0.1},
    }


DOSE = "The recommended dose of olaparib is 300 mg twice daily."
OTHER = "Talazoparib is given at 1 mg once daily."


def test_the_check_decides_what_a_citation_bears_out() -> None:
    (right,) = judge_answer(answer_of(result(DOSE, DOSE)))
    assert right.is_supported
    assert right.helpful == (True,)
    (wrong,) = judge_answer(answer_of(result(DOSE.replace("300", "400"), DOSE)))
    assert not wrong.is_supported
    assert wrong.helpful == (False,)


def test_wrong_citations_support_nothing_and_relevance_is_counted_apart() -> None:
    answers = [
        answer_of(result(DOSE, DOSE), frozenset({"7", "8"})),
        answer_of(result(OTHER, OTHER, "9"), frozenset({"8"})),
    ]
    rows = {row.metric: row.interval.value for row in rows_of("loop", answers, "set")}
    assert rows["set: citation recall"] == rows["set: citation precision"] == 1.0
    assert rows["set: cited documents judged relevant"] == 0.5
    assert rows["set: relevant documents cited"] == 0.25
    assert rows["set: tokens"] == 15
    wrong = {r.metric: r.interval.value for r in rows_of("c", with_wrong_citations(answers), "set")}
    assert wrong["set: citation recall"] == wrong["set: citation precision"] == 0.0
    assert wrong["set: sentences with a citation"] == 1.0
