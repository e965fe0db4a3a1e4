"""Answers through the address that Slack sent with a command or a press."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

_LONGEST_REASON = 100
"""Characters that are kept of a refusal. Chosen by hand: the names of Slack's errors have fewer."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What Slack said no with, in the form of an answer of its Web API."""

    status_code: int
    data: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


async def respond(client: AsyncWebClient, address: str, said: Mapping[str, Any]) -> None:
    """Say it. Raises what a call of the Web API raises; nothing is repeated here."""
    webhook = AsyncWebhookClient(
        address,
        timeout=client.timeout,
        session=client.session,
        retry_handlers=[],
    )
    webhook.proxy = client.proxy
    answer = await webhook.send_dict(dict(said))
    if answer.status_code != 200:
        words = {"error": answer.body.strip()[:_LONGEST_REASON]}
        refused = Refusal(answer.status_code, words, dict(answer.headers))
        raise SlackApiError("response_url", refused)  # type: ignore[no-untyped-call]
