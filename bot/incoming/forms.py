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
from bot.incoming.addressing import (
    address_of,
    as_in_channel,
    is_of_run,
    messages_to_person,
    own_run_id,
)
from bot.incoming.admission.admission import NO_MEMBER, NOT_BY_GUESTS, Admission
from bot.incoming.admission.outside_channel import not_in_channel
from bot.incoming.board import recording
from bot.incoming.board.opening import BOARD_BUTTONS, board_form
from bot.incoming.mentioned_names import MentionNames
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing.commands import asks_settings
from bot.logs import log
from bot.pages.web import Documents
from bot.rendering.answer.evidence import (
    EVIDENCE_BUTTON,
    PAGE_BUTTON,
    documents_on,
    evidence_form,
    has_evidence,
)
from bot.rendering.blocks import sections
from bot.rendering.channel.form import settings_form
from bot.rendering.channel.messages import OPEN_BUTTON, refusal
from bot.rendering.commands.responses import response
from bot.rendering.home.settings import SETTINGS_MENU, refusal_page
from bot.rendering.narration import Style
from bot.rendering.posted_questions.form import (
    ASK_ABOUT,
    PRESENT_CASE,
    SHOW_EVIDENCE,
    case_form,
    question_form,
)
from bot.rendering.review.blind import ASK_BUTTON, VOTE_BUTTON, ask_form, vote_form
from bot.rendering.review.form import review_form
from bot.rendering.review.marks import MARK_BUTTON, WRONG_BUTTON, read_target
from bot.sending.slack_errors import name_and_status
from retrieval.documents import Document, DocumentRef
from retrieval.errors import RetrievalError
from retrieval.sql import Database

_log = log(__name__)
_PAGES = (PAGE_BUTTON, f"{PAGE_BUTTON}_on")
_BLIND = {ASK_BUTTON: ask_form, VOTE_BUTTON: vote_form}
_OPENING = frozenset(
    {
        OPEN_BUTTON,
        SETTINGS_MENU,
        MARK_BUTTON,
        WRONG_BUTTON,
        EVIDENCE_BUTTON,
        *_BLIND,
        *_PAGES,
        *BOARD_BUTTONS,
    }
)
NO_EVIDENCE = "This message is no answer of mine with evidence to show."
_TOLD_TWICE = "exchanged_trigger_id"
"""Slack's word for a press that has opened its form already."""
_OPEN_SECONDS = 1.5
"""How long a document may take to be read for a form. Chosen by hand: half of the time that Slack
gives to open one."""


def opens_form(incoming: Incoming) -> bool:
    """Whether the event opens a form, or turns a page of one."""
    if incoming.kind == "shortcut" or asks_settings(incoming):
        return True
    return incoming.kind == "action" and incoming.name in _OPENING


