"""What a benchmark says to the bot and to the local workspace: signed events, questions, and the
calls that the workspace remembers."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp

TEAM, APP, BOT, ASKER = "T0CURBSIDE", "A0CURBSIDE", "U0CURBSIDE", "U0ANA"
SIGNING_SECRET = "local-signing-secret"  # noqa: S105 - the local workspace's, worth nothing
CHANNELS = ("C0TUMORBOARD", "C0LOOKUPS", "C0REVIEW")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Posted:
    """A question in the workspace."""

    channel: str
    ts: str


@dataclass(frozen=True, slots=True)
class Shown:
    """When the workspace showed what came of a question, seconds after it was posted."""

    run_id: str
    sign: float
    answer: float


def mention(channel: str, text: str, at: float) -> Iterator[bytes]:
    """The two bodies that Slack sends for a message that mentions the bot."""
    said = {"user": ASKER, "text": f"<@{BOT}> {text}", "ts": f"{at:.6f}", "channel": channel}
    for kind in ("message", "app_mention"):
        event = {"type": kind, "event_ts": said["ts"], **said}
        if kind == "message":
            event["channel_type"] = "channel"
        yield json.dumps(
            {
                "type": "event_callback",
                "team_id": TEAM,
                "api_app_id": APP,
                "event_id": f"Ev{uuid.uuid4().hex[:12].upper()}",
                "event_time": int(at),
                "event": event,
                "authorizations": [{"team_id": TEAM, "user_id": BOT, "is_bot": True}],
            }
        ).encode()


def signed(body: bytes, now: float) -> dict[str, str]:
    """The headers of Slack's request with this body."""
    stamp = str(int(now))
    digest = hmac.new(
        SIGNING_SECRET.encode(), b"v0:" + stamp.encode() + b":" + body, hashlib.sha256
    )
    return {
        "Content-Type": "application/json",
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": f"v0={digest.hexdigest()}",
    }


async def post(session: aiohttp.ClientSession, url: str, channel: str, text: str) -> Posted:
    """Ask the bot in a channel, as Ana."""
    body = {"user": ASKER, "channel": channel, "text": f"<@{BOT}> {text}"}
    async with session.post(f"{url}/page/api/messages", json=body) as response:
        answered = await response.json()
    message: Mapping[str, Any] = answered.get("message", answered)
    return Posted(channel, str(message["ts"]))


async def calls(session: aiohttp.ClientSession, url: str, method: str) -> list[Json]:
    """The calls of a Web API method that the workspace has seen."""
    async with session.get(f"{url}/_control/calls", params={"method": method}) as response:
        found: list[Json] = (await response.json())["calls"]
        return found


def shown(
    posted: Sequence[Posted], reactions: Sequence[Json], posts: Sequence[Json]
) -> list[Shown | None]:
    """When each question got its eyes and its answer; None while one of them is missing."""
    eyes = {
        (call["arguments"]["channel"], call["arguments"]["timestamp"]): call["at"]
        for call in reversed(reactions)
        if call["outcome"] == "ok" and call["arguments"]["name"] == "eyes"
    }
    answers = {place: told for call in reversed(posts) for place, told in _answer(call)}
    return [_shown(one, eyes, answers) for one in posted]


def _shown(
    posted: Posted,
    eyes: Mapping[tuple[str, str], float],
    answers: Mapping[tuple[str, str], tuple[str, float]],
) -> Shown | None:
    place = (posted.channel, posted.ts)
    if place not in eyes or place not in answers:
        return None
    run_id, at = answers[place]
    return Shown(run_id, eyes[place] - float(posted.ts), at - float(posted.ts))


def _answer(call: Json) -> Iterator[tuple[tuple[str, str], tuple[str, float]]]:
    """Thread, run and time of a call that posted an answer."""
    arguments = call["arguments"]
    metadata = arguments.get("metadata") or {}
    if isinstance(metadata, str):
        metadata = json.loads(metadata)
    key = str(metadata.get("event_payload", {}).get("k", ""))
    run_id, _, part = key.partition(":")
    if call["outcome"] == "ok" and part == "0:answer":
        yield (arguments["channel"], arguments.get("thread_ts", "")), (run_id, call["at"])


def now() -> float:
    """The time that Slack's timestamps are in, seconds."""
    return time.time()
