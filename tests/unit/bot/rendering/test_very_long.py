"""An answer of 60,000 characters with 80 sources after 40 steps: all of it is visible, within what
Slack takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.turns import Answer, Finding, Sentence
from bot.db.channels.choices import Display
from bot.db.outbox import Outgoing
from bot.rendering.narration import more_messages, narrate
from retrieval.documents import DocumentRef
from tests.unit.bot.rendering.test_narration import ASK, CITATION, DONE, FOUND, STEP, STYLE
from workspace.block_kit.blocks import check_blocks

SOURCES, STEPS, CHARACTERS = 80, 40, 60_000
CITATIONS = tuple(
    replace(
        CITATION,
        key=f"c{number}",
        ref=DocumentRef("pubmed", f"p{number}", "1"),
        title=f"Source {number} of many",
        url=f"https://example.org/p{number}",
    )
    for number in range(1, SOURCES + 1)
)
FILLER = "and what follows from it for the patient at hand "
SENTENCES = tuple(
    Sentence(
        text=f"Point {number} of many {FILLER * 15}end {number}.", keys=(each.key,), verified=True
    )
    for number, each in enumerate(CITATIONS, start=1)
)
OBSERVED = tuple(
    replace(
        STEP,
        number=number,
        seq=2 * number,
        thought=replace(STEP.thought, text=f"Thought {number}.", actions=(ASK,)),
        observations=(
            replace(
                FOUND,
                findings=tuple(
                    Finding(text=f"Finding of {each.key}.", citations=(each,))
                    for each in CITATIONS[2 * (number - 1) : 2 * number]
                ),
            ),
        ),
    )
    for number in range(1, STEPS + 1)
)
LONG = replace(DONE, steps=OBSERVED, ending=Answer(sentences=SENTENCES, citations=CITATIONS))


def texts(rows: tuple[Outgoing, ...]) -> str:
    return "\n".join(str(row.body["blocks"]) for row in rows if "blocks" in row.body)


def test_it_is_as_long_as_is_said() -> None:
    assert sum(len(each.text) for each in SENTENCES) >= CHARACTERS


def test_all_of_it_is_visible_in_the_thread() -> None:
    said = narrate(LONG, "1.0", STYLE)
    shown = texts((*said, *more_messages("asked", LONG, STYLE.links)))
    for number in range(1, SOURCES + 1):
        assert f"end {number}." in shown, "each sentence to its end"
        assert f"Source {number} of many" in shown
    steps = [row for row in said if row.part == "step"]
    assert [f"Thought {n}." in str(row.body) for n, row in enumerate(steps, 1)] == [True] * STEPS


@pytest.mark.parametrize("display", ["steps", "plan", "quiet"])
def test_each_of_its_messages_is_one_that_slack_takes(display: Display) -> None:
    rows = narrate(LONG, "1.0", replace(STYLE, display=display))
    for row in (*rows, *more_messages("asked", LONG, STYLE.links)):
        for name in ("blocks", "simple"):
            blocks = row.body.get(name)
            assert not blocks or check_blocks(blocks, "message") is None
        assert len(str(row.body.get("plain", ""))) <= 4_000, "or chat.update refuses it"
