"""Judged claims: who is wrong on which side, and what a bad file is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.cli.main import app
from evals.claims.report import claim_lines, claim_metrics, claim_object, is_good_enough
from evals.claims.samples import ClaimsInvalid, check_file

QUOTE = {
    "text": "Median overall survival was 12.0 months with olaparib and 9.0 months with placebo.",
    "title": "A trial of olaparib",
    "organisation": "A journal",
    "date": "2024",
}
DOCUMENT = "In severe renal impairment olaparib is not given. Olaparib is taken twice a day."


def sentence(number: int, text: str, label: str) -> dict[str, Any]:
    return {
        "id": f"s{number}",
        "kind": "arms",
        "question": "Olaparib?",
        "quotes": {"c1": QUOTE},
        "sentence": f"{text} [c1]",
        "label": label,
    }


ROWS = (
    sentence(1, "Median OS was 12.0 months with olaparib.", "supported"),
    sentence(2, "Median OS was 9.0 months with olaparib.", "contradicted"),
    sentence(3, "Median OS was 12.0 months with olaparib.", "unsupported"),
    {
        "id": "q1",
        "kind": "cut",
        "document": DOCUMENT,
        "quote": "Olaparib is taken twice a day.",
        "label": "accept",
    },
)


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    path = tmp_path / "claims.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)) + "\n\n", encoding="utf-8")
    return path


def test_each_side_is_counted_by_itself(claims: Path) -> None:
    checked = check_file(claims)
    shares = {metric.name: (metric.hits, metric.total) for metric in claim_metrics(checked)}
    assert shares == {
        "lies passed": (1, 2),
        "honest sentences flagged": (0, 1),
        "sound quotes refused": (0, 1),
    }
    assert not is_good_enough(checked)
    assert [row["id"] for row in claim_object(checked)["wrong"]] == ["s3"]
    assert any(line.startswith("- s3 (arms)") for line in claim_lines(checked))


@pytest.mark.parametrize("line", ["no JSON", "[]", '{"id": "s1"}', '{"document": 1}'])
def test_a_line_that_is_no_judged_claim_is_told_by_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(ClaimsInvalid, match="Line 2"):
        check_file(path)


def test_the_command_gives_a_line_for_each_row_in_order(claims: Path) -> None:
    done = CliRunner().invoke(app, ["check", "--batch", str(claims)])
    assert done.exit_code == 0
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["id"], row["verified"]) for row in told] == [
        ("s1", True), ("s2", False), ("s3", True), ("q1", True),
    ]  # fmt: skip
    assert all(row["verified"] == (not row["problem"]) for row in told)


@pytest.mark.parametrize(
    "line", ["no JSON", "[]", '{"id": "s1"}', '{"quotes": [], "sentence": ""}']
)
def test_the_command_says_which_line_is_wrong(tmp_path: Path, line: str) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(f"{json.dumps(ROWS[0])}\n{line}\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["check", "--batch", str(path)])
    assert done.exit_code == 1
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first["verified"]
    assert not second["verified"]
    assert "Line 2" in second["problem"]
