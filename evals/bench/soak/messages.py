"""What a soak asks of the local workspace over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import aiohttp

from evals.bench.slack.slack_wire import ASKER, BOT

Json = Mapping[str, Any]


class Workspace:
    """The local workspace: people who write in it, and what makes trouble in it."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._url = url

    async def write(self, channel: str, text: str, *, asks: bool) -> str:
        """Somebody writes, and asks the bot if ``asks``; the ts of the message."""
        said = f"<@{BOT}> {text}" if asks else text
        body = {"user": ASKER, "channel": channel, "text": said}
        return str((await self._call("POST", "/page/api/messages", body))["message"]["ts"])

    async def thread(self, channel: str, ts: str) -> list[Json]:
        """The messages of a thread, its first one too."""
        path = f"/page/api/channels/{channel}/threads/{ts}?user={ASKER}"
        return list((await self._call("GET", path))["messages"])

    async def trouble(self, method: str, path: str, body: Json | None = None) -> Json:
        """A request to what makes trouble: faults, deliveries, sockets."""
        return await self._call(method, f"/_control/{path}", body)

    async def _call(self, method: str, path: str, body: Json | None = None) -> Json:
        async with self._session.request(method, self._url + path, json=body) as response:
            response.raise_for_status()
            answer: Json = await response.json()
            return answer
