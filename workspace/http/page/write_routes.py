"""What a person writes on the page: messages, reactions, channels, files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aiohttp import BodyPartReader, web

from workspace.errors import SlackRefusal
from workspace.http.page.requests import JsonBody, RequestRefused, json_response
from workspace.model.file_store import FileStore
from workspace.model.memberships import Memberships
from workspace.model.messages.new_message import NewMessage
from workspace.model.messages.reactions import Reactions
from workspace.model.messages.timeline import Timeline
from workspace.model.team import TeamOfApps

MAX_FILE = 50 * 1024 * 1024
"""Bytes. Chosen by hand: Slack takes 1 GB, but here files are held in memory."""
_CHUNK = 64 * 1024
"""Bytes read at once."""


@dataclass(frozen=True, slots=True)
class MessageRoutes:
    """Messages and reactions."""

    timeline: Timeline
    reactions: Reactions
    team: TeamOfApps

    async def post(self, request: web.Request) -> web.StreamResponse:
        """Post a message; its text may be empty if it carries files."""
        body = await JsonBody.read(request)
        file_ids, user, channel = body.texts("file_ids"), self._person(body), body.text("channel")
        thread_ts = body.optional_text("thread_ts")
        new = NewMessage(
            channel=channel,
            user=user,
            text=body.optional_text("text") if file_ids else body.text("text"),
            thread_ts=thread_ts or self._assistant_thread(user, channel) or None,
            file_ids=file_ids,
        )
        return json_response({"message": self.timeline.post(new)})

    def _assistant_thread(self, user: str, channel: str) -> str:
        """Where it goes that somebody writes to an assistant; empty: where they wrote it."""
        threads = self.team.of_conversation(channel).assistant_threads
        return threads.thread_for(user, channel)

    async def edit(self, request: web.Request) -> web.StreamResponse:
        body = await JsonBody.read(request)
        channel, ts, user = body.text("channel"), body.text("ts"), self._person(body)
        message = self.timeline.edit(channel, ts, user=user, text=body.text("text"))
        return json_response({"message": message})

    async def delete(self, request: web.Request) -> web.StreamResponse:
        body = await JsonBody.read(request)
        channel, ts, user = body.text("channel"), body.text("ts"), self._person(body)
        self.timeline.delete(channel, ts, user=user)
        return json_response({"ok": True})

    async def react(self, request: web.Request) -> web.StreamResponse:
        """Add or remove a reaction; one that is already so stays so."""
        body = await JsonBody.read(request)
        channel, ts, user = body.text("channel"), body.text("ts"), self._person(body)
        change = self.reactions.add if body.flag("add") else self.reactions.remove
        try:
            change(channel, ts, body.text("name"), user=user)
        except SlackRefusal as refused:
            if refused.error not in ("already_reacted", "no_reaction"):
                raise
        return json_response({"ok": True})

    def _person(self, body: JsonBody) -> str:
        """Who acts: nobody acts as the bot."""
        people = self.timeline.history.conversations.people
        return str(people.person(body.text("user"))["id"])


@dataclass(frozen=True, slots=True)
class ChannelRoute:
    """Channels that a person makes."""

    memberships: Memberships

    async def create(self, request: web.Request) -> web.StreamResponse:
        """A channel with nobody else in it; `is_private` makes it a private one. With `members`
        (ids, commas between them) a direct conversation with these."""
        body = await JsonBody.read(request)
        user = self.memberships.conversations.people.person(body.text("user"))["id"]
        if members := [each for each in body.optional_text("members").split(",") if each]:
            group = self.memberships.conversations.open_group([user, *members])
            return json_response({"channel": group})
        name, is_private = body.text("name"), body.flag("is_private")
        channel = self.memberships.create(name, creator=user, is_private=is_private)
        return json_response({"channel": channel})


@dataclass(frozen=True, slots=True)
class UploadRoute:
    """Files that a person attaches."""

    files: FileStore

    async def upload(self, request: web.Request) -> web.StreamResponse:
        """One file as multipart/form-data: first the field `user`, then the part `file`. Raises
        :class:`RequestRefused`."""
        if request.content_type != "multipart/form-data":
            raise RequestRefused("Send the file as multipart/form-data.", 415)
        user = ""
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            if part.name == "user":
                user = await part.text()
            elif part.name == "file" and user:
                name = Path(part.filename or "file").name
                mimetype = part.headers.get("Content-Type", "").split(";")[0]
                file = self.files.add(user, name, await _read_part(part), mimetype)
                return json_response({"file": file})
        raise RequestRefused("The form needs the field “user” and after it the part “file”.")


async def _read_part(part: BodyPartReader) -> bytes:
    """The bytes of a part; refuses more than `MAX_FILE`."""
    content = bytearray()
    while chunk := await part.read_chunk(_CHUNK):
        content += chunk
        if len(content) > MAX_FILE:
            raise RequestRefused(f"Files may have up to {MAX_FILE // 1024 // 1024} MB.", 413)
    return bytes(content)
