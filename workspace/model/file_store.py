"""The files of the workspace: uploaded first, shared with channels afterwards."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass, field
from pathlib import PurePath

from workspace.clock import Clock
from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.app_events import TeamEvents
from workspace.slack_objects.conversations import conversation_type
from workspace.slack_objects.events import file_deleted
from workspace.slack_objects.messages import pictures_in
from workspace.storage.storage import Storage

_UNKNOWN_TYPE = "application/octet-stream"
_TYPE_NAMES = {
    "pdf": "PDF",
    "docx": "Word Document",
    "txt": "Plain Text",
    "png": "PNG",
    "md": "Markdown",
}
_PICTURES = frozenset({"image/png", "image/jpeg", "image/gif"})
"""Types that blocks show (docs.slack.dev/reference/block-kit, the slack file object)."""
_GIVEN = "given_to"
"""The field of a stored file that lists who was given it in a form; nobody is shown it."""
_CHANNEL_LISTS = {"im": "ims", "mpim": "groups", "group": "groups", "channel": "channels"}
"""The field of a file object that lists conversations of this type."""


@dataclass(frozen=True, slots=True)
class FileStore:
    """Files by id. What is not there is refused with `file_not_found`."""

    storage: Storage
    clock: Clock
    team_events: TeamEvents
    base_url: str
    """Where files can be fetched: the address of the server, without a slash at its end."""
    team: str
    _uploads: dict[str, str] = field(default_factory=dict)
    """Upload tickets that were handed out, with the id of the file to be."""
    _begun: set[str] = field(default_factory=set)
    """Files whose upload is not complete; no message can show them."""

    def start_upload(self, user: str, name: str, alt_text: str = "") -> tuple[str, JsonObject]:
        """A ticket for one upload, and the description of the file it will become."""
        body = self._new_description(user, name) | ({"alt_txt": alt_text} if alt_text else {})
        self._begun.add(body["id"])
        self.storage.files.put(body)
        ticket = self.storage.ids.new("upload-")
        self._uploads[ticket] = body["id"]
        return ticket, body

    def finish_upload(self, ticket: str, content: bytes) -> None:
        """Store the bytes of an upload."""
        body = self._get_stored(self._uploads.get(ticket, ""))
        self.storage.files.put({**body, "size": len(content)}, content)

    def complete_upload(self, file_id: str, title: str) -> None:
        """The file is whole; refused if its bytes have not arrived."""
        self.read(file_id)
        self._begun.discard(file_id)
        if title:
            self.set_title(file_id, title)

    def add(self, user: str, name: str, content: bytes, mimetype: str = "") -> JsonObject:
        """Store a complete file. It is shared once a message carries it (`NewMessage.file_ids`)."""
        body = self._new_description(user, name)
        body |= {"size": len(content)} | ({"mimetype": mimetype} if mimetype else {})
        self.storage.files.put(body, content)
        return self.get(body["id"])

    def get(self, file_id: str) -> JsonObject:
        """The file as Slack shows it, with its addresses."""
        return self._with_addresses(self._get_stored(file_id))

    def get_for(self, viewer: str, file_id: str) -> JsonObject:
        """`get`, if this user may see the file: it is theirs, or in a conversation of theirs."""
        body = self._get_stored(file_id)
        visible = self._is_visible(body, viewer)
        return self._with_addresses(body) if visible else refuse("file_not_found")

    def refuse_deleted(self, viewer: str, file_id: str) -> None:
        """Refuses with `file_deleted` if this user could see the file until it was deleted."""
        body = self.storage.files.get_deleted(file_id)
        if body is not None and self._is_visible(body, viewer):
            refuse("file_deleted")

    def give(self, file_id: str, taker: str) -> None:
        """This user may see the file from now on, without any message that carries it."""
        body = self._get_stored(file_id)
        self.storage.files.put({**body, _GIVEN: sorted({*body.get(_GIVEN, []), taker})})

    def can_be_pictured(self, file_id: str, author: str) -> bool:
        """Whether a message of this author may show the file as a picture."""
        file = self.storage.files.get(file_id)
        if file is None or file_id in self._begun or not self._is_visible(file, author):
            return False
        return file["mimetype"] in _PICTURES

    def list_shared(self, viewer: str) -> list[JsonObject]:
        """Every file that was shared and that this user may see, newest first."""
        return [
            self._with_addresses(body)
            for body in self.storage.files.all()
            if body["shares"] and self._is_visible(body, viewer)
        ]

    def read(self, file_id: str) -> bytes:
        """The bytes; refused if they have not arrived or the file is deleted."""
        content = self.storage.files.content(file_id)
        if content is None:
            refuse("file_not_found")
        return content

    def set_title(self, file_id: str, title: str) -> None:
        self.storage.files.put({**self._get_stored(file_id), "title": title})

    def share(self, file_id: str, channel: JsonObject, ts: str, thread_ts: str | None) -> None:
        """Note in the file that the message `ts` of this channel carries it."""
        body = self._get_stored(file_id)
        audience = "private" if channel.get("is_private") else "public"
        share = {"ts": ts, "channel_name": channel.get("name", "")}
        share |= {"thread_ts": thread_ts} if thread_ts else {}
        shares = body["shares"].setdefault(audience, {})
        shares.setdefault(channel["id"], []).append(share)
        name = _CHANNEL_LISTS[conversation_type(channel)]
        body[name] = sorted({*body[name], channel["id"]})
        self.storage.files.put(body)

    def delete(self, file_id: str) -> None:
        """Delete a file and tell the apps that saw it; messages with it show a tombstone."""
        file = self._get_stored(file_id)
        bots = [each.app.user for each in self.team_events.apps]
        told = [each for each in bots if self._is_visible(file, each)]
        self._begun.discard(file_id)
        self.storage.files.remove(file_id)
        self.team_events.emit_to(told, file_deleted(file_id, self.storage.timestamps.new()))

    def describe(self, file_ids: list[str]) -> list[JsonObject]:
        """Files as a message shows them; a deleted one is a tombstone."""
        bodies = [(file_id, self.storage.files.get(file_id)) for file_id in file_ids]
        return [
            self._with_addresses(body) if body else {"id": file_id, "mode": "tombstone"}
            for file_id, body in bodies
        ]

    def _is_visible(self, file: JsonObject, viewer: str) -> bool:
        shared_in = [channel for name in _CHANNEL_LISTS.values() for channel in file[name]]
        is_member = self.storage.directory.is_member
        if viewer in (file["user"], *file.get(_GIVEN, ())):
            return True
        if any(is_member(one, viewer) for one in shared_in):
            return True
        return any(is_member(channel, viewer) for channel in self._pictured_in(file["id"]))

    def _pictured_in(self, file_id: str) -> set[str]:
        """The conversations in which a message shows the file as a picture."""
        found = self.storage.messages.find_word(file_id)
        return {
            channel
            for channel, body in found
            if any(shown == file_id for _, shown in pictures_in(body.get("blocks", [])))
        }

    def _get_stored(self, file_id: str) -> JsonObject:
        return self.storage.files.get(file_id) or refuse("file_not_found")

    def _new_description(self, user: str, name: str) -> JsonObject:
        now = int(self.clock.now())
        suffix = PurePath(name).suffix.lstrip(".").lower() or "binary"
        return {
            "id": self.storage.ids.new("F"),
            "created": now,
            "timestamp": now,
            "name": name,
            "title": name,
            "mimetype": mimetypes.guess_type(name)[0] or _UNKNOWN_TYPE,
            "filetype": "text" if suffix == "txt" else suffix,
            "pretty_type": _TYPE_NAMES.get(suffix, "Binary"),
            "user": user,
            "user_team": self.team,
            "editable": False,
            "size": 0,
            "mode": "hosted",
            "is_external": False,
            "external_type": "",
            "is_public": True,
            "public_url_shared": False,
            "display_as_bot": False,
            "username": "",
            "file_access": "visible",
            "shares": {},
            "channels": [],
            "groups": [],
            "ims": [],
        }

    def _with_addresses(self, body: JsonObject) -> JsonObject:
        path = f"{self.team}-{body['id']}"
        shown = {name: value for name, value in body.items() if name != _GIVEN}
        return {
            **shown,
            "url_private": f"{self.base_url}/files-pri/{path}/{body['name']}",
            "url_private_download": f"{self.base_url}/files-pri/{path}/download/{body['name']}",
            "permalink": f"{self.base_url}/files/{body['user']}/{body['id']}/{body['name']}",
        }
