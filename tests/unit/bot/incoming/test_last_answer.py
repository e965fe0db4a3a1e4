"""Which answer a message on "the answer" means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from agents.memory.database import Memory
from agents.replies.on_answer import AskedOfAnswer
from agents.turns import OPEN_STEP, Abstention, Action, Gap, Reply, Step, Thought, Turn, View
from agents.turns.withdrawal import Withdrawn
from bot.incoming.on_answer.last_answers import answers_meant, last_answered
from tests.unit.bot.rendering.test_answer_shape import ASKED, FULL

ANSWERED = replace(ASKED, run_id="r1", ending=FULL)
GONE = replace(ANSWERED, withdrawn=Withdrawn(how="edited", by="U1"))


class Kept:
    """The runs of a thread."""

    def __init__(self, views: Sequence[View]) -> None:
        self._views = {each.run_id: each for each in views}

    async def view(self, run_id: str) -> View:
        return self._views[run_id]


def turn(run_id: str, outcome: str) -> Turn:
    return Turn(run_id=run_id, question="x", answer="y", outcome=outcome)  # type: ignore[arg-type]


REPLIED = replace(
    ANSWERED,
    run_id="r3",
    ending=Reply(text="I give no probability."),
    turns=(turn("r1", "answer"), turn("r2", "reply")),
)
GAP = replace(
    ANSWERED,
    run_id="r3",
    ending=Abstention(gap=Gap(purpose="a", missing="silo", name="a source")),
    turns=(turn("r1", "answer"),),
)


@pytest.mark.parametrize(
    ("runs", "meant"),
    [
        ([ANSWERED, REPLIED], "r1"),
        ([GONE, REPLIED], "r3"),
        ([ANSWERED, GAP], "r3"),
    ],
    ids=["behind a reply", "not what was changed since", "a gap is meant itself"],
)
@pytest.mark.asyncio
async def test_the_last_answer_stands_behind_replies(runs: list[View], meant: str) -> None:
    memory = cast(Memory, Kept(runs))
    assert (await last_answered(memory, "r3")).run_id == meant


@pytest.mark.asyncio
async def test_an_opened_step_is_an_answer_for_its_numbers_alone() -> None:
    opening = Thought(text="I open it.", actions=(Action(call_id="s1a1", tool=OPEN_STEP),))
    step = Step(number=1, seq=1, thought=opening)
    opened = replace(ANSWERED, run_id="r3", steps=(step,), turns=(turn("r1", "answer"),))
    memory = cast(Memory, Kept([ANSWERED, opened]))
    assert (await last_answered(memory, "r3")).run_id == "r3"
    assert (await last_answered(memory, "r3", with_steps=False)).run_id == "r1"


@pytest.mark.parametrize(
    ("number", "meant"), [(3, ["r1", "r3"]), (4, ["r1"]), (9, ["r1"])],
    ids=["both have it", "the answer alone", "neither"],
)  # fmt: skip
@pytest.mark.asyncio
async def test_a_number_is_looked_up_where_it_was_shown(number: int, meant: list[str]) -> None:
    opening = Thought(text="I open it.", actions=(Action(call_id="s1a1", tool=OPEN_STEP),))
    step = Step(number=1, seq=1, thought=opening)
    listed = replace(FULL, citations=FULL.citations[:1])
    opened = replace(
        ANSWERED, run_id="r3", steps=(step,), ending=listed, turns=(turn("r1", "answer"),)
    )
    memory = cast(Memory, Kept([ANSWERED, opened]))
    asked = AskedOfAnswer("citation", number)
    assert [each.run_id for each in await answers_meant(memory, "r3", asked)] == meant
