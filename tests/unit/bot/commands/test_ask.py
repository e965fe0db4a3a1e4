"""The exit status of ``curbside ask`` says whether a run failed."""

from __future__ import annotations

import pytest

from agents.turns import Abstention, Failed, Gap, Question, ThreadKey, View
from bot.asking.protocol import AskRequest, PrintedLine
from bot.asking.terminal import view_lines
from bot.commands.ask import shower


@pytest.mark.parametrize(("failed", "as_json"), [(True, True), (True, False), (False, True)])
def test_a_failed_run_is_noted(failed: bool, as_json: bool) -> None:
    noted: list[AskRequest] = []
    request = AskRequest("olaparib?", "", "run", as_json)
    shower(noted)(request, (PrintedLine("A sentence.", failed=failed),))
    assert noted == ([request] if failed else [])


def test_only_a_failed_run_is_told_as_such() -> None:
    question = Question(thread=ThreadKey("cli", "ask", "one"), asker="cli", text="olaparib?")
    gap = Abstention(gap=Gap(purpose="answering", missing="silo", name="a label"))
    for ending in (Failed(error="Broken", reason="It could not go on."), gap):
        view = View(run_id="run", question=question, ending=ending)
        told = any(line.failed for line in view_lines(view))
        assert told is isinstance(ending, Failed)
