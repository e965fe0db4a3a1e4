"""The app's manifest asks for what is used, and for nothing else."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from bot.incoming.commands.curbside import CurbsideCommand
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import _READERS as HANDLED_EVENTS
from bot.incoming.routing.commands import CURBSIDE, LOOK_UPS
from bot.rendering.posted_questions.form import ASK_ABOUT, PRESENT_CASE, SHOW_EVIDENCE
from workspace.slack_objects.events import _SCOPES as SCOPE_OF_EVENT
from workspace.web_api.dispatch import METHODS

ROOT = Path(__file__).parents[3]
MANIFEST: dict[str, Any] = json.loads((ROOT / "bot/manifest.json").read_text("utf-8"))
SUBSCRIPTIONS = {
    "message": ("message.channels", "message.groups", "message.im", "message.mpim"),
}
"""One event that is subscribed to under several names."""
CONVERSATIONS = ("channels", "groups", "im")
"""Kinds of conversation in which the bot is asked: each has scopes of its own."""
IN_GROUPS = {"conversations.info": "mpim:read", "conversations.replies": "mpim:history"}
"""What is called wherever somebody asks, with the scope for group direct messages, which the local
workspace does not have (docs.slack.dev, page of each method)."""


def methods_called() -> Iterator[str]:
    """Methods of the Web API that the bot's code calls, as Slack names them."""
    names = {name.replace(".", "_"): name for name in METHODS}
    for file in sorted((ROOT / "bot").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in names:
                yield names[node.attr]


def scopes_of(method: str) -> set[str]:
    """The scopes that a method needs; of one on conversations, those of every kind."""
    scopes = METHODS[method].scopes
    if method.startswith("conversations."):
        return {each for each in scopes if each.split(":")[0] in CONVERSATIONS}
    return set(scopes)


def subscribed() -> set[str]:
    return {name for one in HANDLED_EVENTS for name in SUBSCRIPTIONS.get(one, (one,))}


def test_the_events_are_those_that_are_handled() -> None:
    assert set(MANIFEST["settings"]["event_subscriptions"]["bot_events"]) == subscribed()


def test_the_commands_are_those_that_are_routed() -> None:
    declared = MANIFEST["features"]["slash_commands"]
    assert {one["command"] for one in declared} == {*LOOK_UPS, CURBSIDE}
    # Else Slack hands over names that look like words, and text that is not to be decoded.
    assert all(one["should_escape"] for one in declared)


def test_the_hint_of_our_command_has_every_word_of_it() -> None:
    """`settings` opens a form and so stands in no table of words."""
    (declared,) = (
        one for one in MANIFEST["features"]["slash_commands"] if one["command"] == CURBSIDE
    )
    hinted = {part.split()[0] for part in declared["usage_hint"].split("|")}
    assert hinted == {*CurbsideCommand(cast(HandlerContext, None))._by_word, "settings"}


def test_the_shortcuts_are_those_that_open_a_form() -> None:
    declared = MANIFEST["features"]["shortcuts"]
    on_messages = {one["callback_id"] for one in declared if one["type"] == "message"}
    assert on_messages == {ASK_ABOUT, SHOW_EVIDENCE}
    assert {one["callback_id"] for one in declared} - on_messages == {PRESENT_CASE}
    assert all(len(one["name"]) <= 24 for one in declared), "Slack takes no longer name"


def test_the_suggested_prompts_are_questions_that_the_corpus_answers() -> None:
    path = ROOT / "evals/questions/questions.jsonl"
    asked = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    answered = {one["question"] for one in asked if one.get("documents") and not one.get("thread")}
    prompts = MANIFEST["features"]["agent_view"]["suggested_prompts"]
    assert {one["message"] for one in prompts} <= answered
    assert 1 <= len(prompts) <= 4, "Slack takes no more"


def test_the_scopes_are_those_of_the_methods_events_and_commands() -> None:
    called = set(methods_called())
    assert {"chat.postMessage", "conversations.replies", "views.open"} <= called
    assert {"agents.sessions.setStatus", "assistant.threads.setStatus"} <= called
    needed = {scope for method in called for scope in scopes_of(method)}
    needed |= {SCOPE_OF_EVENT[name] for name in subscribed() if name in SCOPE_OF_EVENT}
    assert called >= IN_GROUPS.keys()
    needed |= {"commands", *IN_GROUPS.values()}
    assert set(MANIFEST["oauth_config"]["scopes"]["bot"]) == needed
