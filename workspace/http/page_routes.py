"""The routes of the page: its files, the JSON it reads and writes, and the live stream.

Writing asks for JSON or multipart bodies; requests of other sites do not come this far
(`workspace.http.same_origin`). The policy lets the browser load nothing from outside and refuses
HTML made from strings.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import BodyPartReader, web

from workspace.delivery.change_feed import Watch
from workspace.errors import SlackRefusal
from workspace.model.json_types import JsonObject
from workspace.model.workspace import Draft, Press, Workspace

PAGE = Path(__file__).parents[1] / "page"
SUFFIXES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
HEARTBEAT = 10.0
"""Seconds between two signs of life on a stream."""
MAX_TEXT = 40_000
MAX_FILE = 50 * 1024 * 1024
SHOWN_INLINE = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

REFUSALS: dict[str, tuple[int, str]] = {
    "user_not_found": (404, "There is no such person in the workspace."),
    "channel_not_found": (404, "There is no such channel."),
    "message_not_found": (404, "The message is not there any more."),
    "thread_not_found": (404, "The thread is not there any more."),
    "file_not_found": (404, "The file is not there any more."),
    "not_in_channel": (403, "You are not a member of this channel."),
    "is_archived": (403, "The channel is archived."),
    "cant_update_message": (403, "Only its author can edit a message."),
    "cant_delete_message": (403, "Only its author can delete a message."),
    "invalid_action": (409, "The message has changed; this control is not part of it any more."),
}
"""Slack's error names that a person can run into: the status and the sentence they get."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class RequestRefused(Exception):
    """The request cannot be understood or is not allowed; the message says why."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def add_page_routes(app: web.Application, workspace: Workspace) -> None:
    """Serve the page and its API from `app`."""
    reading = Reading(workspace)
    writing = Writing(workspace)
    streams = Streams(workspace)
    for method, path, handler in (
        ("GET", "/", serve_page),
        ("GET", "/page/{name}", serve_file),
        ("GET", "/page/api/bootstrap", reading.bootstrap),
        ("GET", "/page/api/channels/{channel}/messages", reading.messages),
        ("GET", "/page/api/channels/{channel}/threads/{ts}", reading.thread),
        ("GET", "/page/api/files/{file}", reading.file),
        ("GET", "/page/api/stream", streams.stream),
        ("POST", "/page/api/messages", writing.post),
        ("POST", "/page/api/messages/edit", writing.edit),
        ("POST", "/page/api/messages/delete", writing.delete),
        ("POST", "/page/api/reactions", writing.react),
        ("POST", "/page/api/actions", writing.press),
        ("POST", "/page/api/files", writing.upload),
        ("POST", "/page/api/dm", writing.open_direct),
        ("POST", "/page/api/sessions/stop", writing.stop),
    ):
        app.router.add_route(method, path, _answering(handler))
    app.on_shutdown.append(streams.close)


def _answering(handler: Handler) -> Handler:
    """The handler, with what it refuses turned into JSON: `{"error": sentence, "code": name}`."""

    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except RequestRefused as refused:
            return _json({"error": str(refused)}, status=refused.status)
        except SlackRefusal as refused:
            plain = f"The workspace refused: {refused.error}."
            status, sentence = REFUSALS.get(refused.error, (400, plain))
            return _json({"error": sentence, "code": refused.error}, status=status)

    return answer


def _json(body: JsonObject, status: int = 200) -> web.Response:
    return web.json_response(body, status=status, headers=HEADERS)


# The page's files


async def serve_page(request: web.Request) -> web.StreamResponse:
    return _served("index.html")


async def serve_file(request: web.Request) -> web.StreamResponse:
    return _served(request.match_info["name"])


def _served(name: str) -> web.StreamResponse:
    path = PAGE / name
    if path.parent != PAGE or path.suffix not in SUFFIXES or not path.is_file():
        raise RequestRefused("There is no such file.", 404)
    kind = f"{SUFFIXES[path.suffix]}; charset=utf-8"
    return web.FileResponse(path, headers={**HEADERS, "Content-Type": kind})


# What requests say


async def _body(request: web.Request) -> JsonObject:
    if request.content_type != "application/json":
        raise RequestRefused("Send JSON, with the content type application/json.", 415)
    try:
        body = json.loads(await request.text())
    except ValueError:
        raise RequestRefused("The body is not valid JSON.") from None
    if not isinstance(body, dict):
        raise RequestRefused("The body must be a JSON object.")
    return body


def _text(body: JsonObject, name: str, *, empty: bool = False) -> str:
    """A string of the body; `empty` allows it to be empty or absent."""
    value = body.get(name, "" if empty else None)
    if not isinstance(value, str) or (value == "" and not empty):
        raise RequestRefused(f"“{name}” must be a text{'' if empty else ' that is not empty'}.")
    if len(value) > MAX_TEXT:
        raise RequestRefused(f"“{name}” is longer than {MAX_TEXT} characters.", 413)
    return value


def _flag(body: JsonObject, name: str) -> bool:
    value = body.get(name)
    if not isinstance(value, bool):
        raise RequestRefused(f"“{name}” must be true or false.")
    return value


def _texts(body: JsonObject, name: str) -> tuple[str, ...]:
    value = body.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise RequestRefused(f"“{name}” must be a list of texts.")
    return tuple(value)


class Reading:
    """What the page asks for."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def bootstrap(self, request: web.Request) -> web.StreamResponse:
        """Who is here, and which channels `user` (by default the first person) sees."""
        users = self._workspace.users()
        people = [user["id"] for user in users if not user.get("is_bot")]
        me = request.query.get("user") or people[0]
        if me not in people:
            raise SlackRefusal("user_not_found")
        return _json(
            {
                "team": self._workspace.team(),
                "users": users,
                "bots": self._workspace.bots(),
                "channels": self._workspace.channels(me),
                "me": me,
            }
        )

    async def messages(self, request: web.Request) -> web.StreamResponse:
        found = await self._workspace.messages(request.match_info["channel"])
        return _json({"messages": found})

    async def thread(self, request: web.Request) -> web.StreamResponse:
        place = request.match_info
        return _json({"messages": await self._workspace.thread(place["channel"], place["ts"])})

    async def file(self, request: web.Request) -> web.StreamResponse:
        """The bytes of a file; only plain pictures are shown, all else is downloaded."""
        file_id = request.match_info["file"]
        described = self._workspace.file(file_id)
        content = self._workspace.file_content(file_id)
        kind = str(described.get("mimetype") or "application/octet-stream")
        headers = {**HEADERS, "Content-Security-Policy": "default-src 'none'; sandbox"}
        if kind not in SHOWN_INLINE:
            kind = "application/octet-stream"
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=content, content_type=kind, headers=headers)


