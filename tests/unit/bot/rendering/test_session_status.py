"""What Slack shows below a thread while a question is answered there."""

from __future__ import annotations

from dataclasses import replace

from agents.turns import Question, Sentence, Step, Thought, ThreadKey, View
from bot.rendering.live.status import StatusLine, status_of, title_of
from tests.fakes import search

QUESTION = Question(
    thread=ThreadKey("T1", "C1", "1.0"), asker="U1", text="olaparib dose for Maria Huber?"
)
VIEW = View(run_id="r", question=QUESTION)
SILOS = tuple(f"silo_{number}" for number in range(12))
AT_WORK = replace(
    VIEW,
    steps=(
        Step(
            number=1,
            seq=1,
            thought=Thought(text="", actions=tuple(search(each, "x") for each in SILOS)),
        ),
    ),
)


def test_the_lines_follow_the_run() -> None:
    assert status_of(VIEW, {}).lines == ("Reading the question",)
    lines = status_of(AT_WORK, {"search_silo_0": "The first " * 9}).lines
    assert len(lines) == 10, "Slack takes no more"
    assert lines[0].startswith("Searching The first")
    assert lines[1] == "Searching silo 1"
    assert all(len(line) <= 50 for line in lines)
    drafting = replace(AT_WORK, drafting=(Sentence(text="Give alpha.", keys=(), verified=True),))
    assert status_of(drafting, {}).lines == ("Writing the answer",)


def test_nothing_is_told_of_steps_that_the_asker_alone_sees() -> None:
    private = replace(AT_WORK, question=replace(QUESTION, private_in="D1"))
    assert status_of(private, {}) == StatusLine("is looking this up", ())


def test_the_title_holds_no_word_of_a_patient() -> None:
    assert "olaparib" in title_of(VIEW).lower()
    assert "Huber" not in title_of(VIEW)
