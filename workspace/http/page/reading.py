"""What the page reads: who is here, messages, threads and files."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from workspace.http.page.requests import HEADERS, json_response
from workspace.model.agent_status import AgentStatus
from workspace.model.file_store import FileStore
from workspace.model.interactions.built_in import BUILT_IN
from workspace.model.messages.history import History
from workspace.model.messages.streams import StreamedMessages
from workspace.model.views.homes import Homes
from workspace.model.views.modals import Modals

SHOWN_INLINE = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""Types that browsers show without running anything; all others are downloaded."""


@dataclass(frozen=True, slots=True)
class ReadRoutes:
    """The handlers behind GET. Each gives only what the viewer of the request may see."""

    history: History
    streams: StreamedMessages
    files: FileStore
    modals: Modals
    homes: Homes
    agent_status: AgentStatus

    def bootstrap(self, request: web.Request) -> web.StreamResponse:
        """Everybody and everything that the viewer sees."""
        conversations = self.history.conversations
        people = conversations.people
        me = self._viewer(request)
        return json_response(
            {
                "team": people.team(),
                "users": people.users(),
                "bots": people.bots(),
                "channels": conversations.all(me),
                "modals": self.modals.stack(me),
                "home": self.homes.get(me),
                "app": {
                    "commands": [*conversations.app.commands, *BUILT_IN],
                    "shortcuts": conversations.app.shortcuts,
                    "has_home": conversations.app.has_home,
                    "has_messages": conversations.app.has_messages,
                    "takes_messages": conversations.app.takes_messages,
                    "suggested_prompts": conversations.app.suggested_prompts,
                },
                "me": me,
            }
        )

    def messages(self, request: web.Request) -> web.StreamResponse:
        channel = self._readable_channel(request)
        offered = self.agent_status.prompts(channel)
        messages = self.streams.seen_by(self._viewer(request), channel, self.history.roots(channel))
        return json_response({"messages": messages, "offered": offered})

    def thread(self, request: web.Request) -> web.StreamResponse:
        channel, ts = self._readable_channel(request), request.match_info["ts"]
        title = self.agent_status.title(channel, ts) or ""
        offered = self.agent_status.prompts(channel, ts)
        messages = self.streams.seen_by(
            self._viewer(request), channel, self.history.thread(channel, ts)
        )
        return json_response({"messages": messages, "title": title, "offered": offered})

    def file(self, request: web.Request) -> web.StreamResponse:
        """The bytes of a file; only plain pictures are shown, all else is downloaded."""
        file_id = request.match_info["file"]
        file = self.files.get_for(self._viewer(request), file_id)
        content_type = str(file.get("mimetype") or "")
        content = self.files.read(file_id)
        headers = {**HEADERS, "Content-Security-Policy": "default-src 'none'; sandbox"}
        if content_type not in SHOWN_INLINE:
            content_type = "application/octet-stream"
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=content, content_type=content_type, headers=headers)

    def _viewer(self, request: web.Request) -> str:
        """The person of the query `user`, by default the first one."""
        people = self.history.conversations.people
        wanted = request.query.get("user") or people.persons()[0]["id"]
        return str(people.person(wanted)["id"])

    def _readable_channel(self, request: web.Request) -> str:
        channel = request.match_info["channel"]
        return str(self.history.conversations.readable(channel, self._viewer(request))["id"])
