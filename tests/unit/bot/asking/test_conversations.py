"""Which run answers what is said in a conversation outside Slack."""

from __future__ import annotations

from typing import cast

import pytest

from agents.memory.database import Memory
from agents.turns import Question, ThreadKey, Turn
from bot.asking.conversations import Asker, Utterance, open_or_resume


class KeptTurns:
    """A conversation with a question that was answered, and words on its answer."""

    asked = Question(text="dose of olaparib?", thread=ThreadKey("cli", "ask", "t"), asker="cli")

    async def turns(self, key: ThreadKey) -> tuple[Turn, ...]:
        return (
            Turn(run_id="r1", question=self.asked.text, answer="300 mg.", outcome="answer"),
            Turn(run_id="r2", question="is that new?", answer="Below.", outcome="reply"),
        )

    async def last_gap(self, key: ThreadKey) -> None:
        return None

    async def question_again(self, run_id: str) -> Question:
        assert run_id == "r1"
        return self.asked


@pytest.mark.parametrize(("text", "run_id"), [("more", "r1"), ("again", "r9")])
async def test_words_on_an_answer_are_not_what_is_shown_or_asked_again(
    text: str, run_id: str
) -> None:
    opened: list[Question] = []

    async def open_new(_: str, question: Question) -> None:
        opened.append(question)

    memory = cast(Memory, KeptTurns())
    said = Utterance(text, "t", "r9")
    assert await open_or_resume(memory, Asker("cli", "ask", "cli"), said, open_new) == run_id
    assert opened == ([KeptTurns.asked] if text == "again" else [])
