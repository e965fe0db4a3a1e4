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


@dataclass(frozen=True, slots=True)
class QuestionPosted:
    """A question in the workspace."""

    channel: str
    ts: str


@dataclass(frozen=True, slots=True)
class ShownOutcome:
    """When the workspace showed what came of a question, seconds after it was posted."""

    run_id: str
    sign: float
    answer: float


@dataclass(frozen=True, slots=True)
class WebApiCall:
    """A call of a Web API method that the workspace has seen."""

    at: float
    """When, seconds since the epoch."""
    succeeded: bool
    channel: str
    timestamp: str
    """Of the message that a reaction is put on."""
    thread_ts: str
    name: str
    """Of a reaction."""
    outbox_key: str
    """The key of the outbox row, which the bot puts into a message's metadata."""


def mention_bodies(channel: str, text: str, at: float) -> Iterator[bytes]:
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


def signature_headers(body: bytes, now: float) -> dict[str, str]:
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


async def post(session: aiohttp.ClientSession, url: str, channel: str, text: str) -> QuestionPosted:
    """Ask the bot in a channel, as Ana."""
    body = {"user": ASKER, "channel": channel, "text": f"<@{BOT}> {text}"}
    async with session.post(f"{url}/page/api/messages", json=body) as response:
        answered = await response.json()
    message: Mapping[str, Any] = answered.get("message", answered)
    return QuestionPosted(channel, str(message["ts"]))


async def fetch_calls(session: aiohttp.ClientSession, url: str, method: str) -> list[WebApiCall]:
    """The calls of a Web API method that the workspace has seen, oldest first."""
    async with session.get(f"{url}/_control/calls", params={"method": method}) as response:
        return [parse_call(row) for row in (await response.json())["calls"]]


def parse_call(row: Mapping[str, Any]) -> WebApiCall:
    """One call as the workspace tells it."""
    arguments = row["arguments"]
    metadata = arguments.get("metadata") or {}
    if isinstance(metadata, str):
        metadata = json.loads(metadata)
    return WebApiCall(
        at=row["at"],
        succeeded=row["outcome"] == "ok",
        channel=arguments["channel"],
        timestamp=arguments.get("timestamp", ""),
        thread_ts=arguments.get("thread_ts", ""),
        name=arguments.get("name", ""),
        outbox_key=str(metadata.get("event_payload", {}).get("k", "")),
    )


def when_shown(
    posted: Sequence[QuestionPosted], reactions: Sequence[WebApiCall], posts: Sequence[WebApiCall]
) -> list[ShownOutcome | None]:
    """When each question got its eyes and its answer; None while one of them is missing."""
    eyes = {
        (call.channel, call.timestamp): call.at
        for call in reversed(reactions)
        if call.succeeded and call.name == "eyes"
    }
    answers = {(call.channel, call.thread_ts): call for call in reversed(posts) if _answers(call)}
    return [_find_shown(question, eyes, answers) for question in posted]


def _find_shown(
    posted: QuestionPosted,
    eyes: Mapping[tuple[str, str], float],
    answers: Mapping[tuple[str, str], WebApiCall],
) -> ShownOutcome | None:
    place = (posted.channel, posted.ts)
    if place not in eyes or place not in answers:
        return None
    answer, asked_at = answers[place], float(posted.ts)
    run_id = answer.outbox_key.partition(":")[0]
    return ShownOutcome(run_id, eyes[place] - asked_at, answer.at - asked_at)


def _answers(call: WebApiCall) -> bool:
    """Whether a call posted the answer of a run: its key is ``<run>:0:answer``."""
    return call.succeeded and call.outbox_key.partition(":")[2] == "0:answer"


def now() -> float:
    """The time that Slack's timestamps are in, seconds."""
    return time.time()
