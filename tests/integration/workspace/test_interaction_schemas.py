"""What reaches the app from the page against JSON schemas that are made from the types of Slack's
own framework (@slack/bolt)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from tests.integration.workspace.conftest import ANA, BOARD, Bot, StoppedClock, say
from tests.integration.workspace.test_commands import COMMANDS, SHORTCUTS
from tests.integration.workspace.test_schemas import Schema, problems, schemas
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.model.interactions.presses import Press
from workspace.slack_objects.app import app_from_manifest
from workspace.slack_objects.input_values import STATE_FIELDS

__all__ = ["schemas"]
pytestmark = [pytest.mark.node, pytest.mark.slow]

KINDS = {
    "block_actions": "Press",
    "view_submission": "SubmittedView",
    "view_closed": "ClosedView",
    "block_suggestion": "Suggestion",
    "shortcut": "ShortcutAnywhere",
    "message_action": "ShortcutOnMessage",
    "": "Command",
}
"""The types of Slack's framework by the `type` of a payload; a command has none."""
BY_THE_PAGES = {
    "home: : 'response_url' is a required property": "only a message can be answered there",
    "home: view/title: None is not of type 'object'": "a Home has none",
}
"""Where Slack's pages and its types differ, the pages are followed
(docs.slack.dev/reference/events/app_home_opened). Outside an enterprise `enterprise` is null."""
PLAIN = {"type": "plain_text", "text": "x"}
OPTION = {"text": PLAIN, "value": "one"}
_OPTIONS = {"options": [OPTION]}
_POSITIVE = {"text": PLAIN, "value": "good"}
OTHERS: dict[str, dict[str, Any]] = {
    "button": {"text": PLAIN, "value": "v"},
    "overflow": {"options": [OPTION, {"text": PLAIN, "value": "two"}]},
    "feedback_buttons": {"positive_button": _POSITIVE, "negative_button": _POSITIVE},
    "icon_button": {"icon": "trash", "text": PLAIN, "value": "v"},
}
"""Controls that hold no value, with what they need."""
_CHOSEN: dict[str, Any] = {
    "value": "7", "selected_date": "2026-11-28", "selected_time": "12:30",
    "selected_date_time": "1800000000", "selected_user": ANA, "selected_channel": BOARD,
    "selected_conversation": BOARD, "selected_users": [ANA], "selected_channels": [BOARD],
    "selected_conversations": [BOARD], "selected_option": "one", "selected_options": ["one"],
    "rich_text_value": "*a*",
}  # fmt: skip
ONLY_IN_FORMS = {
    "file_input", "email_text_input", "url_text_input", "number_input", "plain_text_input",
    "rich_text_input",
}  # fmt: skip
NOT_DECLARED = {"datetimepicker"}
"""Elements whose use Slack's framework has no type for, though Slack sends it."""


def element(kind: str) -> dict[str, Any]:
    more = OTHERS.get(kind, {})
    if kind in ("static_select", "multi_static_select", "radio_buttons", "checkboxes"):
        more = _OPTIONS
    if kind == "number_input":
        more = {"is_decimal_allowed": False}
    return {"type": kind, "action_id": kind, **more}


def chosen(kind: str) -> Any:
    if kind.endswith("external_select"):
        return [OPTION] if kind.startswith("multi") else OPTION
    if kind == "feedback_buttons":
        return "good"
    if kind in ("email_text_input", "url_text_input"):
        return "ana@example.org" if kind.startswith("email") else "https://example.org"
    return _CHOSEN.get(STATE_FIELDS.get(kind, ""), "one" if kind == "overflow" else "")


@pytest.fixture
async def slack() -> AsyncIterator[RunningWorkspace]:
    """A workspace whose app has commands and shortcuts; no time passes by itself."""
    app = replace(app_from_manifest(), commands=COMMANDS, shortcuts=SHORTCUTS)
    async with run_workspace(Config(limits="off", app=app), StoppedClock()) as workspace:
        yield workspace


