"""Opens forms. What opens one must be done at once, since Slack's permission for it lasts three
seconds; it changes nothing, so it is neither stored nor tried again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agents.errors import AgentError, DecisionChanged, RunUnknown
from agents.memory.database import Memory
from agents.turns import Review, View
from bot.db import event_transactions
from bot.db.channels.settings import choices_of
from bot.failures import sentences
from bot.incoming.addressing import address_of, is_of_run, own_run_id
from bot.incoming.admission.admission import NOT_BY_GUESTS, Admission
from bot.incoming.board import recording
from bot.incoming.board.opening import BOARD_BUTTONS, board_form
from bot.incoming.payloads.events import Incoming
from bot.logs import log
from bot.pages.web import Documents
from bot.rendering import ephemeral
from bot.rendering.answer.evidence import (
    EVIDENCE_BUTTON,
    PAGE_BUTTON,
    documents_on,
    evidence_form,
)
from bot.rendering.blocks import sections
from bot.rendering.channel.form import settings_form
from bot.rendering.channel.messages import OPEN_BUTTON, refusal
from bot.rendering.links import PassageLinks
from bot.rendering.review.form import review_form
from bot.rendering.review.marks import MARK_BUTTON, WRONG_BUTTON, read_target
from bot.sending.slack_errors import name_and_status
from retrieval.documents import Document, DocumentRef
from retrieval.errors import RetrievalError
from retrieval.sql import Database

_log = log(__name__)
_PAGES = (PAGE_BUTTON, f"{PAGE_BUTTON}_on")
_OPENING = frozenset(
    {OPEN_BUTTON, MARK_BUTTON, WRONG_BUTTON, EVIDENCE_BUTTON, *_PAGES, *BOARD_BUTTONS}
)
_TOLD_TWICE = "exchanged_trigger_id"
"""Slack's word for a press that has opened its form already."""
_OPEN_SECONDS = 1.5
"""How long a document may take to be read for a form. Chosen by hand: half of the time that Slack
gives to open one."""


def opens_form(incoming: Incoming) -> bool:
    """Whether the event is the press of a button that opens a form, or turns a page of one."""
    return incoming.kind == "action" and incoming.name in _OPENING


class FormOpener:
    """Opens the form of a button, for the person who pressed it."""

    def __init__(
        self,
        client: AsyncWebClient,
        memory: Memory,
        database: Database,
        documents: Documents,
        links: PassageLinks,
        admission: Admission,
    ) -> None:
        self._client = client
        self._memory = memory
        self._database = database
        self._documents = documents
        self._links = links
        self._admission = admission

    async def open(self, incoming: Incoming, payload: Mapping[str, Any]) -> None:
        """Open the form, or turn its page; whoever pressed is told if that does not work."""
        try:
            if incoming.name == OPEN_BUTTON and await self._is_guest(incoming):
                return
            form = await self._form(incoming)
            if form is not None:
                await self._show(incoming, payload, form)
        except (RunUnknown, DecisionChanged) as error:
            await self._tell(incoming, error.sentence)
        except (SlackApiError, aiohttp.ClientError, TimeoutError, AgentError) as error:
            name = name_and_status(error)[0] if isinstance(error, SlackApiError) else ""
            _log.warning("form_not_opened", cause=type(error).__name__, error=name)
            if name != _TOLD_TWICE:
                await self._tell(incoming, sentences.HELP["form_not_opened"])

    async def _show(
        self, incoming: Incoming, payload: Mapping[str, Any], form: dict[str, Any]
    ) -> None:
        if incoming.name in _PAGES:
            open_now = payload.get("view") or {}
            await self._client.views_update(view_id=str(open_now.get("id", "")), view=form)
        else:
            await self._client.views_open(trigger_id=str(payload.get("trigger_id")), view=form)

    async def _form(self, incoming: Incoming) -> dict[str, Any] | None:
        """The form for what the button is on; None if its run is not one of this channel."""
        at = {
            "channel": incoming.channel,
            "thread": incoming.thread_ts,
            "ts": incoming.ts,
            "at": incoming.at,
        }
        if incoming.name == OPEN_BUTTON:
            chosen = await choices_of(self._database, incoming.team, incoming.channel)
            # The button says where it was asked for: its own message begins no thread.
            return settings_form(
                chosen, self._documents.cards, {**at, "thread": incoming.value, "ts": ""}
            )
        run_id, number = read_target(incoming.value)
        view = await self._memory.view(run_id)
        if view.redacted is not None:
            raise RunUnknown(run_id)
        if not is_of_run(incoming, view):
            _log.warning("press_of_other_channel", run_id=run_id)
            return None
        if incoming.name in BOARD_BUTTONS:
            return await self._board(incoming, view, at)
        if incoming.name in (EVIDENCE_BUTTON, *_PAGES):
            return await self._evidence(view, number or 0, at)
        verdict = "wrong" if incoming.name == WRONG_BUTTON else ""
        marked = Review(seq=number, verdict=verdict, by=incoming.user)
        return await asyncio.to_thread(review_form, view, marked, at)

    async def _board(
        self, incoming: Incoming, view: View, at: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """The form on the decision of the board; None if it is not for this person, who is told."""
        if why_not := await recording.refusal(self._admission, incoming):
            await self._tell(incoming, why_not)
            return None
        return await board_form(incoming, view, at)

    async def _is_guest(self, incoming: Incoming) -> bool:
        """Whether the settings are not for this person, who is told so."""
        if not await self._admission.visitors.is_guest(incoming.user):
            return False
        run_id, address = own_run_id(incoming), address_of(incoming)
        told = refusal(run_id, address, incoming.user, NOT_BY_GUESTS, address.thread_ts)
        await event_transactions.enqueue(self._database, [told])
        return True

    async def _evidence(self, view: View, page: int, at: Mapping[str, str]) -> dict[str, Any]:
        refs = documents_on(view, page)
        found = await asyncio.gather(*map(self._document, refs))
        opened = {ref: each for ref, each in zip(refs, found, strict=True) if each is not None}
        return await asyncio.to_thread(evidence_form, view, page, opened, self._links, at)

    async def _document(self, ref: DocumentRef) -> Document | None:
        """The stored document; None if it cannot be read in time."""
        try:
            return await asyncio.wait_for(self._documents.open(ref), _OPEN_SECONDS)
        except (RetrievalError, TimeoutError) as error:
            _log.warning("document_not_opened", cause=type(error).__name__)
            return None

    async def _tell(self, incoming: Incoming, sentence: str) -> None:
        press = incoming.event_id.rsplit(":", 1)[-1]
        words = sections([sentence])
        shown = ephemeral.ephemeral_messages(
            own_run_id(incoming), address_of(incoming), incoming.user, press, words
        )
        await event_transactions.enqueue(self._database, shown)
