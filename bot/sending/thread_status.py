"""Shows below a thread that a question is answered there, with Slack's own Stop button.

Nothing of it is owed: Slack takes a status away by itself, and the sign on the question tells the
same. So it is called for at once and not through the outbox, and what fails is left. A worker whose
run another one took calls nothing more: the line and the button are the other's."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError

from agents.turns import View
from bot.logs import log
from bot.rendering.live.status import status_of, title_of
from bot.sending.slack_errors import name_and_status
from bot.sending.teams import NotInstalled, Teams
from retrieval.errors import DatabaseUnavailable

_log = log(__name__)
FIRST_SECONDS = 1.0
"""Before the first status. Chosen by hand: a core without a model has answered by then, and the
eyes are on the question."""
AGAIN_SECONDS = 90.0
"""Between two calls while nothing changes: Slack takes a status away after two minutes
(docs.slack.dev/reference/methods/assistant.threads.setStatus)."""
SETTLE_SECONDS = 2.0
"""After a change, until the step that tells of it is posted: a post takes the status away. Chosen
by hand."""
_LAST_CALL_SECONDS = 3.0
"""Chosen by hand: a worker that is asked to stop does not wait longer."""
_UNANSWERED = (aiohttp.ClientError, TimeoutError, DatabaseUnavailable, NotInstalled)


class ThreadStatus:
    """The status of the thread of one run."""

    def __init__(
        self,
        teams: Teams,
        titles: Mapping[str, str],
        is_ours: Callable[[], Awaitable[bool]],
    ) -> None:
        """``titles``: of each tool, by its name. ``is_ours``: whether a call may begin at once."""
        self._teams = teams
        self._is_ours = is_ours
        self._titles = titles
        self._newest: View | None = None
        self._changed = asyncio.Event()
        self._showing: asyncio.Task[None] | None = None
        self._shown: View | None = None

    def tell(self, view: View) -> None:
        """Show soon what the run does now."""
        self._newest = view
        self._changed.set()
        if self._showing is None and view.ending is None:
            self._showing = asyncio.create_task(self._show())

    async def end(self) -> None:
        """The run works no more: the button and the line go, if they were shown."""
        if self._showing is not None:
            self._showing.cancel()
            await asyncio.wait({self._showing})
            if not self._showing.cancelled() and (broke := self._showing.exception()) is not None:
                _log.warning("status_broke", cause=type(broke).__name__)
        if self._shown is None:
            return
        place = _place(self._shown)
        try:
            async with asyncio.timeout(_LAST_CALL_SECONDS):
                client = (await self._teams.of(self._shown.question.thread.team)).client
                if await self._is_ours():
                    await client.agents_sessions_setStatus(**place, status="active")
                if await self._is_ours():
                    await client.assistant_threads_setStatus(**place, status="")
        except (*_UNANSWERED, SlackApiError) as error:
            _log.info("status_left", cause=type(error).__name__)

    async def _show(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while (view := self._newest) is not None and view.ending is None:
            self._changed.clear()
            try:
                if not await self._call(view):
                    return
            except _UNANSWERED as error:
                _log.info("status_unanswered", cause=type(error).__name__)
            except SlackApiError as error:
                _log.info("status_refused", slack_error=name_and_status(error)[0])
                return
            await self._wait_until_again()

    async def _call(self, view: View) -> bool:
        """False if the run is another worker's."""
        place, status = _place(view), status_of(view, self._titles)
        client = (await self._teams.of(view.question.thread.team)).client
        if not await self._is_ours():
            return False
        first, self._shown = self._shown is None, view
        if first:
            await client.agents_sessions_setStatus(
                **place,
                status="processing",
                title=title_of(view) or None,
                initiator_user_id=view.question.asker,
            )
            if not await self._is_ours():
                return False
        await client.assistant_threads_setStatus(
            **place, status=status.does, loading_messages=list(status.lines) or None
        )
        return True

    async def _wait_until_again(self) -> None:
        try:
            async with asyncio.timeout(AGAIN_SECONDS):
                await self._changed.wait()
        except TimeoutError:
            return
        await asyncio.sleep(SETTLE_SECONDS)


def _place(view: View) -> dict[str, Any]:
    thread = view.question.thread
    return {"channel_id": thread.channel, "thread_ts": thread.thread}
