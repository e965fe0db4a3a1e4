"""files.*, and the two addresses beside the methods: where bytes go and where they come from."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from workspace.errors import SlackRefusal, refuse, refuse_arguments
from workspace.model.file_store import Shelf
from workspace.model.json_types import JsonObject
from workspace.model.seed import App
from workspace.model.workspace import Draft
from workspace.web_api.call import Call, Method
from workspace.web_api.content import read_content

LONGEST_ALT_TEXT = 1_000
_LOGIN_PAGE = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Sign in</body></html>"


async def begin_upload(call: Call) -> JsonObject:
    name, _ = call.arguments.needed("filename", "length")
    if call.arguments.integer("length", 0) <= 0:
        refuse_arguments("must be more than 0 [json-pointer:/length]")
    if len(call.arguments.text("alt_txt")) > LONGEST_ALT_TEXT:
        refuse("alt_txt_too_large")
    ticket, body = call.workspace.shelf.begin(call.app.user, name)
    return {"upload_url": f"{call.base_url}/upload/v1/{ticket}", "file_id": body["id"]}


async def complete_upload(call: Call) -> JsonObject:
    """Give the files their titles and share them, in one message for each channel."""
    listed = call.arguments.objects("files", "invalid_arguments")
    if not listed or not all(isinstance(one.get("id"), str) for one in listed):
        refuse("invalid_arguments")
    shelf = call.workspace.shelf
    ids = tuple(str(one["id"]) for one in listed)
    for one in listed:
        shelf.content(one["id"])
        if one.get("title"):
            shelf.retitle(one["id"], str(one["title"]))
    channels = call.arguments.text("channels") or call.arguments.text("channel_id")
    for channel in filter(None, channels.split(",")):
        await call.workspace.post_message(_sharing(call, channel, ids))
    return {"files": [shelf.find(ident) for ident in ids]}


async def info(call: Call) -> JsonObject:
    found = call.workspace.file(call.arguments.one("file"))
    return {"file": found, "comments": [], "response_metadata": {"next_cursor": ""}}


async def list_all(call: Call) -> JsonObject:
    arguments = call.arguments
    found = [
        one
        for one in call.workspace.shelf.all()
        if arguments.text("user") in ("", one["user"])
        and arguments.text("channel") in ("", *one["channels"], *one["groups"], *one["ims"])
    ]
    size = min(max(arguments.integer("count", 100), 1), 1000)
    number = max(arguments.integer("page", 1), 1)
    shown = found[(number - 1) * size : number * size]
    pages = -(-len(found) // size)
    paging = {"count": size, "total": len(found), "page": number, "pages": pages}
    return {"files": shown, "paging": paging}


async def delete(call: Call) -> JsonObject:
    file_id = call.arguments.one("file")
    if call.workspace.file(file_id)["user"] != call.app.user:
        refuse("cant_delete_file")
    await call.workspace.delete_file(file_id)
    return {}


def _sharing(call: Call, channel: str, ids: tuple[str, ...]) -> Draft:
    content = read_content(call.arguments)
    return Draft(
        channel=channel,
        user=call.app.user,
        text=call.arguments.text("initial_comment"),
        blocks=content.blocks or (),
        thread_ts=call.arguments.text("thread_ts") or None,
        file_ids=ids,
    )


@dataclass(frozen=True, slots=True)
class FileRoutes:
    """`/upload/v1/…` takes bytes (the address is the permission), `/files-pri/…` gives them."""

    shelf: Shelf
    app: App

    async def receive(self, request: web.Request) -> web.StreamResponse:
        content = await _uploaded(request)
        try:
            self.shelf.receive(request.match_info["ticket"], content)
        except SlackRefusal as refusal:
            return web.Response(status=404, text=refusal.error)
        return web.Response(text=f"OK - {len(content)}")

    async def send(self, request: web.Request) -> web.StreamResponse:
        """The bytes; without the bot token (or its scope) Slack's login page instead."""
        authorization = request.headers.get("Authorization", "")
        is_bot = authorization == f"Bearer {self.app.bot_token}"
        if not is_bot or "files:read" not in self.app.scopes:
            return web.Response(text=_LOGIN_PAGE, content_type="text/html")
        file_id = request.match_info["place"].partition("-")[2]
        try:
            described, content = self.shelf.find(file_id), self.shelf.content(file_id)
        except SlackRefusal as refusal:
            return web.Response(status=404, text=refusal.error)
        return web.Response(body=content, content_type=described["mimetype"])


async def _uploaded(request: web.Request) -> bytes:
    """The bytes of an upload: the first file of a form (Node), or the whole body (Python)."""
    if request.content_type != "multipart/form-data":
        return await request.read()
    form = await request.post()
    for value in form.values():
        if isinstance(value, web.FileField):
            return value.file.read()
    return b""


METHODS = {
    "files.getUploadURLExternal": Method(begin_upload, "tier_4", ("files:write",)),
    "files.completeUploadExternal": Method(complete_upload, "tier_4", ("files:write",)),
    "files.info": Method(info, "tier_4", ("files:read",)),
    "files.list": Method(list_all, "tier_3", ("files:read",)),
    "files.delete": Method(delete, "tier_3", ("files:write",)),
}
