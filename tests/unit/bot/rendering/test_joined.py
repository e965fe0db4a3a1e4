"""Several messages of a run as one."""

from __future__ import annotations

import pytest

from bot.db.withdrawn_messages import REMOVED
from bot.rendering.blocks import (
    MOST_CHILDREN,
    MOST_MESSAGE,
    Block,
    buttons,
    fold_lines,
    message_body,
    sections,
    size,
)
from bot.rendering.live.joined import how_many_fit, joined_body

STEP = message_body("Step 1", sections(["*Step 1* · I look."]))
ANSWER = message_body("An answer", sections(["✅ *Answered*"]))
FOUND = [f"• Finding {number}: {'word ' * 60}" for number in range(30)]


def texts(blocks: list[Block]) -> list[str]:
    return [block["text"]["text"] for block in blocks if block["type"] == "section"]


def test_parts_stand_one_below_the_other_under_the_notice_of_the_last() -> None:
    body = joined_body([STEP, ANSWER])
    assert body["text"] == "An answer"
    assert [block["type"] for block in body["blocks"]] == ["section", "divider", "section"]
    assert body["plain"] == "*Step 1* · I look.\n\n✅ *Answered*"


def test_what_was_taken_back_is_left_out() -> None:
    assert joined_body([REMOVED, ANSWER])["blocks"] == ANSWER["blocks"]


def test_folds_are_shortened_to_one_message_and_say_so() -> None:
    long = message_body("Step 2", [fold_lines("Silo", FOUND), fold_lines("Other", FOUND[:2])])
    body = joined_body([long, long, ANSWER])
    assert sum(map(size, body["blocks"])) <= MOST_MESSAGE
    folds = [block["child_blocks"] for block in body["blocks"] if block["type"] == "container"]
    assert ["ask me to open" in texts(children)[-1] for children in folds] == [True, False] * 2
    assert all(len(children) <= MOST_CHILDREN for children in folds)
    assert how_many_fit([long, long, ANSWER]) == 3


@pytest.mark.parametrize(
    "other",
    [
        message_body("Long", sections(["word " * 2100])),
        {**STEP, "picture": {}},
        {**STEP, "stream": "Words"},
        {**STEP, "opens": {}},
        REMOVED,
        message_body("Same", [buttons("run-2", [("stop", "Stop", "r")])]),
        message_body("Plan", [{"type": "plan", "title": "Plan", "tasks": []}]),
        message_body("Many", [*sections(["x" * 2999]), *list(STEP["blocks"]) * 49]),
    ],
    ids=["long", "picture", "stream", "question", "removed", "same id", "plan", "blocks"],
)
def test_what_slack_takes_in_no_message_together_is_not_joined(other: dict[str, object]) -> None:
    first = message_body(
        "Step 1",
        [
            *sections(["word " * 100]),
            buttons("run-2", [("mark", "Mark", "r")]),
            {"type": "plan", "title": "Plan", "tasks": []},
        ],
    )
    assert how_many_fit([first, STEP]) == 2
    assert how_many_fit([first, other, STEP]) == 1
