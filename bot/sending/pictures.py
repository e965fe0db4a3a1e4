"""Pictures of messages: uploaded to Slack before the message that shows them is posted.

A picture is a file that nobody but the bot sees until a message shows it. Its id is noted in the
row before Slack has a byte of it. So whatever ends the process, the next one finds the file: one
that is whole is used, any other is deleted and begun anew, and no file is left that no row knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agents.analyses.pictures import picture
from agents.turns.computing.drawings import Drawing
from bot.db.outbox import PICTURE, RowToSend, SentFile, drawing_of
from bot.db.posting import delivery
from bot.db.taking_over.leader_election import Leadership
from bot.logs import log
from bot.sending.teams import NotInstalled, Teams
from retrieval.sql import Database

_log = log(__name__)
FILE_NAME = "picture.png"
"""What the file is called in Slack: nothing of a patient."""


def shows_picture(row: RowToSend) -> bool:
    """Whether the row is a message with a picture, in the form in which it shows it."""
    return PICTURE in row.body and row.plainness == 0


class Pictures:
    """Brings the pictures of rows to Slack, and takes them away."""

    def __init__(self, teams: Teams, database: Database) -> None:
        self._teams = teams
        self._database = database

    async def with_file(self, row: RowToSend, leader: Leadership) -> RowToSend:
        """The row whose image block names the file in Slack, which is uploaded unless it is there.

        Raises what slack-sdk and aiohttp raise, and
        :class:`bot.db.taking_over.leader_transactions.LeadershipLost`."""
        drawing = drawing_of(row.body)
        if drawing is None or not shows_picture(row):
            return row
        digest = sha256(repr(drawing).encode()).hexdigest()[:16]
        file = row.file
        if file is None or not file.is_ready or file.digest != digest:
            await self.remove(row, leader)
            file = await self._upload(row, drawing, digest, leader)
        return replace(row, file=file, body=_with_image_of(row.body, file.id))

    async def remove(self, row: RowToSend, leader: Leadership) -> None:
        """Delete the file of a row from Slack, if it has one. What Slack keeps of it is logged."""
        async with self._database.statements() as connection:
            file = await delivery.file_of(connection, row.key)
        if file is None:
            return
        client = (await self._teams.of(row.address.team)).client
        await leader.be_sure()
        try:
            await client.files_delete(file=file.id)
        except SlackApiError as error:
            name = str(error.response.get("error", ""))
            if name not in ("file_not_found", "file_deleted"):
                _log.warning("picture_left", key=row.key, slack_error=name)
        await self._note(row.key, None, leader)

    async def discard(self, row: RowToSend, leader: Leadership) -> None:
        """The same where nothing shows the file: what is not taken away now goes with the row's
        question."""
        try:
            await self.remove(row, leader)
        except (aiohttp.ClientError, TimeoutError, ConnectionError, NotInstalled) as error:
            _log.info("picture_left", key=row.key, cause=type(error).__name__)

    async def _upload(
        self, row: RowToSend, drawing: Drawing, digest: str, leader: Leadership
    ) -> SentFile:
        # In a thread: drawing is work for the processor.
        content = await asyncio.to_thread(picture, drawing)
        client = (await self._teams.of(row.address.team)).client
        await leader.be_sure()
        # The words for who does not see it stand in the block. Here they would stand in an address.
        begun = await client.files_getUploadURLExternal(filename=FILE_NAME, length=len(content))
        file = SentFile(str(begun["file_id"]), digest, is_ready=False)
        await self._note(row.key, file, leader)
        await leader.be_sure()
        await self._send_bytes(client, str(begun["upload_url"]), content)
        await leader.be_sure()
        named: Sequence[dict[str, str | None]] = [{"id": file.id, "title": FILE_NAME}]
        await client.files_completeUploadExternal(files=list(named))
        file = replace(file, is_ready=True)
        await self._note(row.key, file, leader)
        return file

    async def _send_bytes(self, client: AsyncWebClient, address: str, content: bytes) -> None:
        timeout = aiohttp.ClientTimeout(total=client.timeout)
        headers = {"Content-Type": "application/octet-stream"}
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(address, data=content, headers=headers, proxy=client.proxy) as response,
        ):
            response.raise_for_status()

    async def _note(self, key: str, file: SentFile | None, leader: Leadership) -> None:
        async with self._database.statements() as connection:
            await delivery.note_file(connection, key, file, leader.generation)


def _with_image_of(body: Mapping[str, Any], file_id: str) -> Mapping[str, Any]:
    """The body whose image block shows this file."""
    blocks = [
        {**block, "slack_file": {"id": file_id}} if block["type"] == "image" else block
        for block in body["blocks"]
    ]
    return {**body, "blocks": blocks}
