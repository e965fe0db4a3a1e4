"""Slack's payloads, read into one value."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.incoming.payloads import events

BOT = "U0BOT"


def payload(**event: Any) -> dict[str, Any]:
    return {"type": "event_callback", "team_id": "T1", "event_id": "Ev1", "event": event}


def message(**more: Any) -> dict[str, Any]:
    base = {"type": "message", "channel": "C1", "user": "U1", "ts": "1.0", "text": f"<@{BOT}> hi"}
    return payload(**{**base, **more})


def test_a_message_is_read_with_its_thread_and_files() -> None:
    file = {"id": "F1", "name": "a.pdf", "mimetype": "application/pdf", "size": 5}
    read = events.read(message(thread_ts="0.5", files=[file], subtype="file_share"))
    assert (read.kind, read.ts, read.thread_ts) == ("message", "1.0", "0.5")
    assert read.files[0].name == "a.pdf"
    assert read.files_known


def test_a_mention_does_not_know_its_files() -> None:
    assert not events.read(message(type="app_mention")).files_known


@pytest.mark.parametrize(
    "more",
    [
        {"bot_id": "B1"},
        {"subtype": "bot_message", "user": None},
        {"user": "USLACKBOT"},
        {"subtype": "channel_join"},
        {"text": "nobody asked"},
        {"text": "to one another", "channel": "G1", "channel_type": "mpim"},
    ],
)
def test_what_is_not_for_us_is_not_stored(more: dict[str, Any]) -> None:
    assert not events.is_about_us(events.read(message(**more)), BOT)


@pytest.mark.parametrize(
    "more", [{}, {"text": "hi", "thread_ts": "0.5"}, {"text": "hi", "channel_type": "im"}]
)
def test_mentions_replies_and_direct_messages_are_stored(more: dict[str, Any]) -> None:
    assert events.is_about_us(events.read(message(**more)), BOT)


def test_in_group_direct_messages_a_mention_asks_as_in_a_channel() -> None:
    read = events.read(message(channel="G1", channel_type="mpim"))
    assert events.is_about_us(read, BOT)
    assert not read.direct, "people talk to one another there"


def test_an_edit_is_read_with_both_texts() -> None:
    changed = {
        "type": "message",
        "subtype": "message_changed",
        "channel": "C1",
        "message": {"user": "U1", "ts": "1.0", "text": "new", "edited": {"ts": "2.0"}},
        "previous_message": {"ts": "1.0", "text": "old"},
    }
    read = events.read(payload(**changed))
    assert (read.kind, str(read.text), str(read.former_text), read.edited_ts) == (
        "edited",
        "new",
        "old",
        "2.0",
    )
    assert read.channel == "C1"


def test_a_deletion_and_a_tombstone_are_the_same() -> None:
    gone = {"type": "message", "subtype": "message_deleted", "channel": "C1", "deleted_ts": "1.0"}
    assert events.read(payload(**gone)).ts == "1.0"
    tomb = {"subtype": "tombstone", "ts": "1.0", "user": "USLACKBOT"}
    changed = {"type": "message", "subtype": "message_changed", "channel": "C1", "message": tomb}
    assert events.read(payload(**changed)).kind == "deleted"


def test_a_press_is_one_event_however_often_it_is_told() -> None:
    press = {
        "type": "block_actions",
        "user": {"id": "U1"},
        "team": {"id": "T1"},
        "channel": {"id": "C1"},
        "message": {"ts": "2.0", "thread_ts": "1.0"},
        "actions": [{"action_id": "stop", "value": "run", "action_ts": "3.0"}],
    }
    read = events.read(press)
    assert (read.kind, read.name, read.value, read.thread_ts) == ("action", "stop", "run", "1.0")
    assert read.event_id == events.read(press).event_id


def test_one_time_secrets_of_a_payload_are_not_stored() -> None:
    raw = {**message(), "token": "t", "trigger_id": "x", "response_url": "https://x.example"}
    assert set(events.arrival(events.read(raw), raw).payload) == {
        "type",
        "team_id",
        "event_id",
        "event",
    }


def test_a_form_brings_the_ids_that_it_was_opened_with() -> None:
    entered = {
        "verdict": {"verdict": {"type": "radio_buttons", "selected_option": {"value": "wrong"}}},
        "reason": {"reason": {"type": "plain_text_input", "value": "No."}},
        "target": {"target": {"type": "static_select", "selected_option": None}},
    }
    ids = {"run": "r1", "channel": "C1", "thread": "1.0", "ts": "2.0", "at": "3.0"}
    form = {
        "type": "view_submission",
        "team": {"id": "T1"},
        "user": {"id": "U1"},
        "trigger_id": "x",
        "response_urls": [],
        "view": {
            "id": "V1",
            "hash": "h",
            "callback_id": "review",
            "private_metadata": json.dumps(ids),
            "state": {"values": entered},
        },
    }
    read = events.read(form)
    assert (read.kind, read.name, read.value, read.user) == ("form", "review", "r1", "U1")
    assert (read.team, read.channel, read.thread_ts, read.ts, read.at) == (
        "T1", "C1", "1.0", "2.0", "3.0"
    )  # fmt: skip
    assert read.entries == {"verdict": "wrong", "reason": "No.", "target": ""}
    assert read.event_id == events.read(form).event_id
    assert set(events.arrival(read, form).payload) == {"type", "team", "user", "view", "about"}


@pytest.mark.parametrize("metadata", ["", "no JSON", "[1]", "null"])
def test_a_form_of_somebody_else_has_no_ids(metadata: str) -> None:
    form = {"type": "view_submission", "view": {"private_metadata": metadata}}
    assert (events.read(form).value, events.read(form).channel) == ("", "")
