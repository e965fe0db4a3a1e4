"""Tells a thread what a run does, as the run goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agents.turns import View
from bot import logs
from bot.db.channels.choices import Display
from bot.db.channels.rules import RulesOfChannels
from bot.db.taking_over import claims
from bot.db.taking_over.claims import Claim
from bot.rendering import narration
from bot.sending.team_styles import TeamStyles
from bot.sending.thread_status import ThreadStatus
from retrieval.sql import Database

_log = logs.log(__name__)


class Narrator:
    """Writes what changed since it last wrote. While it writes, the run goes on: of the views that
    come meanwhile only the newest is told, since each shows all that the ones before it did."""

    def __init__(
        self,
        database: Database,
        styles: TeamStyles,
        ts: str,
        channels: RulesOfChannels,
        status: ThreadStatus,
        claim: Claim,
    ) -> None:
        """``ts``: of the message of the question. ``claim``: what is written only while it
        stands."""
        self._claim = claim
        self._database = database
        self._styles = styles
        self._ts = ts
        self._channels = channels
        self._status = status
        self._display: Display | None = None
        self._written: dict[str, Mapping[str, Any]] = {}
        self._newest: View | None = None
        self._telling: asyncio.Task[None] | None = None

    async def narrate(self, view: View) -> None:
        """Told soon; an ending is told on return. Raises what kept an earlier view from it."""
        self._newest = view
        self._status.tell(view)
        if self._telling is not None and self._telling.done():
            telling, self._telling = self._telling, None
            telling.result()
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())
        if view.ending is not None:
            await self.finish()

    async def finish(self) -> None:
        """Wait until the newest view is told."""
        if self._telling is not None:
            telling, self._telling = self._telling, None
            await telling

    async def rest(self) -> None:
        """Leave nothing running behind; a run that broke is narrated again when it goes on."""
        if self._telling is not None:
            telling, self._telling = self._telling, None
            telling.cancel()
            await asyncio.wait({telling})
            if not telling.cancelled() and telling.exception() is not None:
                _log.warning("narration_broke", cause=type(telling.exception()).__name__)
        await self._status.end()

    async def _tell(self) -> None:
        while (view := self._newest) is not None:
            self._newest = None
            # In a thread: what was understood is read from all messages of the thread.
            style = await self._styles.of(view.question.thread.team)
            style = replace(style, display=await self._display_of(view))
            rows = await asyncio.to_thread(narration.narrate, view, self._ts, style)
            new = [row for row in rows if self._written.get(row.key) != row.body]
            if new:
                await claims.tell(
                    self._database,
                    self._claim,
                    view.run_id,
                    new,
                    begun_in=None if self._written else view.question.thread,
                    waiting_body=narration.waiting_body,
                )
                self._written.update({row.key: row.body for row in new})

    async def _display_of(self, view: View) -> Display:
        """What the channel is shown of a run; the same to its end."""
        if self._display is None:
            thread = view.question.thread
            rules = await self._channels.rules(thread.team, thread.channel)
            self._display = rules.display
        return self._display
