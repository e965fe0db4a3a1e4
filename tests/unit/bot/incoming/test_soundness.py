"""What has not the form of Slack's requests is told apart, and what cannot be stored is cleaned."""

from __future__ import annotations

import json
from typing import Any

import pytest

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
