"""Files that came with a question: fetched with the bot token, read as text. What cannot be read
becomes a plain sentence; the question is answered all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import PurePath
from typing import Protocol
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agents.turns import Attachment
from agents.turns.question_types import CUT
from bot.incoming.payloads.events import Incoming, Payload
from bot.incoming.payloads.file_cards import FileCard, file_card
from bot.logs import log
from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.text.pages import without_text

_log = log(__name__)
MOST_FILES = 5
"""Files read per message. Chosen by hand: a question comes with a report or two."""
MOST_BYTES = 10_000_000
"""Size of a file. Chosen by hand: a report of text is smaller, and one file is held in memory."""
MOST_CHARACTERS = 60_000
"""Of one file's text. Chosen by hand: about twenty pages."""
_CUT_WORDS = f"I read only the first {MOST_CHARACTERS:,} characters of {{}}."
_SECONDS = 20
"""For one download. Chosen by hand: 10 MB over a slow line."""


class MessageReader(Protocol):
    """Reads a message as Slack has it; the readers of threads have a limit in common."""

    async def take_turn(self) -> bool: ...
    async def read_message(
        self, channel: str, thread_ts: str, ts: str, *, has_turn: bool = False
    ) -> Payload | None: ...


class Files:
    """Reads the files of messages."""

    def __init__(
        self,
        client: AsyncWebClient,
        session: aiohttp.ClientSession,
        readers: ReaderProcesses,
        reader: MessageReader,
    ) -> None:
        self._client = client
        self._reader = reader
        self._session = session
        self._readers = readers

    async def take_turn(self) -> bool:
        """Whether Slack may be asked now for the files of a mention that came without; one such
        question is then taken."""
        return await self._reader.take_turn()

    async def read_all(self, incoming: Incoming) -> tuple[Attachment, ...]:
        """The files of the message, each read or with the reason why not; for somebody whose turn
        it is, if the message came without its files."""
        cards = incoming.files if incoming.files_known else await self._recover(incoming)
        read = [await self._read(card, incoming.channel) for card in cards[:MOST_FILES]]
        for card in cards[MOST_FILES:]:
            problem = f"I did not read {card.name}: I read at most {MOST_FILES} files at once."
            read.append(Attachment(id=card.id, name=card.name, problem=problem))
        return tuple(read)

    async def _recover(self, incoming: Incoming) -> Sequence[FileCard]:
        """The files that a mention came without, from the message itself."""
        try:
            message = await self._reader.read_message(
                incoming.channel, incoming.thread_ts, incoming.ts, has_turn=True
            )
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _log.info("files_not_recovered", cause=type(error).__name__)
            return ()
        return [file_card(file) for file in (message or {}).get("files") or ()]

    async def _read(self, card: FileCard, channel: str) -> Attachment:
        problem = reason_unreadable(card)
        if problem:
            return Attachment(id=card.id, name=card.name, problem=problem)
        try:
            if card.access == "check_file_info" or not card.url:
                card = await self._look_up(card, channel)
            content = await self._fetch(card)
            text = await asyncio.to_thread(self._readers.read_attachment, card.name, content)
        except DocumentUnreadable as error:
            return Attachment(id=card.id, name=card.name, problem=error.detail)
        except _FetchFailed as error:
            return Attachment(id=card.id, name=card.name, problem=str(error))
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _log.info("file_not_fetched", cause=type(error).__name__)
            return Attachment(id=card.id, name=card.name, problem=_not_given(card))
        empty = without_text(text)
        unseen = f"{empty} no text in {card.name}: I cannot read pictures of pages."
        text, is_cut = cut_text(text)
        problems = [unseen] * bool(empty) + [_CUT_WORDS.format(card.name)] * is_cut
        return Attachment(id=card.id, name=card.name, text=text, problem=" ".join(problems))

    async def _look_up(self, card: FileCard, channel: str) -> FileCard:
        answer = await self._client.files_info(file=card.id)
        file = answer["file"]
        shares = file.get("shares") or {}
        known = {place for kind in shares.values() for place in kind}
        if known and channel not in known:
            raise _FetchFailed(f"{card.name} was not shared in this channel.")
        return file_card(file)

    async def _fetch(self, card: FileCard) -> bytes:
        if not self._is_slack(card.url):
            raise _FetchFailed(f"{card.name} is kept outside Slack, where I cannot read it.")
        headers = {"Authorization": f"Bearer {self._client.token}"}
        timeout = aiohttp.ClientTimeout(total=_SECONDS)
        # A redirect would carry the token to wherever it leads.
        async with self._session.get(
            card.url, headers=headers, timeout=timeout, allow_redirects=False
        ) as response:
            is_page = response.content_type == "text/html"
            if response.status != 200 or (is_page and _suffix(card) not in (".html", ".htm")):
                raise _FetchFailed(_not_given(card))
            content = await response.content.read(MOST_BYTES + 1)
            while len(content) <= MOST_BYTES and not response.content.at_eof():
                content += await response.content.read(MOST_BYTES + 1 - len(content))
        if len(content) > MOST_BYTES:
            raise _FetchFailed(_too_large(card))
        return content

    def _is_slack(self, url: str) -> bool:
        """The token goes to Slack and nowhere else."""
        here, there = urlsplit(self._client.base_url), urlsplit(url)
        if here.netloc == there.netloc and here.scheme == there.scheme:
            return True
        host = there.hostname or ""
        ours = (here.hostname or "") == "slack.com"
        return ours and there.scheme == "https" and host in ("files.slack.com", "slack-files.com")


def cut_text(text: str) -> tuple[str, bool]:
    """At most so many characters of whole lines, the last of which says that more was there; and
    whether more was."""
    if len(text) <= MOST_CHARACTERS:
        return text, False
    kept = text[:MOST_CHARACTERS]
    lines = kept[: kept.rfind("\n")] if "\n" in kept else kept
    return f"{lines}\n{CUT}", True


class _FetchFailed(Exception):
    """A file could not be fetched; the message is a plain sentence."""


def reason_unreadable(card: FileCard) -> str:
    """Why a file cannot be read, from its description alone; empty if it may be."""
    if card.mode == "tombstone":
        return f"{card.name} was deleted."
    if card.mode == "external":
        return f"{card.name} is kept outside Slack, where I cannot read it."
    if card.size > MOST_BYTES:
        return _too_large(card)
    if card.mimetype.startswith("image/"):
        return f"{card.name} is an image, and I cannot read images. Type what it shows."
    return ""


def _not_given(card: FileCard) -> str:
    return f"Slack did not give me {card.name}."


def _too_large(card: FileCard) -> str:
    return f"{card.name} is larger than the {MOST_BYTES // 1_000_000} MB I can read."


def _suffix(card: FileCard) -> str:
    return PurePath(card.name).suffix.lower()
