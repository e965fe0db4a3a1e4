"""A question of a program: taken into the inbox, limited and answered as one of Slack is."""

from __future__ import annotations

import asyncio
import time
import uuid
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from agents.answering import Answerer
from agents.endings.json_result import result_object
from agents.errors import MemoryUnavailable
from agents.journal.writer import Narrate
from agents.memory.database import Memory
from agents.turns import Failed, Question
from bot.asking.conversations import Asker, Utterance, open_or_resume
from bot.channels.rules import RulesOfChannels
from bot.db.channels.limits import DailyLimits, ReachedLimit
from bot.db.programs.opening import open_question
from bot.failures import sentences
from bot.failures.errors import (
    LONGEST_QUESTION,
    NoMoreQuestions,
    NoQuestion,
    QuestionTooLong,
)
from bot.logs import log
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database

_log = log(__name__)
PROGRAMS = "programs"
"""The team under which runs of programs are kept. The channel is the name of the client."""
LONGEST_NAME = 200
"""Characters of the name of a conversation. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a client asks."""

    question: str
    conversation: str = ""
    """Its name, to go on with one; empty for one of its own."""


class ProgramQuestions:
    """Takes questions of clients in and answers them in this process."""

    def __init__(
        self,
        *,
        database: Database,
        memory: Memory,
        answerer: Answerer,
        rules: RulesOfChannels,
        at_a_time: int,
    ) -> None:
        """``at_a_time``: how many are answered at the same time; others wait."""
        self._database = database
        self._memory = memory
        self._answerer = answerer
        self._rules = rules
        self._places = asyncio.Semaphore(at_a_time)

    async def open(self, client: str, asked: Asked) -> str:
        """Store the question; the run that answers it. Raises
        :class:`bot.failures.errors.NoQuestion`, :class:`bot.failures.errors.QuestionTooLong`,
        :class:`bot.failures.errors.NoMoreQuestions`."""
        if not asked.question.strip():
            raise NoQuestion
        if len(asked.question) > LONGEST_QUESTION or len(asked.conversation) > LONGEST_NAME:
            raise QuestionTooLong
        rules = await self._rules.rules(PROGRAMS, client)
        allowed = DailyLimits(channel=rules.questions_a_day, person=rules.questions_a_day_each)

        async def open_new(run_id: str, question: Question) -> None:
            reached = await open_question(self._database, run_id, question, allowed)
            if reached is not None:
                raise NoMoreQuestions(_until(reached))

        asker = Asker(PROGRAMS, client, client)
        said = Utterance(asked.question, asked.conversation, str(uuid.uuid4()))
        return await open_or_resume(self._memory, asker, said, open_new)

    async def answer(self, run_id: str, narrate: Narrate) -> dict[str, Any]:
        """Bring a stored run to its ending; the object that ``curbside ask --json`` prints. Raises
        only what an absent database raises: whatever else breaks ends the run as failed."""
        began = time.monotonic()
        async with self._places:
            try:
                await self._answerer.answer(run_id, narrate=narrate)
            except (MemoryUnavailable, DatabaseUnavailable):
                raise
            except Exception as error:  # noqa: BLE001 - the client is told
                _log.warning("program_run_broke", run_id=run_id, exc_info=error)
                failed = Failed(error=type(error).__name__, reason=sentences.sentence(error))
                await self._answerer.give_up(run_id, failed, narrate=narrate)
        view = await self._memory.view(run_id)
        return result_object(view, time.monotonic() - began)


def _until(reached: ReachedLimit) -> str:
    number = "1 question" if reached.limit == 1 else f"{reached.limit} questions"
    until = reached.until.astimezone(UTC)
    return f"Allowed: {number} in 24 hours. The next can be asked at {until:%Y-%m-%d %H:%M} UTC."
