"""What the page reads: who is here, messages, threads and files."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from workspace.http.page.requests import HEADERS, json_response
from workspace.json_types import JsonObject
from workspace.model.file_store import FileStore
from workspace.model.interactions.built_in import BUILT_IN
from workspace.model.messages.history import History
from workspace.model.messages.streams import StreamedMessages
from workspace.model.team import TeamOfApps
from workspace.model.workspace import Workspace

SHOWN_INLINE = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""Types that browsers show without running anything; all others are downloaded."""


@dataclass(frozen=True, slots=True)
class ReadRoutes:
    """The handlers behind GET. Each gives only what the viewer of the request may see."""

    history: History
    streams: StreamedMessages
    files: FileStore
    team: TeamOfApps

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
                "channels": [self._with_bot(one) for one in conversations.all(me)],
                "modals": self.team.first.modals.stack(me),
                "apps": [_offer(each, me) for each in self.team.workspaces],
                "commands": BUILT_IN,
                "me": me,
            }
        )

    def _with_bot(self, channel: JsonObject) -> JsonObject:
        """The conversation, a direct one with the bot user of its app."""
        app = self.history.conversations.app_of(channel["id"])
        return {**channel, "bot": app.user} if app else channel

    def messages(self, request: web.Request) -> web.StreamResponse:
        channel = self._readable_channel(request)
        offered = self._last_offer(channel)
        messages = self.streams.seen_by(self._viewer(request), channel, self.history.roots(channel))
        return json_response({"messages": messages, "offered": offered})

    def thread(self, request: web.Request) -> web.StreamResponse:
        """The messages of a thread as its reader sees them, its title, and what an app suggested to
        ask there."""
        channel, ts = self._readable_channel(request), request.match_info["ts"]
        titles = (each.agent_status.title(channel, ts) for each in self.team.workspaces)
        title = next(filter(None, titles), "")
        offered = self._last_offer(channel, ts)
        messages = self.streams.seen_by(
            self._viewer(request), channel, self.history.thread(channel, ts)
        )
        return json_response({"messages": messages, "title": title, "offered": offered})

    def _last_offer(self, channel: str, ts: str = "") -> JsonObject | None:
        """What an app suggested to ask: the one whose conversation it is, or the last of all."""
        offers = (each.agent_status.prompts(channel, ts) for each in self.team.workspaces)
        return max(filter(None, offers), key=lambda one: str(one["after"]), default=None)

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


def _offer(workspace: Workspace, viewer: str) -> JsonObject:
    """What an app offers to people, with what it published for this one."""
    app = workspace.app
    return {
        "id": app.app_id,
        "user": app.user,
        "commands": app.commands,
        "shortcuts": app.shortcuts,
        "has_home": app.has_home,
        "has_messages": app.has_messages,
        "takes_messages": app.takes_messages,
        "suggested_prompts": app.suggested_prompts,
        "home": workspace.homes.get(viewer),
    }
