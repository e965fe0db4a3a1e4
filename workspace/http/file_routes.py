"""Where the bytes of files go and where they come from, beside the methods of the Web API."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from workspace.errors import SlackRefusal
from workspace.model.team import TeamOfApps

_LOGIN_PAGE = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Sign in</body></html>"


@dataclass(frozen=True, slots=True)
class FileRoutes:
    """`/upload/v1/…` takes bytes (the ticket is the permission), `/files-pri/…` gives them."""

    team: TeamOfApps

    def add_to(self, application: web.Application) -> None:
        application.router.add_post("/upload/v1/{ticket}", self.upload)
        application.router.add_get("/files-pri/{file}/{name:.+}", self.download)

    async def upload(self, request: web.Request) -> web.StreamResponse:
        content = await _uploaded_bytes(request)
        try:
            self.team.first.files.finish_upload(request.match_info["ticket"], content)
        except SlackRefusal as refusal:
            return web.Response(status=404, text=refusal.error)
        return web.Response(text=f"OK - {len(content)}")

    async def download(self, request: web.Request) -> web.StreamResponse:
        """The bytes; without the bot token (or its scope) Slack's login page instead."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        given = token if kind == "Bearer" else ""
        workspaces = self.team.workspaces
        own = (each for each in workspaces if not each.installation.problem_of(given))
        workspace = next(own, None)
        if workspace is None or "files:read" not in workspace.app.scopes:
            return web.Response(text=_LOGIN_PAGE, content_type="text/html")
        file_id = request.match_info["file"].partition("-")[2]
        try:
            file = workspace.files.get_for(workspace.app.user, file_id)
            content = workspace.files.read(file_id)
        except SlackRefusal as refusal:
            return web.Response(status=404, text=refusal.error)
        return web.Response(body=content, content_type=file["mimetype"])


async def _uploaded_bytes(request: web.Request) -> bytes:
    """The bytes of an upload: the first file of a form (Node), or the whole body (Python)."""
    if request.content_type != "multipart/form-data":
        return await request.read()
    form = await request.post()
    for value in form.values():
        if isinstance(value, web.FileField):
            return value.file.read()
    return b""
