"""Response URLs: the app answers an interaction without the Web API."""

from __future__ import annotations

import json
from dataclasses import dataclass

from aiohttp import web

from workspace.errors import SlackRefusal, refuse
from workspace.json_types import JsonObject
from workspace.model.interaction_tokens import InteractionTokens
from workspace.model.interactions.responses import Responses


@dataclass(frozen=True, slots=True)
class ResponseUrlRoute:
    """`POST /response/{token}`."""

    tokens: InteractionTokens
    responses: Responses

    def add_to(self, application: web.Application) -> None:
        application.router.add_post("/response/{token}", self.answer)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        try:
            body = _read_json_object(await request.text())
            url = self.tokens.use_response_url(request.match_info["token"])
            self.responses.respond(url, body)
        except SlackRefusal as refusal:
            status = 404 if refusal.error.endswith("_url") else 400
            return web.json_response({"ok": False, "error": refusal.error}, status=status)
        return web.Response(text="ok")


def _read_json_object(text: str) -> JsonObject:
    try:
        body = json.loads(text)
    except ValueError:
        refuse("invalid_payload")
    return body if isinstance(body, dict) else refuse("invalid_payload")
