"""Tells threads when a source that an answer cites was retracted, replaced or taken out."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from agents.checking.documents.later_sources import changed_sources
from agents.memory.database import Memory
from agents.turns import Answer
from bot.db import outbox
from bot.db.changed_sources import forget_old, note_told, runs_citing
from bot.lifecycle import sleep_unless
from bot.logs import log
from bot.rendering.answer.later_sources import sources_notice
from retrieval.ingestion.staging.later_versions import changed_since, later_states
from retrieval.sql import Database

_log = log(__name__)
_EVERY_SECONDS = 300.0
"""Between two looks. Chosen by hand: sources are fetched once a day."""
_FIRST_DAYS = 7
"""How far the first look of a process goes back. Chosen by hand: longer than a team is without a
worker, and short enough that the first one does not tell of a year."""


class SourceNotices:
    """Looks for answers whose sources changed since the last look. Several processes may do so: a
    thread is told once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._memory = Memory(database)
        self._since = datetime.now(UTC) - timedelta(days=_FIRST_DAYS)

    async def run(self, stop: asyncio.Event) -> None:
        """Look until ``stop``."""
        while not stop.is_set():
            try:
                if told := await self.look():
                    _log.info("sources_changed", threads=told)
            except Exception as error:  # noqa: BLE001 - the worker goes on, and looks again
                _log.warning("sources_not_looked_at", cause=type(error).__name__)
            await sleep_unless(stop, _EVERY_SECONDS)

    async def look(self) -> int:
        """Tell the threads of what changed since the last look; how many."""
        async with self._database.statements() as connection:
            changed = await changed_since(connection, self._since)
            citing = await runs_citing(connection, changed) if changed else ()
        told = sum([await self._tell(run_id) for run_id in citing])
        if changed:
            self._since = changed[-1].at
            async with self._database.statements() as connection:
                await forget_old(connection)
        return told

    async def _tell(self, run_id: str) -> bool:
        view = await self._memory.view(run_id)
        if not isinstance(view.ending, Answer) or view.withdrawn is not None:
            return False
        cited = {(each.ref.silo, each.ref.id) for each in view.ending.citations}
        async with self._database.transaction() as connection:
            found = changed_sources(view.ending.citations, await later_states(connection, cited))
            new = await note_told(connection, view.question.thread, found)
            if new:
                await outbox.put(connection, [sources_notice(view, new)])
        return bool(new)
