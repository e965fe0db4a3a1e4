"""What has not the form of Slack's requests is told apart, and what cannot be stored is cleaned."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from bot.incoming.payloads.events import arrival, read_if_sound
from bot.incoming.payloads.validation import sound_body, storable_body
from evals.hostile.http import EVENTS

MENTION = {"type": "app_mention", "channel": "C1", "user": "U1", "ts": "1.000100", "text": "<@U2>"}
SOUND: list[dict[str, Any]] = [
    {"type": "event_callback", "team_id": "T1", "event_id": "E1", "event": MENTION},
    {"type": "event_callback", "event": {"type": "app_home_opened", "user": "U1", "view": None}},
    {"type": "event_callback", "event": {**MENTION, "subtype": "message_changed",
                                         "message": MENTION, "channel": {"id": "C1"}}},
    {"type": "block_actions", "user": {"id": "U1"}, "actions": [{}], "message": None},
    {"type": "view_submission", "view": {"id": "V1"}, "team": {"id": "T1"}},
    {"type": "url_verification", "challenge": "a"},
    {"type": "app_rate_limited", "team_id": "T1", "minute_rate_limited": 7},
    {"type": "shortcut", "user": {"id": "U1"}, "trigger_id": "1"},
]  # fmt: skip


@pytest.mark.parametrize("body", SOUND)
def test_what_slack_sends_is_read(body: dict[str, Any]) -> None:
    assert sound_body(json.dumps(body).encode(), is_json=True) == body


def test_forms_are_read_as_commands_or_as_their_payload() -> None:
    assert sound_body(b"command=%2Fgene&text=EGFR", is_json=False) == {
        "command": "/gene", "text": "EGFR",
    }  # fmt: skip
    assert sound_body(b"payload=%7B%22type%22%3A%22shortcut%22%7D", is_json=False) is not None
    assert sound_body(b"payload=%7B", is_json=False) is None


@pytest.mark.parametrize("event", [each for each in EVENTS if each not in ({}, None)])
def test_what_slack_never_sends_is_not_read_or_can_be_stored(event: object) -> None:
    read = sound_body(json.dumps(event).encode(), is_json=True)
    assert read is None or "\x00" not in str(storable_body(read))


@pytest.mark.parametrize("content", [b"\xff", b'{"a":' * 5000, b"[]", b"null", b"7", b""])
def test_what_is_no_object_is_not_read(content: bytes) -> None:
    assert sound_body(content, is_json=True) is None


def test_the_sign_zero_and_half_characters_are_made_visible() -> None:
    assert storable_body({"a\x00": ["b\ud800", 7, None]}) == {"a\ufffd": ["b\ufffd", 7, None]}


@pytest.mark.parametrize("depth", [200, 600, 900])
def test_what_is_nested_as_nothing_of_slack_is_left(depth: int) -> None:
    nested = json.loads("[" * depth + "]" * depth)
    assert storable_body({"type": "event_callback", "event": {**MENTION, "more": nested}}) is None


FORM = {
    "type": "view_submission", "user": {"id": "U1"}, "response_urls": [{"response_url": "a"}],
    "view": {"id": "V1", "private_metadata": "{}", "state": {"values": {"b": {"a": {}}}}},
}  # fmt: skip
FILED = {**MENTION, "files": [{"id": "F1", "size": 7}], "edited": {"ts": "1.1"}}
CHANGED = {"type": "message", "subtype": "message_changed", "channel": "C1", "message": FILED}


@pytest.mark.parametrize(
    "body",
    [
        FORM, *SOUND,
        *(
            {"type": "event_callback", "team_id": "T1", "event_id": "E1", "event": event}
            for event in (FILED, CHANGED, {"type": "tokens_revoked", "tokens": {"bot": ["B1"]}})
        ),
    ],
)  # fmt: skip
def test_fields_of_other_kinds_are_told_and_never_an_error(body: dict[str, Any]) -> None:
    """An error would have Slack send it again for ever."""
    assert read_if_sound(body) is not None
    for path in _paths(body):
        for odd in (7, "x", [], {}, [7], {"a": 1}, None):
            changed = _with_value(body, path, odd)
            incoming = read_if_sound(changed)
            if incoming is not None and sound_body(json.dumps(changed).encode(), is_json=True):
                arrival(incoming, changed)


def _paths(given: object, start: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = given.items() if isinstance(given, dict) else ()
    listed = enumerate(given) if isinstance(given, list) else ()
    for name, value in (*inner, *listed):
        yield (*start, name)
        yield from _paths(value, (*start, name))


def _with_value(given: Any, path: tuple[Any, ...], value: object) -> Any:
    changed = copy.deepcopy(given)
    inner = changed
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return changed
