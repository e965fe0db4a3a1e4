"""Which path of the page goes to which handler.

Writing asks for JSON or multipart bodies; requests of other sites do not come this far
(`workspace.http.same_origin`).
"""

from __future__ import annotations

from aiohttp import web

from workspace.http.page.app_interactions import AppRoutes, CommandRoutes, FormRoutes
from workspace.http.page.read_routes import ReadRoutes
from workspace.http.page.requests import with_refusals
from workspace.http.page.static_files import serve_file, serve_index, show_message
from workspace.http.page.stream import Streams
from workspace.http.page.write_routes import ChannelRoute, MessageRoutes, UploadRoute
from workspace.model.team import TeamOfApps


def add_page_routes(app: web.Application, team: TeamOfApps) -> None:
    """Serve the page and its API from `app`."""
    workspace = team.first
    read = ReadRoutes(workspace.history, workspace.streams, workspace.files, team)
    messages = MessageRoutes(workspace.timeline, workspace.reactions, team)
    to_app, forms, commands = AppRoutes(team), FormRoutes(team), CommandRoutes(team)
    channels = ChannelRoute(workspace.memberships)
    upload = UploadRoute(workspace.files)
    streams = Streams(workspace.people, workspace.changes)
    for method, path, handler in (
        ("GET", "/", serve_index),
        ("GET", r"/archives/{channel}/p{ts:\d{7,}}", show_message),
        ("GET", "/page/api/bootstrap", read.bootstrap),
        ("GET", "/page/api/channels/{channel}/messages", read.messages),
        ("GET", "/page/api/channels/{channel}/threads/{ts}", read.thread),
        ("GET", "/page/api/files/{file}", read.file),
        ("GET", "/page/api/stream", streams.stream),
        ("POST", "/page/api/messages", messages.post),
        ("POST", "/page/api/messages/edit", messages.edit),
        ("POST", "/page/api/messages/delete", messages.delete),
        ("POST", "/page/api/reactions", messages.react),
        ("POST", "/page/api/actions", to_app.press),
        ("POST", "/page/api/options", to_app.suggest),
        ("POST", "/page/api/views/submit", forms.submit),
        ("POST", "/page/api/views/close", forms.close),
        ("POST", "/page/api/commands", commands.run),
        ("POST", "/page/api/shortcuts", commands.use_shortcut),
        ("POST", "/page/api/channels", channels.create),
        ("POST", "/page/api/files", upload.upload),
        ("POST", "/page/api/dm", to_app.open_direct),
        ("POST", "/page/api/sessions/stop", to_app.stop_session),
        ("GET", "/page/{path:.+}", serve_file),
    ):
        app.router.add_route(method, path, with_refusals(handler))
    app.on_shutdown.append(streams.close)
