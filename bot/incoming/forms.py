"""Opens forms. What opens one must be done at once, since Slack's permission for it lasts three
seconds; it changes nothing, so it is neither stored nor tried again."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agents.errors import AgentError
from agents.memory.database import Memory
from agents.turns import Review
from bot.db import event_transactions
from bot.failures import sentences
from bot.incoming.addressing import address_of, is_of_run, own_run_id
from bot.incoming.payloads.events import Incoming
from bot.logs import log
from bot.rendering import ephemeral
from bot.rendering.blocks import sections
from bot.rendering.review.form import review_form
from bot.rendering.review.marks import MARK_BUTTON, WRONG_BUTTON, read_target
from bot.sending.slack_errors import name_and_status
from retrieval.sql import Database

_log = log(__name__)
_OPENING = frozenset({MARK_BUTTON, WRONG_BUTTON})
_TOLD_TWICE = "exchanged_trigger_id"
"""Slack's word for a press that has opened its form already."""


def opens_form(incoming: Incoming) -> bool:
    """Whether the event is the press of a button that opens a form."""
    return incoming.kind == "action" and incoming.name in _OPENING


class FormOpener:
    """Opens the form of a button, for the person who pressed it."""

    def __init__(self, client: AsyncWebClient, memory: Memory, database: Database) -> None:
        self._client = client
        self._memory = memory
        self._database = database

    async def open(self, incoming: Incoming, trigger_id: str) -> None:
        """Open the form; whoever pressed is told if that does not work."""
        try:
            form = await self._form(incoming)
            if form is not None:
                await self._client.views_open(trigger_id=trigger_id, view=form)
        except (SlackApiError, aiohttp.ClientError, TimeoutError, AgentError) as error:
            name = name_and_status(error)[0] if isinstance(error, SlackApiError) else ""
            _log.warning("form_not_opened", cause=type(error).__name__, error=name)
            if name != _TOLD_TWICE:
                await self._tell(incoming)

    async def _form(self, incoming: Incoming) -> dict[str, Any] | None:
        """The form for what the button is on; None if its run is not one of this channel."""
        run_id, seq = read_target(incoming.value)
        view = await self._memory.view(run_id)
        if not is_of_run(incoming, view):
            _log.warning("press_of_other_channel", run_id=run_id)
            return None
        verdict = "wrong" if incoming.name == WRONG_BUTTON else ""
        marked = Review(seq=seq, verdict=verdict, by=incoming.user)
        at = {
            "channel": incoming.channel,
            "thread": incoming.thread_ts,
            "ts": incoming.ts,
            "at": incoming.at,
        }
        return await asyncio.to_thread(review_form, view, marked, at)

    async def _tell(self, incoming: Incoming) -> None:
        press = incoming.event_id.rsplit(":", 1)[-1]
        words = sections([sentences.HELP["form_not_opened"]])
        shown = ephemeral.ephemeral_messages(
            own_run_id(incoming), address_of(incoming), incoming.user, press, words
        )
        await event_transactions.enqueue(self._database, shown)
