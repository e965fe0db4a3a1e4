"""Slash commands: read once, stored with what is needed to answer them, and decided."""

from __future__ import annotations

from typing import Any

import pytest

from bot.db.inbox import RESPOND_TO
from bot.incoming.payloads.events import arrival, is_about_us, read
from bot.incoming.routing import (
    Decision,
    Ignore,
    LookUp,
    RoutingRules,
    RunCommand,
    ThreadState,
    decide,
)

RULES = RoutingRules(bot_user="U0BOT", follow_ups="smart")
ADDRESS = "https://hooks.example.org/commands/1"


def payload(command: str, text: str = "", **changes: Any) -> dict[str, Any]:
    return {
        "token": "secret",
        "team_id": "T1",
        "channel_id": "C1",
        "user_id": "U0ANA",
        "command": command,
        "text": text,
        "response_url": ADDRESS,
        "trigger_id": "1.2.abc",
        **changes,
    }


def routed(command: str, text: str = "") -> Decision:
    return decide(read(payload(command, text)), ThreadState(), RULES)


@pytest.mark.parametrize(
    ("command", "text", "decision"),
    [
        ("/gene", "BRAF", LookUp("gene", "BRAF")),
        ("/variant", "EGFR &amp;lt; 19", LookUp("variant", "EGFR &lt; 19")),
        ("/Drug", "", LookUp("drug", "")),
        ("/trial", "NCT02032823", LookUp("trial", "NCT02032823")),
        ("/curbside", "", RunCommand("help", "")),
        ("/curbside", "STATUS", RunCommand("status", "")),
        ("/curbside", "export https://x.example/1", RunCommand("export", "https://x.example/1")),
        ("/other", "x", Ignore("a command of another version")),
    ],
)
def test_commands_are_decided(command: str, text: str, decision: Decision) -> None:
    assert routed(command, text) == decision


def test_a_command_is_stored_without_secrets_and_read_the_same_again() -> None:
    came = payload("/gene", "BRAF")
    incoming = read(came)
    stored = arrival(incoming, came)
    assert is_about_us(incoming, "U0BOT")
    assert not {"token", "trigger_id", "response_url"} & set(stored.payload)
    assert stored.payload[RESPOND_TO] == ADDRESS
    assert read(stored.payload) == incoming
    # Delivered again, it is the same event; typed again, another.
    assert read(payload("/gene", "BRAF")).event_id == incoming.event_id
    assert read(payload("/gene", "BRAF", trigger_id="2")).event_id != incoming.event_id


@pytest.mark.parametrize(
    ("button", "value", "decision"),
    [
        ("share_look_up", "variant:BRAF V600E", LookUp("variant", "BRAF V600E", is_shared=True)),
        ("share_look_up", "nonsense", Ignore("a button without effect")),
        ("share_look_up", "gene:", Ignore("a button without effect")),
        ("ask_look_up", "gene:BRAF", LookUp("gene", "BRAF", is_shared=True, is_asked=True)),
    ],
)
def test_sharing_and_asking_look_up_again_for_the_channel(
    button: str, value: str, decision: Decision
) -> None:
    action = {"action_id": button, "value": value, "action_ts": "1.0"}
    pressed = {
        "type": "block_actions",
        "team": {"id": "T1"},
        "user": {"id": "U0ANA"},
        "channel": {"id": "C1"},
        "actions": [action],
        "response_url": ADDRESS,
    }
    incoming = read(pressed)
    assert incoming.respond_to == ADDRESS
    assert read(arrival(incoming, pressed).payload).respond_to == ADDRESS
    assert decide(incoming, ThreadState(), RULES) == decision
    assert not read({**pressed, "actions": [{**action, "action_id": "steps"}]}).respond_to
