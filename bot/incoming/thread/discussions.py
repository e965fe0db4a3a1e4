"""What people and other bots wrote to each other in a thread, for a question that is asked in it.
It is kept with the question alone, and no more of it than the bounds here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import aiohttp
from slack_sdk.errors import SlackApiError

from agents.memory.database import Memory
from agents.turns import NO_DISCUSSION, Discussion, DiscussionMessage, ThreadKey
from bot.db import event_transactions
from bot.incoming.mentioned_names import MentionNames
from bot.incoming.payloads.events import Incoming, Payload
from bot.incoming.payloads.file_cards import FileCard, file_card
from bot.incoming.payloads.slack_text import read_text
from bot.incoming.thread.thread_reader import ThreadRead, ThreadReader
from bot.logs import log
from bot.sending.slack_client import Identity
from bot.sending.slack_errors import name_and_status
from retrieval.privacy.hiding import HiddenWords
from retrieval.sql import Database

_log = log(__name__)
MOST_MESSAGES = 60
MOST_CHARACTERS = 20_000
"""How much of a thread is kept with a question: the first message, which mostly tells the case, and
the newest. Chosen by hand: more than a tumor board says of a case, and as many characters as are
read of a file."""
_LONGEST_FIRST = 12_000
"""Characters of the first message that are kept. Chosen by hand: the others get the rest."""
_MOST_NAMED = 10
"""People of a thread whose names are asked for. Chosen by hand; others keep their ids."""
_WRITTEN = frozenset({None, "file_share", "thread_broadcast", "me_message", "bot_message"})
"""Subtypes of messages that people or bots wrote; the others are notices, or deleted."""
_BUSY = "Slack lets me read no further threads at the moment"
_REFUSED = "I am not allowed to read this thread (Slack says: {})"
_SILENT = "Slack did not give me this thread"


@dataclass(frozen=True, slots=True)
class _Written:
    """A message as Slack gives it, with its words."""

    payload: Payload
    text: str

    @property
    def ts(self) -> str:
        return str(self.payload.get("ts", ""))


class Discussions:
    """Reads what was discussed before a question."""

    def __init__(
        self,
        reader: ThreadReader,
        database: Database,
        memory: Memory,
        names: MentionNames,
        identity: Identity,
    ) -> None:
        self._reader = reader
        self._database = database
        self._memory = memory
        self._names = names
        self._identity = identity

    async def before(self, incoming: Incoming) -> Discussion:
        """What stood in the thread of a message by then, but for what was written to us or by us.
        Where Slack does not give the thread, what was read for its last question, and why."""
        if incoming.ts == incoming.thread_ts:
            return NO_DISCUSSION
        thread = ThreadKey(incoming.team, incoming.channel, incoming.thread_ts)
        known = await event_transactions.ours_in_thread(self._database, thread)
        found = self._reader.just_read(incoming.channel, incoming.thread_ts, incoming.ts)
        if found is None and not known.has_others:
            return NO_DISCUSSION
        earlier = await self._memory.last_discussion(thread)
        problem = ""
        if found is None:
            found, problem = await self._read(incoming)
        if found is None:
            since = ", except what I had read before" if earlier.said else ""
            said = tuple(replace(each, is_new=False) for each in earlier.said)
            why = f"{problem}: I do not know what was written here to others{since}."
            return replace(earlier, said=said, gone=0, problem=why)
        return await self._discussion(found, incoming, known.ours, earlier)

    async def files_in_thread(self, incoming: Incoming) -> tuple[tuple[FileCard, str], ...]:
        """The files that people and other bots posted in the thread of an event, each with who;
        none where Slack does not give the thread."""
        found, _ = await self._read(incoming)
        messages = found.messages if found is not None else ()
        return tuple(
            (file_card(file), _author(message))
            for message in messages
            if self._is_of_others(message, ())
            for file in message.get("files") or ()
        )

    async def _read(self, incoming: Incoming) -> tuple[ThreadRead | None, str]:
        """The thread, or why it cannot be read."""
        if not await self._reader.take_turn():
            return None, _BUSY
        try:
            return await self._reader.read(incoming.channel, incoming.thread_ts), ""
        except SlackApiError as error:
            name, _ = name_and_status(error)
            _log.warning("discussion_not_read", cause=name)
            return None, _REFUSED.format(name) if name else _SILENT
        except (aiohttp.ClientError, TimeoutError) as error:
            _log.warning("discussion_not_read", cause=type(error).__name__)
            return None, _SILENT

    async def _discussion(
        self, found: ThreadRead, incoming: Incoming, ours: frozenset[str], earlier: Discussion
    ) -> Discussion:
        until = max(float(incoming.ts), float(incoming.edited_ts or 0))
        others = [
            message
            for message in found.messages
            if self._is_of_others(message, ours | {incoming.ts}) and float(message["ts"]) < until
        ]
        written = [_Written(each, await self._words(each)) for each in others]
        kept, left_out = _within_bounds([each for each in written if _says_something(each)])
        blanked = await asyncio.to_thread(_without_personal, [each.text for each in kept])
        names = await self._names_of(kept)
        before = {(each.ts, each.text) for each in earlier.said}
        said = tuple(
            self._what_was_said(each, text, names, incoming, before)
            for each, text in zip(kept, blanked, strict=True)
        )
        still = {each.ts for each in said} if not left_out else {each.ts for each in written}
        return Discussion(
            said=said,
            left_out=left_out,
            gone=sum(each.ts not in still for each in earlier.said),
        )

    def _is_of_others(self, message: Payload, ours: Iterable[str]) -> bool:
        if message.get("subtype") not in _WRITTEN or str(message.get("ts")) in ours:
            return False
        own = (self._identity.bot_user, self._identity.bot_id)
        return message.get("user") != own[0] and (message.get("bot_id") or "") != own[1]

    async def _words(self, message: Payload) -> str:
        text = await self._names.fill_in(read_text(message), self._identity.bot_user)
        return text.without(self._identity.bot_user)

    async def _names_of(self, written: Sequence[_Written]) -> dict[str, str]:
        people = dict.fromkeys(_author(each.payload) for each in written if _is_person(each))
        named = list(people)[:_MOST_NAMED]
        return {user: await self._names.name_of(user) for user in named}

    def _what_was_said(
        self,
        written: _Written,
        text: str,
        names: dict[str, str],
        incoming: Incoming,
        before: set[tuple[str, str]],
    ) -> DiscussionMessage:
        payload, by = written.payload, _author(written.payload)
        profile: Payload = payload.get("bot_profile") or {}
        of_bot = str(profile.get("name") or payload.get("username") or "a bot")
        return DiscussionMessage(
            ts=written.ts,
            by=by,
            name=names.get(by, by) if _is_person(written) else of_bot,
            at=_iso_time(written.ts),
            text=text,
            link=self._link(incoming.channel, written.ts, incoming.thread_ts),
            is_edited=bool(payload.get("edited")),
            edited_at=_iso_time((payload.get("edited") or {}).get("ts")),
            is_new=(written.ts, text) not in before,
            files=len(payload.get("files") or ()),
        )

    def _link(self, channel: str, ts: str, thread_ts: str) -> str:
        """The address of a message, as chat.getPermalink gives it; not worth a call for each."""
        if not self._identity.address:
            return ""
        link = f"{self._identity.address.rstrip('/')}/archives/{channel}/p{ts.replace('.', '')}"
        return link if ts == thread_ts else f"{link}?thread_ts={thread_ts}&cid={channel}"


def _iso_time(ts: object) -> str:
    """A time of Slack as an ISO time; empty for none."""
    return datetime.fromtimestamp(float(str(ts)), UTC).isoformat() if ts else ""


def _is_person(written: _Written) -> bool:
    return not written.payload.get("bot_id") and bool(written.payload.get("user"))


def _author(message: Payload) -> str:
    return str(message.get("user") or message.get("bot_id") or "")


def _says_something(written: _Written) -> bool:
    return bool(written.text.strip() or written.payload.get("files"))


def _within_bounds(written: Sequence[_Written]) -> tuple[list[_Written], int]:
    """The first message and the newest that fit, oldest first, and how many are left out or cut."""
    if not written:
        return [], 0
    first = _Written(written[0].payload, written[0].text[:_LONGEST_FIRST])
    cut = len(first.text) < len(written[0].text)
    room = MOST_CHARACTERS - len(first.text)
    newest: list[_Written] = []
    for each in reversed(written[1:]):
        room -= len(each.text)
        if room < 0 or len(newest) == MOST_MESSAGES - 1:
            break
        newest.append(each)
    kept = [first, *reversed(newest)]
    return kept, len(written) - len(kept) + cut


def _without_personal(texts: Sequence[str]) -> list[str]:
    """The texts with spaces for names, birth dates and the like: nobody wrote them to us."""
    hiding = HiddenWords(texts)
    return [hiding.blank(text).strip() for text in texts]
