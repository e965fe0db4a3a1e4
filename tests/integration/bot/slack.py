"""The local workspace as a process, and people who use it through its page's API."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.rendering.answer.signs import LAST_REACTIONS
from bot.rendering.blocks import without_folds
from tests.waiting import eventually
from tests.workspaces import start_workspace, stop

ANA, BEN, BOT = "U0ANA", "U0BEN", "U0CURBSIDE"
BOARD, LOOKUPS = "C0TUMORBOARD", "C0LOOKUPS"
Json = dict[str, Any]


@dataclass(frozen=True)
class Slack:
    """A running workspace."""

    url: str
    session: aiohttp.ClientSession

    async def post(
        self, text: str, *, user: str = ANA, channel: str = BOARD, thread: str = "", **more: Any
    ) -> str:
        """A person writes; the ts of the message."""
        body = {"user": user, "channel": channel, "text": text, **more}
        body |= {"thread_ts": thread} if thread else {}
        message = (await self.call("POST", "/page/api/messages", body))["message"]
        return str(message["ts"])

    async def ask(self, text: str, **more: Any) -> str:
        """A person mentions the bot."""
        return await self.post(f"<@{BOT}> {text}", **more)

    async def react(self, ts: str, name: str, channel: str = BOARD) -> None:
        body = {"user": ANA, "channel": channel, "ts": ts, "name": name, "add": True}
        await self.call("POST", "/page/api/reactions", body)

    async def upload(self, name: str, content: bytes, mimetype: str) -> str:
        """The id of a file that is not posted yet."""
        form = aiohttp.FormData(quote_fields=False)  # browsers send the name as it is
        form.add_field("user", ANA)
        form.add_field("file", content, filename=name, content_type=mimetype)
        async with self.session.post(f"{self.url}/page/api/files", data=form) as response:
            return str((await response.json())["file"]["id"])

    async def thread(self, ts: str, channel: str = BOARD) -> list[Json]:
        # A direct conversation is read by its person: the ids differ in the first letter.
        viewer = f"U{channel[1:]}" if channel.startswith("D") else ANA
        path = f"/page/api/channels/{channel}/threads/{ts}?user={viewer}"
        return list((await self.call("GET", path))["messages"])

    async def replies(self, ts: str, channel: str = BOARD) -> list[str]:
        """What the bot said in the thread, as text."""
        messages = await self.thread(ts, channel)
        return [words(one) for one in messages[1:] if one.get("bot_id")]

    async def signs(self, ts: str, channel: str = BOARD) -> set[str]:
        """The reactions on the question."""
        root = (await self.thread(ts, channel))[0]
        return {one["name"] for one in root.get("reactions", ())}

    async def finished(self, ts: str, channel: str = BOARD) -> list[str]:
        """The bot's replies once the run has ended and its last words are out."""

        async def ended() -> bool:
            signs = await self.signs(ts, channel)
            return bool(signs & LAST_REACTIONS) and any(
                is_last_word(one) for one in (await self.thread(ts, channel))[1:]
            )

        await eventually(ended, "the run has ended and its last words are out")
        return await self.replies(ts, channel)

    async def control(self, method: str, path: str, body: Json | None = None) -> Json:
        return await self.call(method, f"/_control/{path}", body)

    async def come_to_the_next_delivery(self) -> None:
        """Move Slack's clock to the next repetition, if nothing is under way: a delivery that
        nobody acknowledged in time, as on a busy machine, is repeated after minutes."""
        pending = (await self.control("GET", "deliveries"))["pending"]
        now = (await self.control("GET", "clock"))["now"]
        due = min((one["due"] for one in pending), default=now)
        if due > now:
            await self.control("POST", "clock", {"advance": due - now})

    async def call(self, method: str, path: str, body: Json | None = None) -> Json:
        async with self.session.request(method, self.url + path, json=body) as response:
            answer: Json = await response.json()
            assert response.status < 400, answer
            return answer


def is_last_word(message: Json) -> bool:
    key = ((message.get("metadata") or {}).get("event_payload") or {}).get("k", "")
    if key:
        return str(key).split(":")[2].startswith("answer")
    return bool(message.get("bot_id")) and not str(message.get("text", "")).startswith("Step ")


def words(message: Json) -> str:
    """All that a message shows, what is folded in it too."""
    texts: list[str] = []
    for block in without_folds(message.get("blocks") or ()):
        if block["type"] == "section":
            texts.append(block["text"]["text"])
        texts += [one["text"] for one in block.get("elements", ()) if block["type"] == "context"]
    return "\n".join(texts) or str(message.get("text", ""))


@asynccontextmanager
async def running_workspace(*options: str) -> AsyncIterator[Slack]:
    process, url = await start_workspace("--port", "0", *options)
    try:
        async with aiohttp.ClientSession() as session:
            yield Slack(url, session)
    finally:
        await stop(process)