class FormOpener:
    """Opens the form of a button, for the person who pressed it."""

    def __init__(
        self,
        client: AsyncWebClient,
        memory: Memory,
        database: Database,
        documents: Documents,
        style: Style,
        admission: Admission,
    ) -> None:
        self._client = client
        self._names = MentionNames(client)
        self._memory = memory
        self._database = database
        self._documents = documents
        self._style = style
        self._admission = admission

    async def open(self, incoming: Incoming, payload: Mapping[str, Any], bot_user: str) -> None:
        """Open the form, or turn its page; whoever pressed is told if that does not work.
        ``bot_user`` is who we are: our name is no word of a question."""
        try:
            if incoming.name == SETTINGS_MENU:
                await self._show(incoming, payload, await self._chosen_settings(incoming))
                return
            if reason := await self._refusal(incoming):
                await self._refuse(incoming, reason)
                return
            form = await self._form(incoming, bot_user)
            if form is not None:
                await self._show(incoming, payload, form)
        except (RunUnknown, DecisionChanged) as error:
            is_shortcut = incoming.kind == "shortcut"
            await self._tell(incoming, NO_EVIDENCE if is_shortcut else error.sentence)
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

    async def _form(self, incoming: Incoming, bot_user: str) -> dict[str, Any] | None:
        """The form for what the button is on; None if its run is not one of this channel."""
        at = {
            "channel": incoming.channel,
            "thread": incoming.thread_ts,
            "ts": incoming.ts,
            "at": incoming.at,
        }
        if incoming.name == OPEN_BUTTON or asks_settings(incoming):
            # The button says where it was asked for: its own message begins no thread.
            return await self._settings(incoming, {**at, "thread": incoming.value, "ts": ""})
        if incoming.kind == "shortcut" and incoming.name != SHOW_EVIDENCE:
            return await self._question(incoming, at, bot_user)
        run_id, number = await self._target(incoming)
        view = await self._memory.view(run_id)
        if view.redacted is not None:
            raise RunUnknown(run_id)
        if not await self._is_for(incoming, view):
            return None
        if incoming.name in BOARD_BUTTONS:
            return await self._board(incoming, view, at)
        if incoming.kind == "shortcut" and not has_evidence(view):
            raise RunUnknown(run_id)
        if incoming.name in (EVIDENCE_BUTTON, SHOW_EVIDENCE, *_PAGES):
            return await self._evidence(view, number or 0, at)
        if blind_form := _BLIND.get(incoming.name):
            return await asyncio.to_thread(blind_form, view, at)
        verdict = "wrong" if incoming.name == WRONG_BUTTON else ""
        marked = Review(seq=number, verdict=verdict, by=incoming.user)
        return await asyncio.to_thread(review_form, view, marked, at)

    async def _settings(self, incoming: Incoming, at: Mapping[str, str]) -> dict[str, Any]:
        chosen = await choices_of(self._database, incoming.team, at["channel"])
        cards, highest = self._documents.cards, self._admission.channels.highest
        return settings_form(chosen, cards, at, highest)

    async def _chosen_settings(self, incoming: Incoming) -> dict[str, Any]:
        """The settings of the channel that was chosen on a Home, or why they are not shown."""
        access, channel = self._admission.access, incoming.value
        if await access.is_guest(incoming.user):
            return refusal_page(NOT_BY_GUESTS)
        if not await access.is_member(incoming.user, channel):
            return refusal_page(not_in_channel(channel))
        at = {"channel": channel, "thread": "", "ts": "", "at": incoming.at}
        return await self._settings(incoming, at)

    async def _is_for(self, incoming: Incoming, view: View) -> bool:
        """Whether the run is one of this channel; and if the form is opened from a private answer,
        or where a second reader was asked, whether the person is in the channel of the question
        now, who is told if not."""
        asked = as_in_channel(incoming, view) if incoming.name == VOTE_BUTTON else incoming
        if not is_of_run(asked, view):
            _log.warning("press_of_other_channel", run_id=view.run_id)
            return False
        channel = view.question.thread.channel
        if channel == incoming.channel:
            return True
        if await self._admission.access.is_member(incoming.user, channel):
            return True
        await self._tell(incoming, not_in_channel(channel))
        return False

    async def _board(
        self, incoming: Incoming, view: View, at: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """The form on the decision of the board; None if it is not for this person, who is told."""
        if why_not := await recording.refusal(self._admission, incoming, view):
            await self._tell(incoming, why_not)
            return None
        return await board_form(incoming, view, at)

    async def _refusal(self, incoming: Incoming) -> str:
        """Why the form is not for this person, or not in this channel; empty if it is."""
        if incoming.name == OPEN_BUTTON or asks_settings(incoming):
            is_guest = await self._admission.access.is_guest(incoming.user)
            return NOT_BY_GUESTS if is_guest else await self._where_no_member(incoming)
        if incoming.kind != "shortcut" or incoming.name in (SHOW_EVIDENCE, PRESENT_CASE):
            return ""
        rules = await self._admission.rules(incoming)
        refusal = await self._admission.refusal(incoming, rules)
        return refusal or await self._where_no_member(incoming)

    async def _where_no_member(self, incoming: Incoming) -> str:
        """Only what Slack answers elsewhere, too, can come from a channel that we are not in."""
        if not incoming.respond_to:
            return ""
        may_write = await self._admission.access.lets_us_write(incoming.channel)
        return "" if may_write else NO_MEMBER

    async def _question(
        self, incoming: Incoming, at: Mapping[str, str], bot_user: str
    ) -> dict[str, Any] | None:
        """The form of a case; or one with the words of the message, unless they are ours."""
        if incoming.name == PRESENT_CASE:
            return case_form()
        if incoming.name != ASK_ABOUT:
            return None
        is_ours = bool(incoming.value) and bool(await self._run_of_message(incoming))
        text = await self._names.fill_in(incoming.text, bot_user)
        return question_form("" if is_ours else text.without(bot_user), at)

    async def _target(self, incoming: Incoming) -> tuple[str, int | None]:
        """The run that a button names, or that a message belongs to, and the number with it."""
        if incoming.kind == "shortcut":
            return await self._run_of_message(incoming), None
        return read_target(incoming.value)

    async def _run_of_message(self, incoming: Incoming) -> str:
        known = await event_transactions.load_thread_context(
            self._database,
            team=incoming.team,
            channel=incoming.channel,
            ts=incoming.ts,
            thread_ts="",
        )
        return known.run_of_message

    async def _evidence(self, view: View, page: int, at: Mapping[str, str]) -> dict[str, Any]:
        refs = documents_on(view, page)
        found = await asyncio.gather(*map(self._document, refs))
        opened = {ref: each for ref, each in zip(refs, found, strict=True) if each is not None}
        style = self._style
        return await asyncio.to_thread(
            evidence_form, view, page, opened, style.links, at, style.titles
        )

    async def _document(self, ref: DocumentRef) -> Document | None:
        """The stored document; None if it cannot be read in time."""
        try:
            return await asyncio.wait_for(self._documents.open(ref), _OPEN_SECONDS)
        except (RetrievalError, TimeoutError) as error:
            _log.warning("document_not_opened", cause=type(error).__name__)
            return None

    async def _refuse(self, incoming: Incoming, reason: str) -> None:
        if incoming.respond_to:
            await self._tell(incoming, reason)
            return
        run_id, address = own_run_id(incoming), address_of(incoming)
        told = refusal(run_id, address, incoming.user, reason, address.thread_ts)
        await event_transactions.enqueue(self._database, [told])

    async def _tell(self, incoming: Incoming, sentence: str) -> None:
        words = sections([sentence])
        if not incoming.channel:
            return  # A shortcut on no message: Slack names no place to say it in.
        if incoming.respond_to:
            address = address_of(incoming)
            said = response(incoming.event_id, address, incoming.respond_to, words)
            await event_transactions.enqueue(self._database, [said])
            return
        shown = messages_to_person(incoming, own_run_id(incoming), words)
        await event_transactions.enqueue(self._database, shown)
