"""Tells threads, in the morning, what has changed for their cases since the last board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from agents.answering import Answerer
from agents.checking.documents.later_sources import changed_sources
from agents.errors import AgentError
from agents.memory.database import Memory
from agents.turns import Abstention, Answer
from bot.db import outbox
from bot.db.mornings.cases import (
    EndedRun,
    OpenCase,
    due_cases,
    end_cases,
    ended_runs,
    hold_case,
    last_board,
    note_changes,
    note_told,
)
from bot.lifecycle import sleep_unless
from bot.logs import log
from bot.processes.mornings.clock import Mornings
from bot.rendering.mornings.case import AnswerChanges, case_messages, of_document, of_source
from bot.rendering.mornings.following import ended_message
from retrieval.errors import RetrievalError
from retrieval.ingestion.staging.later_versions import changed_since, later_states, new_since
from retrieval.sql import Database

_log = log(__name__)
_EVERY_SECONDS = 60.0
"""Between two looks. Chosen by hand: who has just asked for it hears soon what has changed already.
"""


def _now() -> datetime:
    return datetime.now(UTC)


class OpenCases:
    """Looks which cases are to be told of. Several processes may do so: a case is told once."""

    def __init__(
        self,
        database: Database,
        answerer: Answerer,
        mornings: Mornings,
        titles: Mapping[str, str],
        clock: Callable[[], datetime] = _now,
    ) -> None:
        """``titles``: of the tools, by their names."""
        self._database = database
        self._memory = Memory(database)
        self._answerer = answerer
        self._mornings = mornings
        self._titles = titles
        self._clock = clock

    async def run(self, stop: asyncio.Event) -> None:
        """Look until ``stop``."""
        while not stop.is_set():
            try:
                if told := await self.look(stop):
                    _log.info("cases_told", cases=told)
            except Exception as error:  # noqa: BLE001 - the worker goes on, and looks again
                _log.warning("cases_not_looked_at", cause=type(error).__name__)
            await sleep_unless(stop, _EVERY_SECONDS)

    async def look(self, stop: asyncio.Event | None = None) -> int:
        """Tell the cases whose morning has come, and those that are new; how many were told. After
        ``stop`` no further one is begun: it is told when somebody looks again."""
        morning = self._mornings.newest(self._clock())
        async with self._database.transaction() as connection:
            over = await end_cases(connection)
            await outbox.put(connection, [ended_message(thread, morning) for thread in over])
            due = await due_cases(connection, morning)
        told = 0
        for case in due:
            if stop and stop.is_set():
                break
            try:
                told += await self._tell_alone(case, morning)
            except (RetrievalError, AgentError) as error:
                _log.warning("case_put_off", cause=type(error).__name__)
            except Exception as error:  # noqa: BLE001 - the other cases are told
                _log.warning("case_broke", cause=type(error).__name__)
                # It would break each minute. What has changed is told when it is mended.
                async with self._database.transaction() as connection:
                    await note_told(connection, case, morning, has_looked=False)
        return told

    async def _tell_alone(self, case: OpenCase, morning: datetime) -> bool:
        async with (
            self._database.statements() as connection,
            hold_case(connection, case) as is_ours,
        ):
            return is_ours and await self._tell(case, morning)

    async def _tell(self, case: OpenCase, morning: datetime) -> bool:
        async with self._database.statements() as connection:
            ended = await ended_runs(connection, case.thread)
            board = await last_board(connection, case.thread)
        found = [each for run in ended if (each := await self._changes_of(run, board)) is not None]
        noted = [
            change
            for each in found
            for change in (*map(of_source, each.sources), *map(of_document, each.later))
        ]
        async with self._database.transaction() as connection:
            if not await note_told(connection, case, morning, has_looked=True):
                return False
            new = await note_changes(connection, case.thread, noted)
            unknown = [each.without_known(new) for each in found]
            messages = case_messages(unknown, board, morning, self._titles)
            await outbox.put(connection, messages)
        return bool(messages)

    async def _changes_of(self, run: EndedRun, board: datetime | None) -> AnswerChanges | None:
        """What has changed since the board, or since the answer if that is newer."""
        view = await self._memory.view(run.run_id)
        ending = view.ending
        if not isinstance(ending, Answer | Abstention) or view.withdrawn is not None:
            return None
        since = max(board or run.ended_at, run.ended_at)
        cited = ending.citations if isinstance(ending, Answer) else ()
        async with self._database.statements() as connection:
            changed = {(each.silo, each.id) for each in await changed_since(connection, since)}
            touched = changed & {(each.ref.silo, each.ref.id) for each in cited}
            states = await later_states(connection, touched) if touched else {}
            new = await new_since(connection, since)
        later = await self._answerer.later_documents(view, new) if new else ()
        return AnswerChanges(view, changed_sources(cited, states), later)
