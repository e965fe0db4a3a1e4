"""The files of the workspace: uploaded first, shared with channels afterwards."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass, field
from pathlib import PurePath

from workspace.errors import refuse
from workspace.model.clock import Clock
from workspace.model.json_types import JsonObject
from workspace.model.seed import TEAM
from workspace.model.state import State

_FALLBACK = "application/octet-stream"
_PRETTY = {
    "pdf": "PDF",
    "docx": "Word Document",
    "txt": "Plain Text",
    "png": "PNG",
    "md": "Markdown",
}


@dataclass
class Shelf:
    """Files by id. `base_url` is where they can be fetched, known once the server listens."""

    state: State
    clock: Clock
    base_url: str = ""
    _uploads: dict[str, str] = field(default_factory=dict)
    """Upload tickets that were given out, with the id of the file to be."""

    def begin(self, user: str, name: str, title: str = "") -> tuple[str, JsonObject]:
        """A ticket for one upload and the file it will become."""
        body = self._describe(user, name, title)
        self.state.put_file(body)
        ticket = self.state.ident("upload-")
        self._uploads[ticket] = body["id"]
        return ticket, body

    def receive(self, ticket: str, content: bytes) -> None:
        """The bytes of a begun upload arrived."""
        file_id = self._uploads.get(ticket)
        if file_id is None:
            refuse("file_not_found")
        body = self.state.file(file_id)
        if body is None:
            refuse("file_not_found")
        self.state.put_file({**body, "size": len(content)}, content)

    def add(self, user: str, name: str, content: bytes, mimetype: str = "") -> JsonObject:
        """A complete file, not shared yet."""
        body = self._describe(user, name, "")
        body |= {"size": len(content)} | ({"mimetype": mimetype} if mimetype else {})
        self.state.put_file(body, content)
        return self.find(body["id"])

    def find(self, file_id: str) -> JsonObject:
        """The file as Slack shows it, with its addresses; refuses with `file_not_found`."""
        body = self.state.file(file_id)
        if body is None:
            refuse("file_not_found")
        return self._with_addresses(body)

    def all(self) -> list[JsonObject]:
        """Every file that was shared, newest first."""
        return [self._with_addresses(body) for body in self.state.files() if body["shares"]]

    def content(self, file_id: str) -> bytes:
        """The bytes; refuses with `file_not_found` if there are none (yet, or any more)."""
        content = self.state.file_content(file_id)
        if content is None:
            refuse("file_not_found")
        return content

    def retitle(self, file_id: str, title: str) -> None:
        body = self.state.file(file_id)
        if body is None:
            refuse("file_not_found")
        self.state.put_file({**body, "title": title})

    def share(self, file_id: str, channel: JsonObject, ts: str, thread_ts: str | None) -> None:
        """Note that a message of this channel carries the file."""
        body = self.state.file(file_id)
        if body is None:
            refuse("file_not_found")
        audience = "private" if channel.get("is_private") else "public"
        share = {"ts": ts, "channel_name": channel.get("name", "")}
        share |= {"thread_ts": thread_ts} if thread_ts else {}
        places = body["shares"].setdefault(audience, {})
        places.setdefault(channel["id"], []).append(share)
        listed = (
            "ims" if channel.get("is_im") else "groups" if audience == "private" else "channels"
        )
        body[listed] = sorted({*body[listed], channel["id"]})
        self.state.put_file(body)

    def remove(self, file_id: str) -> None:
        self.find(file_id)
        self.state.remove_file(file_id)

    def shown(self, file_ids: list[str]) -> list[JsonObject]:
        """Files as a message shows them; a deleted one is a tombstone."""
        found = [(ident, self.state.file(ident)) for ident in file_ids]
        return [
            self._with_addresses(body) if body else {"id": ident, "mode": "tombstone"}
            for ident, body in found
        ]

    def _describe(self, user: str, name: str, title: str) -> JsonObject:
        now = int(self.clock.now())
        filetype = PurePath(name).suffix.lstrip(".").lower() or "binary"
        return {
            "id": self.state.ident("F"),
            "created": now,
            "timestamp": now,
            "name": name,
            "title": title or name,
            "mimetype": mimetypes.guess_type(name)[0] or _FALLBACK,
            "filetype": "text" if filetype == "txt" else filetype,
            "pretty_type": _PRETTY.get(filetype, "Binary"),
            "user": user,
            "user_team": TEAM["id"],
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
        place = f"{TEAM['id']}-{body['id']}"
        return {
            **body,
            "url_private": f"{self.base_url}/files-pri/{place}/{body['name']}",
            "url_private_download": f"{self.base_url}/files-pri/{place}/download/{body['name']}",
            "permalink": f"{self.base_url}/files/{body['user']}/{body['id']}/{body['name']}",
        }
