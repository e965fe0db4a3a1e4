"""Response URLs: the app answers an interaction without the Web API."""

from __future__ import annotations

import json
from dataclasses import dataclass

from aiohttp import web

from workspace.errors import SlackRefusal, refuse
from workspace.json_types import JsonObject
from workspace.model.team import TeamOfApps


@dataclass(frozen=True, slots=True)
class ResponseUrlRoute:
    """`POST /response/{token}`."""

    team: TeamOfApps

    def add_to(self, application: web.Application) -> None:
        application.router.add_post("/response/{token}", self.answer)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Carry out what the app that was given this address answers there."""
        try:
            body = _read_json_object(await request.text())
            token = request.match_info["token"]
            workspaces = self.team.workspaces
            own = (each for each in workspaces if each.tokens.has_response_url(token))
            workspace = next(own, self.team.first)
            workspace.responses.respond(workspace.tokens.use_response_url(token), body)
        except SlackRefusal as refusal:
            status = 404 if refusal.error.endswith("_url") else 400
            return web.json_response({"ok": False, "error": refusal.error}, status=status)
        return web.Response(text="ok")


def _read_json_object(text: str) -> JsonObject:
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        refuse("invalid_payload")
    return body if isinstance(body, dict) else refuse("invalid_payload")
