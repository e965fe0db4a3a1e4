"""What the page reads: who is here, messages, threads and files."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from workspace.errors import SlackRefusal
from workspace.http.page.requests import HEADERS, json_response
from workspace.model.file_store import FileStore
from workspace.model.messages.history import History

SHOWN_INLINE = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""Types that browsers show without running anything; all others are downloaded."""


@dataclass(frozen=True, slots=True)
class ReadRoutes:
    """The handlers behind GET."""

    history: History
    files: FileStore

    def bootstrap(self, request: web.Request) -> web.StreamResponse:
        """Everybody and everything that `user` (by default the first person) sees."""
        conversations = self.history.conversations
        people = conversations.people
        users = people.users()
        persons = [user["id"] for user in users if not user.get("is_bot")]
        me = request.query.get("user") or persons[0]
        if me not in persons:
            raise SlackRefusal("user_not_found")
        return json_response(
            {
                "team": people.team(),
                "users": users,
                "bots": people.bots(),
                "channels": conversations.all(me),
                "me": me,
            }
        )

    def messages(self, request: web.Request) -> web.StreamResponse:
        return json_response({"messages": self.history.roots(request.match_info["channel"])})

    def thread(self, request: web.Request) -> web.StreamResponse:
        channel, ts = request.match_info["channel"], request.match_info["ts"]
        return json_response({"messages": self.history.thread(channel, ts)})

    def file(self, request: web.Request) -> web.StreamResponse:
        """The bytes of a file; only plain pictures are shown, all else is downloaded."""
        file_id = request.match_info["file"]
        content_type = str(self.files.get(file_id).get("mimetype") or "")
        content = self.files.read(file_id)
        headers = {**HEADERS, "Content-Security-Policy": "default-src 'none'; sandbox"}
        if content_type not in SHOWN_INLINE:
            content_type = "application/octet-stream"
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=content, content_type=content_type, headers=headers)
