"""The app's side of the wire: it posts through the Web API and hears presses by Socket Mode."""

from __future__ import annotations

import asyncio
from typing import Any, Self

import aiohttp

from tests.waiting import HANG_SECONDS


class AppSide:
    """Posts as the bot and, once `listening`, acknowledges everything, unless `acknowledging` is
    cleared, and keeps interactions."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._session = aiohttp.ClientSession()
        self._listening: asyncio.Task[None] | None = None
        self.interactions: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.answers: dict[str, dict[str, Any]] = {}
        """What is sent along with the acknowledgement, by the type of an interaction."""
        self.acknowledging = asyncio.Event()
        self.acknowledging.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        await self._session.close()

    async def call(
        self, method: str, token: str = "xoxb-local", **arguments: Any
    ) -> dict[str, Any]:
        """One Web API call; asserts that Slack says ok."""
        headers = {"Authorization": f"Bearer {token}"}
        address = f"{self._url}/api/{method}"
        async with self._session.post(address, json=arguments, headers=headers) as response:
            body: dict[str, Any] = await response.json()
        assert body["ok"], f"{method}: {body}"
        return body

    async def post(self, text: str, channel: str = "C0TUMORBOARD", **more: Any) -> str:
        """Post a message and return its ts."""
        posted = await self.call("chat.postMessage", channel=channel, text=text, **more)
        return str(posted["ts"])

    async def listen(self) -> None:
        """Connect by Socket Mode; returns when the workspace has said hello."""
        opened = await self.call("apps.connections.open", token="xapp-local")
        connected = asyncio.Event()
        self._listening = asyncio.create_task(self._hear(opened["url"], connected))
        await asyncio.wait_for(connected.wait(), HANG_SECONDS)

    async def next_interaction(self) -> dict[str, Any]:
        """The payload of the next press."""
        return await asyncio.wait_for(self.interactions.get(), HANG_SECONDS)

    async def _hear(self, address: str, connected: asyncio.Event) -> None:
        async with self._session.ws_connect(address) as socket:
            async for frame in socket:
                envelope = frame.json()
                if envelope["type"] == "hello":
                    connected.set()
                if "envelope_id" not in envelope:
                    continue
                if envelope["type"] == "interactive":
                    self.interactions.put_nowait(envelope["payload"])
                await self.acknowledging.wait()
                answer = self.answers.get(envelope["payload"].get("type", envelope["type"]))
                payload = {"payload": answer} if answer is not None else {}
                await socket.send_json({"envelope_id": envelope["envelope_id"], **payload})
