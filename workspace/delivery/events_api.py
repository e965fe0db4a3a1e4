"""The Events API and interactivity over signed HTTP, for an app with a request URL."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from urllib.parse import urlencode

import aiohttp

from workspace.clock import Clock
from workspace.delivery.envelopes import envelope_type
from workspace.json_types import JsonObject
from workspace.model.app_events import AppAnswer
from workspace.slack_objects.app import App

ANSWER_SECONDS = 3.0
"""An app must answer within this time (docs.slack.dev/apis/events-api)."""
_REDIRECTS_FOLLOWED = 2
"""Slack follows up to two redirects (the same page)."""


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """The value of `X-Slack-Signature`; `timestamp` in seconds since the epoch."""
    base = b"v0:" + timestamp.encode() + b":" + body
    return "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()


class RequestUrl:
    """Where the app takes events and interactions over HTTP; empty `url` means it does not."""

    def __init__(self, clock: Clock, app: App, url: str = "") -> None:
        self._clock = clock
        self._app = app
        self._client: aiohttp.ClientSession | None = None
        self.url = url
        self.answers_to_lose = 0
        """How many of the next answers are treated as if they never arrived."""

    async def verify(self, url: str) -> bool:
        """Ask the app to echo a challenge; on success its address is used from now on."""
        challenge = {"token": "local-verification-token", "challenge": "3eZbrw1aBm2rZgRNFdxV2595"}
        body = json.dumps({**challenge, "type": "url_verification"}).encode()
        try:
            answer = await self._post(url, body, "application/json", {})
        except aiohttp.ClientError:
            return False
        if answer is None or answer[0] != 200 or challenge["challenge"] not in answer[2]:
            return False
        self.url = url
        return True

    async def deliver(self, payload: JsonObject, attempt: int, reason: str) -> AppAnswer:
        """Post once. `attempt` counts the attempts before, `reason` is why the last failed."""
        headers = {"X-Slack-Retry-Num": str(attempt), "X-Slack-Retry-Reason": reason}
        body, kind = _encode_payload(payload)
        try:
            answer = await self._post(self.url, body, kind, headers if attempt else {})
        except aiohttp.TooManyRedirects:
            return AppAnswer("too_many_redirects")
        except aiohttp.ClientError:
            return AppAnswer("connection_failed")
        if answer is None or self._loses_answer():
            return AppAnswer("http_timeout")
        status, answered, text = answer
        if 200 <= status < 300:
            return AppAnswer(body=_answer_body(text))
        return AppAnswer("http_error", may_retry=answered.get("X-Slack-No-Retry") != "1")

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()

    def _loses_answer(self) -> bool:
        is_lost = self.answers_to_lose > 0
        self.answers_to_lose -= is_lost
        return is_lost

    async def _post(
        self, url: str, body: bytes, kind: str, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], str] | None:
        """Status, headers and text of the answer; None if it takes too long."""
        answering = asyncio.ensure_future(self._exchange(url, body, kind, headers))
        late = asyncio.ensure_future(self._clock.sleep(ANSWER_SECONDS))
        try:
            await asyncio.wait({answering, late}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            late.cancel()
            if not answering.done():
                answering.cancel()
        return await answering if answering.done() else None

    async def _exchange(
        self, url: str, body: bytes, kind: str, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], str]:
        if self._client is None:
            self._client = aiohttp.ClientSession()
        timestamp = str(int(time.time()))  # the app checks it against its own clock
        signed = {
            "Content-Type": kind,
            "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
            "X-Slack-Request-Timestamp": timestamp,
            "X-Slack-Signature": signature(self._app.signing_secret, timestamp, body),
            **headers,
        }
        async with self._client.post(
            url, data=body, headers=signed, max_redirects=_REDIRECTS_FOLLOWED
        ) as answer:
            text = await answer.text()
            return answer.status, {**answer.headers}, text


def _encode_payload(payload: JsonObject) -> tuple[bytes, str]:
    """The body and its content type: events as JSON, commands and interactions as forms."""
    kind = envelope_type(payload)
    if kind == "events_api":
        return json.dumps(payload).encode(), "application/json"
    form = payload if kind == "slash_commands" else {"payload": json.dumps(payload)}
    return urlencode(form).encode(), "application/x-www-form-urlencoded"


def _answer_body(text: str) -> JsonObject:
    """What the app answered: a JSON object, or words, which are the text of a message."""
    try:
        body = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError):
        body = {"text": text}
    return body if isinstance(body, dict) else {}
