"""Marks beside what is said when their question is asked again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evals.reviews.cases import CasesInvalid, questions_of, read_cases
from evals.reviews.comparing import compare, counts

CITED = {"document": "drug_information/alpha", "quote": "300 mg."}
CASE: dict[str, Any] = {
    "id": "r1",
    "question": "Dose?",
    "earlier": ["What is alpha?"],
    "sentences": ["Give  300 mg."],
    "gap": "",
    "cited": [CITED],
    "marks": [
        {"verdict": "wrong", "target": "answer", "cited": None, "reason": "Old."},
        {"verdict": "right", "target": "answer", "cited": None, "reason": ""},
        {"verdict": "outdated", "target": "[1]", "cited": CITED, "reason": "2024."},
    ],
}


def result(*sentences: str, quote: str = "", gap: str = "") -> dict[str, Any]:
    cited = {"silo": "drug_information", "document_id": "alpha", "quote": quote}
    return {
        "run_id": "r2",
        "sentences": [{"text": text} for text in sentences],
        "citations": [cited] if quote else [],
        "gap": {"name": gap} if gap else None,
    }


def written(path: Path, *cases: object) -> Path:
    path.write_text("\n".join(map(json.dumps, cases)))
    return path


@pytest.mark.parametrize(
    ("now", "became"),
    [
        (result("Give 300 mg.", quote="300 mg."), ["fault stands", "right stands", "fault stands"]),
        (
            result("Give 250 mg.", quote="300 mg."),
            ["fault is gone", "right has changed", "fault stands"],
        ),
        (result("Give 300 mg."), ["fault stands", "right stands", "fault is gone"]),
        (result(gap="a label"), ["fault is gone", "right has changed", "fault is gone"]),
    ],
)
def test_each_mark_is_compared_with_what_is_said_now(
    tmp_path: Path, now: dict[str, Any], became: list[str]
) -> None:
    (case,) = read_cases(written(tmp_path / "cases.jsonl", CASE))
    outcomes = compare(case, now)
    assert [each.became for each in outcomes] == became
    assert sum(counts(outcomes).values()) == 3


def test_a_gap_that_stays_the_same_gap_stands(tmp_path: Path) -> None:
    gap = {**CASE, "sentences": [], "gap": "a label"}
    (case,) = read_cases(written(tmp_path / "cases.jsonl", gap))
    assert compare(case, result(gap="a label"))[0].became == "fault stands"
    assert compare(case, result(gap="a weight"))[0].became == "fault is gone"


def test_a_thread_is_asked_from_its_beginning(tmp_path: Path) -> None:
    cases = read_cases(written(tmp_path / "cases.jsonl", CASE))
    assert [(one.id, one.question, one.thread) for one in questions_of(cases)] == [
        ("r1/1", "What is alpha?", "r1"),
        ("r1", "Dose?", "r1"),
    ]


@pytest.mark.parametrize(
    "line", ["[]", "no JSON", '{"id": "r"}', '{"id":1,"question":2,"marks":3}']
)
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASE) + "\n\n" + line)
    with pytest.raises(CasesInvalid, match="line 3"):
        read_cases(path)
