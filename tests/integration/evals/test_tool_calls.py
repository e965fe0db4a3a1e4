"""Calls of tools, counted by tool, with a model that is played: only a key is missing elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from agents.llm.calls.provider import Provider, open_model
from evals.tools.calling.asking import ask_prompts
from evals.tools.calling.prompts import CODE, CallPrompt, read_prompts
from evals.tools.calling.report import missed_prompts, rows_of_calls
from retrieval.declaration.cards import read_cards
from tests.acceptance.support.models import MODELS, reasoning_provider
from tests.scripted_provider import Call, Reply, Say
from tests.unit.agents.analyses.sandbox.sandboxed import require_sandbox

SILOS = [f"search_{card.name}" for card in read_cards()]
OTHERS = (
    "open_document", "open_step", "calculate", "patient_facts", "look_up_name", "declare_gap",
    "plan_analysis", "run_code", "review_result",
)  # fmt: skip
ARGUMENTS: dict[str, dict[str, Any]] = {
    "open_document": {"document_id": "c1", "query": "dose"},
    "open_step": {"step": 1},
    "calculate": {"formula": "Cockcroft-Gault"},
    "patient_facts": {},
    "look_up_name": {"name": "olaparib"},
    "declare_gap": {"purpose": "the letter", "missing": "capability", "name": "a letter"},
    "plan_analysis": {"steps": "Rank correlation.", "columns": "age, best_change"},
    "run_code": {"language": "python", "code": CODE},
    "review_result": {"verdict": "accept", "title": "Age", "answer": "Rho is {rho}."},
}
EVERY = read_prompts(frozenset((*SILOS, *OTHERS)), 20)


def test_every_tool_has_twenty_prompts_of_its_own() -> None:
    assert sorted({each.tool for each in EVERY}) == sorted((*SILOS, *OTHERS))
    for tool in (*SILOS, *OTHERS):
        assert len({each.text for each in EVERY if each.tool == tool}) == 20, tool


def wanted(said: str, offered: set[str]) -> CallPrompt:
    """The prompt that a request is on; prompts of analyses have the same words."""
    found = [each for each in EVERY if f"<message>\n{each.text}\n</message>" in said]
    return next((each for each in found if each.tool in offered), found[0])


def play(request: dict[str, Any]) -> Reply:
    """Calls what is wanted, but asks for no search of wikipedia, and a formula that is none."""
    said = "\n".join(str(message["content"]) for message in request["messages"])
    tool = wanted(said, {each["function"]["name"] for each in request["tools"]}).tool
    if tool == "search_wikipedia":
        return Say("READY. I know it.\nIt is a finding.")
    if tool in SILOS:
        return Call((("search", {"silos": [tool.removeprefix("search_")], "query": "words"}),))
    given = {"formula": "none"} if tool == "calculate" else ARGUMENTS[tool]
    return Call(((tool, given),))


def test_calls_are_counted_by_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    require_sandbox()
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    with reasoning_provider(play) as url:
        model = open_model(MODELS["openai"], base_url=f"{url}/v1", seconds=30)
        scores = ask_prompts(Provider(model), 1, lambda done: None)
    found = {row.metric: row.interval.value for row in rows_of_calls("played", scores)}
    assert [(each["tool"], each["what"]) for each in missed_prompts(scores)] == [
        ("search_wikipedia", "not called"), ("calculate", "not sound"),
    ]  # fmt: skip
    assert found["calculate: called"] == 1
    assert found["calculate: worked"] == 0
    assert found["run_code: worked"] == 1