class Writing:
    """What a person does on the page."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def post(self, request: web.Request) -> web.StreamResponse:
        body = await _body(request)
        file_ids = _texts(body, "file_ids")
        draft = Draft(
            channel=_text(body, "channel"),
            user=_text(body, "user"),
            text=_text(body, "text", empty=bool(file_ids)),
            thread_ts=_text(body, "thread_ts", empty=True) or None,
            file_ids=file_ids,
        )
        return _json({"message": await self._workspace.post_message(draft)})

    async def edit(self, request: web.Request) -> web.StreamResponse:
        body = await _body(request)
        channel, ts, user = (_text(body, name) for name in ("channel", "ts", "user"))
        text = _text(body, "text")
        edited = await self._workspace.edit_message(channel, ts, user=user, text=text)
        return _json({"message": edited})

    async def delete(self, request: web.Request) -> web.StreamResponse:
        body = await _body(request)
        channel, ts, user = (_text(body, name) for name in ("channel", "ts", "user"))
        await self._workspace.delete_message(channel, ts, user=user)
        return _json({"ok": True})

    async def react(self, request: web.Request) -> web.StreamResponse:
        """Add or take back a reaction; one that is already so stays so."""
        body = await _body(request)
        channel, ts, user = (_text(body, name) for name in ("channel", "ts", "user"))
        add = _flag(body, "add")
        change = self._workspace.add_reaction if add else self._workspace.remove_reaction
        try:
            await change(channel, ts, _text(body, "name"), user=user)
        except SlackRefusal as refused:
            if refused.error not in ("already_reacted", "no_reaction"):
                raise
        return _json({"ok": True})

    async def press(self, request: web.Request) -> web.StreamResponse:
        body = await _body(request)
        press = Press(
            user=_text(body, "user"),
            channel=_text(body, "channel"),
            ts=_text(body, "ts"),
            block_id=_text(body, "block_id"),
            action_id=_text(body, "action_id"),
            value=_text(body, "value", empty=True),
        )
        return _json({"acknowledged": await self._workspace.press(press)})

    async def open_direct(self, request: web.Request) -> web.StreamResponse:
        body = await _body(request)
        channel = await self._workspace.open_dm(_text(body, "user"), _text(body, "bot"))
        return _json({"channel": channel})

    async def stop(self, request: web.Request) -> web.StreamResponse:
        body = await _body(request)
        user, channel, ts = (_text(body, name) for name in ("user", "channel", "thread_ts"))
        await self._workspace.stop_session(user, channel, ts)
        return _json({"ok": True})

    async def upload(self, request: web.Request) -> web.StreamResponse:
        """One file as multipart/form-data: first the field `user`, then the part `file`."""
        if request.content_type != "multipart/form-data":
            raise RequestRefused("Send the file as multipart/form-data.", 415)
        user = ""
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            if part.name == "user":
                user = await part.text()
            elif part.name == "file" and user:
                name = Path(part.filename or "file").name
                kind = part.headers.get("Content-Type", "").split(";")[0]
                stored = await self._workspace.upload(user, name, await _content(part), kind)
                return _json({"file": stored})
        raise RequestRefused("The form needs the field “user” and after it the part “file”.")


async def _content(part: BodyPartReader) -> bytes:
    """The bytes of a part; refuses more than MAX_FILE."""
    content = bytearray()
    while chunk := await part.read_chunk(64 * 1024):
        content += chunk
        if len(content) > MAX_FILE:
            raise RequestRefused(f"Files may have up to {MAX_FILE // 1024 // 1024} MB.", 413)
    return bytes(content)


class Streams:
    """The open live streams. They end when the server shuts down."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._open: set[Watch] = set()

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events: `hello` once everything from now on is seen, messages, heartbeats."""
        user = request.query.get("user", "")
        if user not in {one["id"] for one in self._workspace.users()}:
            raise SlackRefusal("user_not_found")
        response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        seen = self._workspace.subscribe(user)
        self._open.add(seen)
        try:
            await response.prepare(request)
            await self._write(response, seen)
        except ConnectionResetError:
            pass  # the page was closed
        finally:
            self._open.discard(seen)
            seen.close()
        return response

    async def _write(self, response: web.StreamResponse, seen: Watch) -> None:
        await response.write(b"retry: 1000\nevent: hello\ndata: {}\n\n")
        while True:
            try:
                happening = await asyncio.wait_for(anext(seen), HEARTBEAT)
            except TimeoutError:
                await response.write(b"event: heartbeat\ndata: {}\n\n")
            except StopAsyncIteration:
                return
            else:
                data = json.dumps(happening, ensure_ascii=False)
                await response.write(f"data: {data}\n\n".encode())

    async def close(self, app: web.Application) -> None:
        """End all streams, so that the server need not wait for them."""
        for seen in list(self._open):
            seen.close()
