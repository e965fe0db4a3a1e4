"""What the demo asks of the local workspace: is it there, post for somebody, read a thread."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import aiohttp

POLL_SECONDS = 0.15
"""Between two looks at a thread. Chosen by hand: a person sees no delay."""


class WorkspaceSilent(Exception):
    """The local workspace does not answer."""


class WorkspaceClient:
    """Speaks the JSON of the workspace's own page."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self._url = url
        self._session = session

    async def people(self) -> dict[str, str]:
        """Names of all users, bots included, by id."""
        found = await self._get("bootstrap")
        return {user["id"]: _name(user) for user in (*found["users"], *found.get("bots", ()))}

    async def channel(self, name: str) -> str:
        found = await self._get("bootstrap")
        return str(next(row["id"] for row in found["channels"] if row["name"] == name))

    async def post(self, user: str, channel: str, text: str) -> str:
        """Post as a user; the new message's timestamp."""
        body = {"user": user, "channel": channel, "text": text}
        async with self._session.post(f"{self._url}/page/api/messages", json=body) as response:
            answered = await response.json()
        message: Mapping[str, Any] = answered.get("message", answered)
        return str(message["ts"])

    async def watch(
        self, channel: str, ts: str, seconds: float
    ) -> AsyncIterator[list[dict[str, Any]]]:
        """The thread, again and again as it changes, for at most so many seconds."""
        deadline = time.monotonic() + seconds
        last: list[dict[str, Any]] = []
        while time.monotonic() < deadline:
            found = await self._get(f"channels/{channel}/threads/{ts}")
            if found["messages"] != last:
                last = found["messages"]
                yield last
            await asyncio.sleep(POLL_SECONDS)

    async def connections(self) -> int:
        """How many Socket Mode connections of the app are open."""
        async with self._session.get(f"{self._url}/_control/sockets") as response:
            return len((await response.json())["sockets"])

    async def _get(self, path: str) -> dict[str, Any]:
        try:
            async with self._session.get(f"{self._url}/page/api/{path}") as response:
                found: dict[str, Any] = await response.json()
                return found
        except aiohttp.ClientError as error:
            raise WorkspaceSilent(str(WorkspaceSilent.__doc__)) from error


def _name(user: Mapping[str, Any]) -> str:
    return str(user.get("real_name") or user.get("name") or user["id"])