def listen(bot: Bot) -> None:
    """Acknowledge all that a person does."""
    every = re.compile(".*")

    async def take(ack: Any) -> None:
        await ack()

    for register in (bot.app.action, bot.app.options, bot.app.command, bot.app.shortcut):
        register(every)(take)
    bot.app.view_submission(every)(take)
    bot.app.view_closed(every)(take)


def blocks_of(kinds: list[str]) -> list[dict[str, Any]]:
    """A block for each control."""
    in_context = ("feedback_buttons", "icon_button")
    return [
        {
            "type": "context_actions" if kind in in_context else "actions",
            "block_id": kind,
            "elements": [element(kind)],
        }
        for kind in kinds
    ]


async def press_everything(slack: RunningWorkspace, bot: Bot) -> None:
    """Each control of a message and of a Home, and what is typed into an external menu."""
    kinds = sorted({*STATE_FIELDS, *OTHERS} - ONLY_IN_FORMS)
    blocks = blocks_of(kinds)
    posted = await bot.app.client.chat_postMessage(channel=BOARD, text="x", blocks=blocks)
    home = {"type": "home", "blocks": blocks[:2]}
    await bot.app.client.views_publish(user_id=ANA, view=home)
    home_id = str((slack.workspace.homes.get(ANA) or {})["id"])
    in_message, in_home = {"channel": BOARD, "ts": posted["ts"]}, {"view_id": home_id}
    for block in blocks:
        kind = str(block["block_id"])
        places = (in_message, in_home) if block in home["blocks"] else (in_message,)
        for place in places:
            ids = {"block_id": kind, "action_id": kind, "value": chosen(kind)}
            assert await slack.workspace.interactions.press(Press(user=ANA, **ids, **place))
    menu = {"block_id": "external_select", "action_id": "external_select", "value": "on"}
    await slack.workspace.suggestions.suggest(Press(user=ANA, **menu, **in_message))


async def fill_forms(slack: RunningWorkspace) -> None:
    """A form with each input, submitted; and one that is closed."""
    kinds = sorted({*STATE_FIELDS} - {"file_input"})
    inputs = [
        {"type": "input", "block_id": kind, "label": PLAIN, "element": element(kind)}
        for kind in kinds
    ]
    form = {
        "type": "modal", "callback_id": "form", "title": PLAIN, "submit": PLAIN, "blocks": inputs,
        "notify_on_close": True, "private_metadata": "run-7",
    }  # fmt: skip
    entries = {kind: {kind: chosen(kind)} for kind in kinds}
    view = slack.workspace.modals.open(ANA, form)
    submitted = await slack.workspace.forms.submit(ANA, view["id"], entries)
    assert (submitted.errors, submitted.trouble) == ({}, "")
    view = slack.workspace.modals.open(ANA, form)
    await slack.workspace.forms.close(ANA, view["id"])


async def test_what_people_do_is_told_as_slacks_framework_declares_it(
    slack: RunningWorkspace, bot: Bot, schemas: Schema
) -> None:
    listen(bot)
    await press_everything(slack, bot)
    await fill_forms(slack)
    assert await slack.workspace.shortcuts.run(ANA, "case")
    assert await slack.workspace.shortcuts.run_on(ANA, "ask", BOARD, say(slack, "a case")["ts"])
    await slack.workspace.commands.run(ANA, BOARD, "/gene BRAF")
    heard = [body for body in bot.bodies if "event" not in body]
    assert {KINDS[str(body.get("type", ""))] for body in heard} == set(KINDS.values())
    wrong = {line for body in heard for line in problems_of(schemas["interactions"], body)}
    assert wrong == BY_THE_PAGES.keys()


def problems_of(declared: dict[str, Schema], body: dict[str, Any]) -> list[str]:
    """What is wrong with a payload, each with where it was used and what."""
    name = KINDS[str(body.get("type", ""))]
    used = str((body.get("actions") or [{}])[0].get("type", ""))
    place = str((body.get("view") or {}).get("type", "message"))
    if used in NOT_DECLARED:
        return []
    sent = {key: value for key, value in body.items() if (key, value) != ("enterprise", None)}
    told = problems(declared[name], name, sent)
    return [f"{place}: {line.removeprefix(f'{name} ')}" for line in told]
