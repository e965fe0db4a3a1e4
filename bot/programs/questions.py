"""A question of a program: taken into the inbox, limited and answered as one of Slack is."""

from __future__ import annotations

import asyncio
import re
import time
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from agents.answering import Answerer
from agents.endings.json_result import result_object
from agents.errors import MemoryUnavailable
from agents.journal.run_progress import seconds_spent
from agents.journal.writer import Narrate
from agents.memory.database import Memory
from agents.turns import Failed, Question, View
from bot.asking.conversations import Asker, Utterance, open_or_resume
from bot.asking.limits import LONGEST_QUESTION
from bot.asking.protocol import is_conversation_name
from bot.db.channels.limits import ReachedLimit
from bot.db.channels.rules import RulesOfChannels
from bot.db.programs.opening import is_run_of, open_question
from bot.failures import sentences
from bot.failures.errors import (
    ConversationNameInvalid,
    NoMoreQuestions,
    NoQuestion,
    QuestionTooLong,
    RunForgotten,
    RunNotFound,
    TooBusy,
)
from bot.logs import log
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database

_log = log(__name__)
PROGRAMS = "programs"
"""The team under which runs of programs are kept. The channel is the name of the client."""
LOCAL = "mcp"
"""The client of a server on standard input and output: whoever started it."""
WAITING_EACH = 8
"""Questions that may wait for each that is answered at a time. Chosen by hand."""
_RUN = re.compile(r"[0-9a-f-]{36}")
UNREADABLE = re.compile(r"[\x00\ud800-\udfff]")
"""What no database takes: no text has it."""


@dataclass(frozen=True, slots=True)
class ClientQuestion:
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
        self._at_a_time = at_a_time
        self._places = asyncio.Semaphore(at_a_time)
        self._waiting = 0
        self._left: set[asyncio.Task[Any]] = set()
        """What ends runs whose callers went away."""

    async def open(self, client: str, asked: ClientQuestion) -> str:
        """Store the question; the run that answers it. Raises
        :class:`bot.failures.errors.NoQuestion`, :class:`bot.failures.errors.QuestionTooLong`,
        :class:`bot.failures.errors.ConversationNameInvalid`, :class:`bot.failures.errors.TooBusy`,
        :class:`bot.failures.errors.NoMoreQuestions`."""
        text = UNREADABLE.sub("", asked.question)
        if not text.strip():
            raise NoQuestion
        if len(asked.question) > LONGEST_QUESTION:
            raise QuestionTooLong
        if not is_conversation_name(asked.conversation):
            raise ConversationNameInvalid
        if self._waiting >= WAITING_EACH * self._at_a_time:
            raise TooBusy
        rules = await self._rules.rules(PROGRAMS, client)
        allowed = rules.daily

        async def open_new(run_id: str, question: Question) -> None:
            reached = await open_question(self._database, run_id, question, allowed)
            if reached is not None:
                raise NoMoreQuestions(*_until(reached))

        asker = Asker(PROGRAMS, client, client)
        said = Utterance(text, asked.conversation, str(uuid.uuid4()))
        return await open_or_resume(self._memory, asker, said, open_new)

    async def stop(self, client: str, run_id: str) -> bool:
        """Ask for a run of the client to be stopped. False when it has ended. Raises
        :class:`bot.failures.errors.RunNotFound`."""
        if await self.find_result(client, run_id) is not None:
            return False
        return await self._memory.request_stop(run_id, client)

    async def answer(self, run_id: str, narrate: Narrate) -> dict[str, Any]:
        """Bring a stored run to its ending; the object that ``curbside ask --json`` prints. Raises
        only what an absent database raises: whatever else breaks ends the run as failed."""
        began = time.monotonic()
        self._waiting += 1
        try:
            async with self._places:
                await self._bring_to_end(run_id, narrate)
        finally:
            self._waiting -= 1
        view = await self._memory.view(run_id)
        return result_object(view, time.monotonic() - began)

    async def answer_caller(self, client: str, run_id: str, narrate: Narrate) -> dict[str, Any]:
        """The same for somebody who waits for it: who goes away wants it no more, and the run ends
        as stopped."""
        is_there = True

        async def tell(view: View) -> None:
            if is_there:
                await narrate(view)

        # A task of its own: what is cancelled here may not await anything any more.
        answering = asyncio.create_task(self.answer(run_id, tell))
        try:
            return await asyncio.shield(answering)
        except asyncio.CancelledError:
            is_there = False
            for task in (answering, asyncio.create_task(self.stop(client, run_id))):
                self._left.add(task)
                task.add_done_callback(self._forget)
            raise

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._left.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.warning("program_run_left", cause=type(task.exception()).__name__)

    async def _bring_to_end(self, run_id: str, narrate: Narrate) -> None:
        try:
            await self._answerer.answer(run_id, narrate=narrate)
        except (MemoryUnavailable, DatabaseUnavailable):
            raise
        except Exception as error:  # noqa: BLE001 - the client is told
            _log.warning("program_run_broke", run_id=run_id, exc_info=error)
            failed = Failed(error=type(error).__name__, reason=sentences.sentence(error))
            await self._answerer.give_up(run_id, failed, narrate=narrate)

    async def find_result(self, client: str, run_id: str) -> dict[str, Any] | None:
        """The object of a run of the client that has ended; None of one that has not. Raises
        :class:`bot.failures.errors.RunNotFound`, :class:`bot.failures.errors.RunForgotten`."""
        if not _RUN.fullmatch(run_id) or not await is_run_of(
            self._database, run_id, PROGRAMS, client
        ):
            raise RunNotFound
        events = await self._memory.events(run_id)
        view = await self._memory.view_of(run_id, events)
        if view.redacted is not None:
            raise RunForgotten
        return result_object(view, seconds_spent(events)) if view.ending else None


def _until(reached: ReachedLimit) -> tuple[str, int]:
    """When the next may be asked, and in how many seconds."""
    number = "1 question" if reached.limit == 1 else f"{reached.limit} questions"
    if reached.whose == "tokens":
        number = f"{reached.limit:,} tokens of a model"
    until = reached.until.astimezone(UTC)
    seconds = max(1, round((until - datetime.now(UTC)).total_seconds()))
    return (
        f"Allowed: {number} in 24 hours. The next can be asked at {until:%Y-%m-%d %H:%M} UTC.",
        seconds,
    )
