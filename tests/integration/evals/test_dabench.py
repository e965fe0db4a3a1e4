"""``curbside eval dabench`` with a model that is played: only a key is missing elsewhere."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from bot.settings import environment_with
from tests.acceptance.support.models import reasoning_provider, settings_for
from tests.forking import run_module
from tests.scripted_provider import Call, Reply
from tests.unit.agents.analyses.sandbox.sandboxed import require_sandbox

pytestmark = pytest.mark.usefixtures("programs_are_forked")

QUESTIONS = [
    {"id": 4, "question": "Mean of age?", "constraints": "Leave out gaps.",
     "format": "@mean_age[mean] @rows[n]", "file_name": "t.csv", "level": "easy", "concepts": []},
    {"id": 9, "question": "Highest age?", "constraints": "None.",
     "format": "@highest[age]", "file_name": "t.csv", "level": "hard", "concepts": []},
]  # fmt: skip
LABELS = [
    {"id": 4, "common_answers": [["mean_age", "60.5"], ["rows", "2"]]},
    {"id": 9, "common_answers": [["highest", "71"]]},
]
READ = (
    "import csv\nages = [float(r['age']) for r in csv.DictReader(open('table.csv')) if r['age']]\n"
)
MEAN = f"{READ}print('RESULT mean_age =', sum(ages) / len(ages))\nprint('RESULT rows =', len(ages))"
HIGHEST = f"{READ}print('RESULT highest =', min(ages))"


def play(request: dict[str, Any]) -> Reply:
    """Plans, writes code that fails once and is mended, and computes one answer wrongly."""
    tool = request["tools"][0]["function"]["name"]
    said = str(request["messages"][-1]["content"])
    of_mean = "Mean of age?" in said
    if tool == "plan_analysis":
        return Call(((tool, {"steps": "Compute it.", "columns": "age"}),))
    if tool == "run_code":
        code = MEAN if of_mean else HIGHEST
        code = code if "Round 1" in said or not of_mean else "raise KeyError('age')"
        return Call(((tool, {"language": "python", "code": code}),))
    answer = "@mean_age[{mean_age}] @rows[{rows}]" if of_mean else "@highest[{highest}]"
    return Call(((tool, {"verdict": "accept", "title": "Ages", "answer": answer}),))


def test_every_stage_is_gone_through_and_scored(tmp_path: Path) -> None:
    require_sandbox()
    folder = tmp_path / "data" / "dabench" / "dev"
    (folder / "tables").mkdir(parents=True)
    for name, rows in (("questions", QUESTIONS), ("labels", LABELS)):
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (folder / "tables" / "t.csv.gz").write_bytes(gzip.compress(b"name,age\nA,50\nB,71\nC,\n"))
    with reasoning_provider(play) as url:
        environment = environment_with(
            **settings_for("openai", url),
            CURBSIDE_HOME=str(tmp_path / "home"),
            CURBSIDE_DATA=str(tmp_path / "data"),
        )
        done = run_module("bot", "eval", "dabench", "--json", env=environment)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    found = {row["metric"]: row["value"] for row in printed["figures"]}
    assert found["by question (ABQ)"] == 0.5
    assert found["proportional by sub-question (APSQ)"] == 0.5
    assert found["uniform by sub-question (UASQ)"] == 0.6667
    assert (found["rounds of code"], found["rounds that failed"]) == (1.5, 0.5)
    assert [each["id"] for each in printed["wrong"]] == [9]
    (kept,) = (tmp_path / "home" / "measured").rglob("responses-*.jsonl")
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 2
