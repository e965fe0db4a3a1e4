"""Which run answers what is said in a conversation outside Slack: of the command line, or of a
program."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from agents.memory.database import Memory
from agents.replies.fact_replies import asks_again, asks_more, gives_fact, without_mark
from agents.turns import Question, ThreadKey, Turn
from retrieval.text.invisible import readable

OpenNew = Callable[[str, Question], Awaitable[object]]
"""Stores a new run of this id with its question."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Where a conversation is held, and who asks."""

    team: str
    channel: str
    name: str

    def thread(self, name: str) -> ThreadKey:
        """A conversation of this name."""
        return ThreadKey(self.team, self.channel, name)


@dataclass(frozen=True, slots=True)
class Utterance:
    """What is said."""

    text: str
    conversation: str
    """Its name; empty for one of its own."""
    run_id: str
    """The run that is to answer; in a conversation, an earlier one may go on instead."""


async def open_or_resume(memory: Memory, asker: Asker, said: Utterance, open_new: OpenNew) -> str:
    """The run that answers, stored: an earlier one that goes on or is shown whole, or a new one.

    Words that give what the last gap lacks let that run go on, "again" asks the last question
    again, and "more" shows the last answer, as in Slack."""
    text, name = readable(said.text), said.conversation
    key = asker.thread(name or said.run_id)
    more, again = asks_more(text), asks_again(text)
    turns = await memory.turns(key) if name and (more or again) else ()
    if turns and more:
        return _newest_that_answers(turns).run_id
    resumed = await _resumed_run(memory, text, asker, key) if name else ""
    if resumed:
        return resumed
    question = Question(thread=key, asker=asker.name, text=text)
    if turns:
        question = await memory.question_again(_newest_that_answers(turns).run_id)
    await open_new(said.run_id, question)
    return said.run_id


def _newest_that_answers(turns: Sequence[Turn]) -> Turn:
    """The newest turn that is more than words on an answer; without one, the newest."""
    return next((each for each in reversed(turns) if each.outcome != "reply"), turns[-1])


async def _resumed_run(memory: Memory, text: str, asker: Asker, key: ThreadKey) -> str:
    """The run that goes on because the text gives what its gap lacks; empty without one."""
    gap = await memory.last_gap(key)
    # In a thread: the facts in the text are read, and others are answered meanwhile.
    if gap is None or not await asyncio.to_thread(gives_fact, text, gap.missing):
        return ""
    await memory.add_to_run(gap.run_id, without_mark(text), asker.name)
    return gap.run_id
