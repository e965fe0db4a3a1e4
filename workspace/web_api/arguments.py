"""The arguments of a call, in whichever of Slack's encodings they came.

Clients send JSON bodies, forms (Node: structures as strings of JSON), or a query with an empty
body (Python). `Arguments` holds all of them as one mapping.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from aiohttp import web

from workspace.errors import refuse, refuse_arguments
from workspace.json_types import JsonObject

_TRUE = {"1", "true", "True"}


class Arguments:
    """Arguments by name. Reading a malformed one refuses the call."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = {key: value for key, value in values.items() if value is not None}
        self._used: set[str] = set()

    def __contains__(self, name: str) -> bool:
        self._used.add(name)
        return name in self._values

    def without_token(self) -> JsonObject:
        """The arguments as they came, the token left out."""
        return {key: value for key, value in self._values.items() if key != "token"}

    def unused_names(self) -> list[str]:
        """The names of arguments that were given, and that nobody has read."""
        return sorted(self._values.keys() - self._used - {"token"})

    def text(self, name: str, default: str = "") -> str:
        value = self._value(name, default)
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            refuse_arguments(f"must provide a string [json-pointer:/{name}]")
        return str(value)

    def required_texts(self, *names: str) -> tuple[str, ...]:
        """The texts of these arguments; refuses if one is missing or empty."""
        missing = [name for name in names if self._value(name) in (None, "")]
        if missing:
            refuse_arguments(*(f"missing required field: {name}" for name in missing))
        return tuple(self.text(name) for name in names)

    def required_text(self, name: str) -> str:
        """The text of one argument that must be there."""
        return self.required_texts(name)[0]

    def flag(self, name: str, default: bool = False) -> bool:
        value = self._value(name, default)
        return value if isinstance(value, bool) else str(value) in _TRUE

    def integer(self, name: str, default: int) -> int:
        value = self.text(name, str(default)) or str(default)
        if not value.lstrip("-").isdigit():
            refuse_arguments(f"must be an integer [json-pointer:/{name}]")
        return int(value)

    def json_value(self, name: str, error: str = "invalid_arguments") -> object:
        """A JSON value, sent as such or encoded in a string; None if absent or empty.

        Refuses with `error` if the string is not JSON.
        """
        value = self._value(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            decoded: object = json.loads(value)
        except (ValueError, RecursionError):
            refuse(error)
        return decoded

    def objects(self, name: str, error: str) -> tuple[JsonObject, ...] | None:
        """A list of JSON objects, or None if absent; refuses with `error` if it is not one."""
        value = self.json_value(name, error)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            refuse(error)
        return tuple(value)

    def _value(self, name: str, default: object = None) -> object:
        self._used.add(name)
        return self._values.get(name, default)


async def read_arguments(request: web.Request) -> Arguments:
    """The arguments of a request; those in the body override those in the query.

    Refuses with `invalid_json` or `json_not_object`.
    """
    values: dict[str, object] = dict(request.query)
    if request.content_type == "application/json":
        values |= await _json_body(request)
    elif request.can_read_body:
        form = await request.post()
        values |= {key: value for key, value in form.items() if isinstance(value, str)}
    return Arguments(values)


async def _json_body(request: web.Request) -> Mapping[str, object]:
    text = await request.text()
    if not text:
        return {}
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        refuse("invalid_json")
    if not isinstance(body, dict):
        refuse("json_not_object")
    return body
