"""What counts as told, and what is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evals.near_misses.command import CORPUS
from evals.near_misses.report import are_few, near_miss_lines, near_miss_metrics
from evals.near_misses.samples import HOLDS, Sample, make_samples
from evals.near_misses.scoring import Score, score

CLAIM = "Neratinib is given at 240 mg once daily."


def sample(change: str, *, held: bool = False) -> Sample:
    return Sample(id=change, question="?", change=change, claim=CLAIM, is_held_out=held)


def result(text: str, basis: str = "quote", outcome: str = "answer") -> dict[str, Any]:
    return {
        "run_id": "r",
        "outcome": outcome,
        "sentences": [{"text": text, "basis": basis, "citations": ["c1"]}],
        "citations": [{"key": "c1", "quote": f"{CLAIM}\nWith food."}],
    }


@pytest.mark.parametrize(
    ("text", "basis", "told"),
    [
        (CLAIM, "quote", True),
        ("Neratinib is not indicated here: holds for early disease.", "matching", False),
        (f"Only with HER2-positive: {CLAIM}", "quote", False),
    ],
)
def test_what_is_told(text: str, basis: str, *, told: bool) -> None:
    found = score(sample("setting"), result(text, basis))
    assert found.is_told is told
    assert found.is_near_miss is told
    assert not score(sample(HOLDS), result(text, basis)).is_near_miss


def scores(*changes: str) -> list[Score]:
    return [score(sample(change, held=change == "line"), result(CLAIM)) for change in changes]


def test_one_near_miss_in_two_breaks_the_bound_and_is_printed() -> None:
    found = [*scores("setting"), score(sample("grade"), result("Other.", "matching"))]
    assert {m.name: m.value for m in near_miss_metrics(found)}["near misses"] == 0.5
    assert not are_few(found)
    assert sum(CLAIM in line for line in near_miss_lines(found)) > 0


def test_rows_of_the_held_out_half_are_counted_and_not_printed() -> None:
    found = scores("line")
    assert near_miss_metrics(found)[0].value == 1
    assert not any("does not hold" in line for line in near_miss_lines(found))
    assert any("does not hold" in line for line in near_miss_lines(found, every=True))


def test_samples_are_the_same_for_one_seed() -> None:
    silo = CORPUS / "pharmgkb"
    assert make_samples(silo, 9, 1) == make_samples(silo, 9, 1)
    assert make_samples(silo, 9, 1) != make_samples(silo, 9, 2)


def test_each_changed_sample_stands_beside_one_that_holds() -> None:
    found = make_samples(CORPUS / "drug_information", 60, 1)
    held = {each.id.partition("~")[0]: each for each in found if each.change == HOLDS}
    changed = [each for each in found if each.change != HOLDS]
    assert len(held) == 60
    assert changed
    assert all(each.question != held[each.id.partition("~")[0]].question for each in changed)


def test_an_empty_corpus_has_no_samples(tmp_path: Path) -> None:
    assert make_samples(tmp_path, 5, 1) == []
