"""Response URLs: the app answers an interaction without the Web API."""

from __future__ import annotations

import json

from aiohttp import web

from workspace.block_kit import blocks as block_kit
from workspace.delivery.interactions import ResponseUrl
from workspace.errors import SlackRefusal, refuse
from workspace.model import messages
from workspace.model.json_types import JsonObject
from workspace.model.workspace import Draft, Workspace


class ResponseRoute:
    """`POST /response/{token}`."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def answer(self, request: web.Request) -> web.StreamResponse:
        try:
            body = await _body(request)
            url = self._workspace.interactions.respond(request.match_info["token"])
            await self._respond(url, body)
        except SlackRefusal as refusal:
            status = 404 if refusal.error.endswith("_url") else 400
            return web.json_response({"ok": False, "error": refusal.error}, status=status)
        return web.Response(text="ok")

    async def _respond(self, url: ResponseUrl, body: JsonObject) -> None:
        blocks = body.get("blocks") or []
        problem = block_kit.problem_of(blocks)
        if problem:
            refuse(problem.error)
        if body.get("delete_original"):
            await self._delete(url)
        elif body.get("replace_original"):
            await self._replace(url, body, blocks)
        elif not body.get("text") and not blocks:
            refuse("no_text")
        else:
            await self._post(url, body, blocks)

    async def _delete(self, url: ResponseUrl) -> None:
        if url.is_ephemeral:
            self._workspace.drop_ephemeral(url.channel, url.ts)
        else:
            user = self._workspace.app.user
            await self._workspace.delete_message(url.channel, url.ts, user=user)

    async def _replace(self, url: ResponseUrl, body: JsonObject, blocks: list[JsonObject]) -> None:
        """Put the text and blocks in place of the old ones; blocks not given are gone."""
        text = str(body.get("text", ""))
        completed = messages.with_block_ids(blocks, url.ts)
        if url.is_ephemeral:
            new = messages.from_app(self._workspace.app, text, url.ts) | {"is_ephemeral": True}
            new |= {"blocks": completed} if completed else {}
            new |= {"thread_ts": url.thread_ts} if url.thread_ts else {}
            self._workspace.show_ephemeral(url.channel, new, url.user)
            return
        old = self._workspace.state.message(url.channel, url.ts) or refuse("message_not_found")
        kept = {key: value for key, value in old.items() if key != "blocks"} | {"text": text}
        kept |= {"blocks": completed} if completed else {}
        self._workspace.revise(url.channel, kept)

    async def _post(self, url: ResponseUrl, body: JsonObject, blocks: list[JsonObject]) -> None:
        draft = Draft(
            channel=url.channel,
            user=self._workspace.app.user,
            text=str(body.get("text", "")),
            thread_ts=body.get("thread_ts") or url.thread_ts,
            blocks=tuple(blocks),
        )
        if body.get("response_type") == "in_channel":
            await self._workspace.post_message(draft)
        else:
            await self._workspace.post_ephemeral(draft, url.user)


async def _body(request: web.Request) -> JsonObject:
    try:
        body = json.loads(await request.text())
    except ValueError:
        refuse("invalid_payload")
    return body if isinstance(body, dict) else refuse("invalid_payload")
