"""Whether a request that Slack signed has the form in which Slack sends it. What has not would be
answered with an error and sent again and again: it is acknowledged and left. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from retrieval.text.storable import change_texts, storable

_STAMP = re.compile(r"\d{1,12}\.\d{1,9}")
_Kinds = Mapping[str, type | tuple[type, ...]]
_NAMED = (str, dict)
_BODY: _Kinds = {
    "type": str, "team_id": str, "event_id": str, "challenge": str, "event": dict, "view": dict,
    "actions": list, "message": dict, "container": dict, "authorizations": list,
    "user": _NAMED, "channel": _NAMED, "team": dict, "command": str, "text": str,
    "response_url": str, "trigger_id": str,
}  # fmt: skip
_EVENT: _Kinds = {
    "type": str, "subtype": str, "channel": _NAMED, "user": _NAMED, "text": str, "files": list,
    "blocks": list, "message": dict, "previous_message": dict, "item": dict,
}  # fmt: skip
_STAMPS = ("ts", "thread_ts", "event_ts", "deleted_ts")
_NEEDED = {
    "event_callback": "event", "view_submission": "view", "block_actions": "actions",
    "url_verification": "challenge",
}  # fmt: skip


def sound_body(content: bytes, *, is_json: bool) -> Mapping[str, Any] | None:
    """What a request says, if it has the form of one of Slack's."""
    try:
        text = content.decode()
        given = json.loads(text) if is_json else _form_of(text)
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) and _is_sound(given) else None


def storable_body(body: Mapping[str, Any]) -> dict[str, Any] | None:
    """The same with what no text of the database takes made visible; None if it is nested as
    nothing that Slack sends."""
    try:
        found: dict[str, Any] = change_texts(body, lambda text: storable(text, "\ufffd"))
    except RecursionError:
        return None
    return found


def _form_of(text: str) -> object:
    """A form holds JSON under ``payload``, or is a command."""
    fields = {name: each[-1] for name, each in parse_qs(text).items()}
    return json.loads(fields["payload"]) if "payload" in fields else fields


def _is_sound(body: Mapping[str, Any]) -> bool:
    if not _has_kinds(body, _BODY):
        return False
    needed = _NEEDED.get(body.get("type") or "")
    if needed is not None and not body.get(needed):
        return False
    event = body.get("event") or {}
    messages = (event, event.get("message") or {}, event.get("previous_message") or {})
    return _has_kinds(event, _EVENT) and all(map(_is_sound_message, messages))


def _is_sound_message(message: object) -> bool:
    if not isinstance(message, dict) or not _has_kinds(message, _EVENT):
        return False
    stamps = [message[name] for name in _STAMPS if message.get(name)]
    listed = (*(message.get("files") or ()), *(message.get("blocks") or ()))
    return all(isinstance(each, dict) for each in listed) and all(
        isinstance(each, str) and _STAMP.fullmatch(each) for each in stamps
    )


def _has_kinds(given: Mapping[str, Any], kinds: _Kinds) -> bool:
    return all(
        given[name] is None or isinstance(given[name], kind)
        for name, kind in kinds.items()
        if name in given
    )
