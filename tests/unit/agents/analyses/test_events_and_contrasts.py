"""The most frequent events, serious ones, and two values of a column set side by side."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from agents.analyses.analysing import analyse
from agents.analyses.contract import Analysis, NotAnalysed
from retrieval.tables.tables_in_text import tables_of

EVENTS = """## ae

| USUBJID | TRTA | AEDECOD | AETOXGR | AESER |
| 1 | A | Nausea | 1 | N |
| 1 | A | Nausea | 3 | Y |
| 2 | A | Rash | 2 | N |
| 3 | B | Nausea | 1 | N |
| 4 | B | Cough | 4 | Y |
| 5 | B | Nausea | 2 | Y |
"""
COHORT = """## cohort

| patient | arm | TP53 | BRAF | BOR | OS_months | OS_event |
""" + "".join(
    f"| {n} | {'AB'[n % 2]} | {('MUT', 'WT', 'ND')[n % 3]} | {('V600E', 'wild-type')[n // 6]}"
    f" | {('CR', 'PD')[n % 2]} | {n + 1} | 1 |\n"
    for n in range(12)
)


def outcome(text: str, question: str) -> Analysis | NotAnalysed:
    (found,) = analyse(question, tables_of(text))
    return found


@pytest.mark.parametrize(
    "question",
    ["most common side effects", "which adverse events were most frequent?", "commonest AEs"],
)
def test_the_most_frequent_events_are_counted_by_patient(question: str) -> None:
    found = outcome(EVENTS, question)
    assert isinstance(found, Analysis)
    assert found.rows == (("Nausea", "3 (60.0%)"), ("Cough", "1 (20.0%)"), ("Rash", "1 (20.0%)"))


def test_the_most_frequent_events_are_of_the_rows_that_are_asked_for() -> None:
    found = outcome(EVENTS, "most common grade 2 or higher AEs by arm")
    assert isinstance(found, Analysis)
    assert found.heads == ("AEDECOD", "A", "B")
    assert found.rows[0] == ("Nausea", "1 (50.0%)", "1 (50.0%)")


@pytest.mark.parametrize("question", ["serious AEs by arm", "SAEs by arm", "serious side effects"])
def test_serious_events_are_told_by_the_flag_of_their_column(question: str) -> None:
    found = outcome(EVENTS, question)
    assert isinstance(found, Analysis)
    assert "AESER = Y" in found.title


@pytest.mark.parametrize(
    ("question", "by", "values"),
    [
        ("TP53 mutant vs wild type survival", "TP53", ("MUT", "WT")),
        ("OS of WT versus mutated in arm A", "TP53", ("MUT", "WT")),
        ("ORR V600E compared with wild type", "BRAF", ("V600E", "wild-type")),
        ("OS arm A vs arm B", "arm", ("A", "B")),
    ],
)
def test_two_values_set_against_each_other_are_groups(
    question: str, by: str, values: tuple[str, ...]
) -> None:
    found = outcome(COHORT, question)
    assert isinstance(found, Analysis), found
    assert f" by {by}" in found.title
    assert tuple(row[0] for row in found.rows) == values


def test_two_values_that_are_not_set_against_each_other_stay_a_contradiction() -> None:
    found = outcome(COHORT, "OS at any time by arm in TP53 mutated and WT")
    assert isinstance(found, NotAnalysed)


def test_the_code_of_the_most_frequent_events_gives_the_same_numbers(tmp_path: Path) -> None:
    found = outcome(EVENTS, "most common AEs")
    assert isinstance(found, Analysis)
    lines = [each for each in EVENTS.splitlines() if each.startswith("| ") and "---" not in each]
    table = "\n".join(each.strip("| ").replace(" | ", ",") for each in lines)
    (tmp_path / "table.csv").write_text(table, encoding="utf-8")
    (tmp_path / "code.py").write_text(found.code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "code.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[:2] == ["all with an event 5 of 5", "  Nausea 3"]
