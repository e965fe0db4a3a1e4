"""What the page's requests say, checked, and how the answers and refusals look."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable

from aiohttp import web

from workspace.errors import SlackRefusal
from workspace.json_types import JsonObject
from workspace.slack_objects.input_values import Entries, InputEntry

MAX_TEXT = 40_000
"""Characters, as in chat.postMessage (docs.slack.dev/reference/methods/chat.postMessage)."""

CONTENT_SECURITY_POLICY = "; ".join(
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
"""The browser loads nothing from outside and refuses HTML that is made from strings."""

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
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
    "restricted_action_read_only_channel": (403, "Only who made this channel writes here."),
    "restricted_action_thread_only_channel": (403, "Only replies in threads are allowed here."),
    "restricted_action_non_threadable_channel": (403, "There are no threads in this channel."),
    "cant_update_message": (403, "Only its author can edit a message."),
    "cant_delete_message": (403, "Only its author can delete a message."),
    "invalid_action": (409, "The message has changed; this control is not part of it any more."),
    "invalid_shortcut": (409, "The app does not offer this shortcut here."),
    "name_taken": (409, "There is a channel of this name already."),
    "invalid_name_maxlength": (400, "The name may have up to 80 characters."),
    "invalid_name_punctuation": (400, "The name needs a letter or a number."),
    "invalid_name_specials": (
        400,
        "The name may have small letters, numbers, hyphens and underscores.",
    ),
    "messages_tab_disabled": (403, "Sending messages to this app has been turned off."),
    "not_enabled": (409, "The app has no Home tab."),
    "view_not_found": (404, "The window is not open any more."),
}
"""Error names that a person can run into: the status and the sentence they get."""

Handler = Callable[[web.Request], web.StreamResponse | Awaitable[web.StreamResponse]]
AsyncHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class RequestRefused(Exception):
    """The request cannot be understood or is not allowed; the message says why."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def with_refusals(handler: Handler) -> AsyncHandler:
    """The handler, with its refusals turned into JSON: `{"error": sentence, "code": name}`."""

    async def answer(request: web.Request) -> web.StreamResponse:
        """What the handler answers, or its refusal as JSON."""
        try:
            response = handler(request)
            return await response if inspect.isawaitable(response) else response
        except RequestRefused as refused:
            return json_response({"error": str(refused)}, status=refused.status)
        except SlackRefusal as refused:
            unknown = (400, f"The workspace refused: {refused.error}.")
            status, sentence = REFUSALS.get(refused.error, unknown)
            return json_response({"error": sentence, "code": refused.error}, status=status)

    return answer


def json_response(body: JsonObject, status: int = 200) -> web.Response:
    return web.json_response(body, status=status, headers=HEADERS)


class JsonBody:
    """The JSON object of a request. Reading a malformed field refuses the request."""

    def __init__(self, fields: JsonObject) -> None:
        self._fields = fields

    @classmethod
    async def read(cls, request: web.Request) -> JsonBody:
        """The body of a request. Only JSON is taken: a form of another site cannot send it. Raises
        :class:`RequestRefused` for anything else."""
        if request.content_type != "application/json":
            raise RequestRefused("Send JSON, with the content type application/json.", 415)
        try:
            body = json.loads(await request.text())
        except (ValueError, RecursionError):
            raise RequestRefused("The body is not valid JSON.") from None
        if not isinstance(body, dict):
            raise RequestRefused("The body must be a JSON object.")
        return cls(body)

    def text(self, name: str) -> str:
        """A string that is not empty."""
        value = self._fields.get(name)
        if not isinstance(value, str) or not value:
            raise RequestRefused(f"“{name}” must be a text that is not empty.")
        return self._within_limit(name, value)

    def optional_text(self, name: str) -> str:
        """A string; empty if it is absent."""
        value = self._fields.get(name, "")
        if not isinstance(value, str):
            raise RequestRefused(f"“{name}” must be a text.")
        return self._within_limit(name, value)

    def flag(self, name: str) -> bool:
        value = self._fields.get(name)
        if not isinstance(value, bool):
            raise RequestRefused(f"“{name}” must be true or false.")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings; empty if it is absent."""
        value = self._fields.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise RequestRefused(f"“{name}” must be a list of texts.")
        return tuple(value)

    def entry(self, name: str) -> InputEntry:
        """What was chosen or entered: a text, an option, or a list of them; empty if absent."""
        value = self._fields.get(name, "")
        if not _is_entry(value):
            raise RequestRefused(f"“{name}” must be a text, an option or a list of them.")
        entry: InputEntry = value
        return entry

    def entries(self, name: str) -> Entries:
        """Entries by block id and action id; empty if absent. Raises :class:`RequestRefused`."""
        value = self._fields.get(name, {})
        blocks = value.values() if isinstance(value, dict) else ()
        are_objects = isinstance(value, dict) and all(isinstance(one, dict) for one in blocks)
        if not are_objects or not all(_is_entry(one) for block in blocks for one in block.values()):
            raise RequestRefused(f"“{name}” must hold entries by block id and action id.")
        entries: Entries = value
        return entries

    @staticmethod
    def _within_limit(name: str, value: str) -> str:
        if len(value) > MAX_TEXT:
            raise RequestRefused(f"“{name}” is longer than {MAX_TEXT} characters.", 413)
        return value


def _is_entry(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(one, str | dict) for one in value)
    return value is None or isinstance(value, str | dict)
