"""Questions in other words, and whether their answers are alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evals.rewordings import forms, layouts
from evals.rewordings.report import are_alike, rewording_lines, rewording_metrics
from evals.rewordings.samples import OPERATORS, OWN_WORDS, Operator, Sample, make_samples
from evals.rewordings.scoring import Likeness, likeness, score_all
from evals.running.errors import MeasurementFailed

CASE = (
    "54F HER2+ mBC, pd on palbo + letrozole. PIK3CA H1047R. CrCl 40. Which first-line tumour drug?"
)


@pytest.mark.parametrize(
    ("operator", "told"),
    [
        (forms.age_in_words, "54-year-old woman"),
        (forms.age_in_short, "54 y.o. lady"),
        (forms.receptors_in_words, "HER2-positive"),
        (forms.receptors_in_short, "HER2 pos"),
        (forms.change_by_protein, "p.H1047R"),
        (forms.change_in_three_letters, "p.(His1047Arg)"),
        (forms.clearance_in_words, "creatinine clearance is 40 mL/min"),
        (forms.values_as_put_right, "CrCl is actually 40"),
        (forms.values_as_changed, "CrCl has dropped to 40"),
        (forms.values_behind_a_dash, "CrCl - 40"),
        (forms.lines_by_number, "Which 1L"),
        (forms.lines_by_ordinal, "Which 1st line"),
        (forms.names_in_full, "metastatic breast cancer, progressed on palbociclib"),
        (forms.other_spelling, "tumor"),
        (forms.joined_by_and, "palbo and letrozole"),
        (forms.failed_drugs, "progressive disease under palbo"),
        (layouts.question_first, "drug? 54F"),
        (layouts.case_turned_round, "CrCl 40. PIK3CA"),
        (layouts.in_lines, "H1047R.\nCrCl"),
        (layouts.in_a_list, "\n- CrCl 40."),
        (layouts.as_a_note, "\n- CrCl 40\n- Which first-line tumour drug"),
        (layouts.with_another_fact, "Lives with her husband. Which"),
        (layouts.with_fixed_hyphens, "first\u2011line"),
    ],
)
def test_each_operator_writes_the_case_in_its_way(operator: Operator, told: str) -> None:
    changed = operator(CASE)
    assert changed is not None
    assert told in changed


def test_an_operator_that_changes_nothing_is_left_out() -> None:
    assert [name for name, each in OPERATORS.items() if each("olaparib?") == "olaparib?"] == []


def test_all_wordings_of_a_question_are_in_one_half(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    rows = [{"question": CASE}, {"question": "Olaparib dose?"}, {"question": "b?", "thread": "t"}]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    samples = make_samples(file, 10, 3, seed=1)
    assert [each.operator for each in samples].count(OWN_WORDS) == 2
    assert {len({s.is_held_out for s in samples if s.original == one}) for one in "01"} == {1}
    assert samples == make_samples(file, 10, 3, seed=1)


def test_a_line_without_a_question_is_told(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"id": 1}\n', encoding="utf-8")
    with pytest.raises(MeasurementFailed, match=r"Line 1 of questions\.jsonl"):
        make_samples(file, 10, 3, seed=1)


def answer(*sentences: str) -> dict[str, Any]:
    return {
        "outcome": "answer" if sentences else "gap",
        "sentences": [{"text": each} for each in sentences],
        "gap": None if sentences else {"name": "a source"},
        "facts": [],
        "run_id": "r",
    }


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (("a", "b"), ("a", "b"), "same"),
        (("a", "b"), ("a", "c"), "rest differs"),
        (("a", "b"), ("b", "a"), "other order"),
        (("a", "b"), ("c", "a"), "other lead"),
        (("a",), (), "gap for answer"),
        ((), ("a",), "answer for gap"),
        ((), (), "same"),
    ],
)
def test_answers_are_told_apart(
    before: tuple[str, ...], after: tuple[str, ...], found: Likeness
) -> None:
    assert likeness(answer(*before), answer(*after)) == found


def test_the_report_names_each_that_differs_and_the_bound_is_held(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps({"question": CASE}), encoding="utf-8")
    samples = make_samples(file, 1, 2, seed=1)

    def pairs(*results: dict[str, Any]) -> list[tuple[Sample, dict[str, Any]]]:
        return list(zip(samples, results, strict=True))

    same = score_all(pairs(answer("a"), answer("a"), answer("a", "b")))
    assert are_alike(same)
    other = score_all(pairs(answer("a"), answer("b"), answer("a")))
    assert not are_alike(other)
    assert rewording_metrics(other)[0].value == 0.5
    assert any("other lead" in line for line in rewording_lines(other, every=True))
