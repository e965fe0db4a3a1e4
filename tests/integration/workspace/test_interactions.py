"""Buttons controls on the page reach the app; the app answers through the response URL."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest
from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.integration.workspace.conftest import ANA, BOARD, Bot, until
from workspace.errors import SlackRefusal
from workspace.http.server import RunningWorkspace
from workspace.model.interactions.presses import Press

BUTTON = {
    "type": "button",
    "action_id": "show_steps",
    "value": "run-1",
    "text": {"type": "plain_text", "text": "Show steps"},
}
MENU = {
    "type": "static_select",
    "action_id": "mode",
    "placeholder": {"type": "plain_text", "text": "Display"},
    "options": [
        {"text": {"type": "plain_text", "text": one}, "value": one} for one in ("steps", "quiet")
    ],
}
FEEDBACK = {
    "type": "feedback_buttons",
    "action_id": "feedback",
    "positive_button": {"text": {"type": "plain_text", "text": "Good"}, "value": "good"},
    "negative_button": {"text": {"type": "plain_text", "text": "Bad"}, "value": "bad"},
}
BLOCKS = [
    {"type": "actions", "block_id": "controls", "elements": [BUTTON, MENU]},
    {"type": "context_actions", "block_id": "verdict", "elements": [FEEDBACK]},
]


class MessageWithControls:
    """A message with controls, and the payloads that reached the bot."""

    def __init__(self, slack: RunningWorkspace, bot: Bot) -> None:
        self.slack, self.bot = slack, bot
        self.ts = ""
        self.payloads: list[dict[str, Any]] = []
        for action in ("show_steps", "mode", "feedback"):
            bot.app.action(action)(self._note)

    async def _note(self, ack: Any, body: dict[str, Any]) -> None:
        self.payloads.append(body)
        await ack()

    async def press(
        self, action_id: str, value: str = "", block_id: str = "controls", **more: Any
    ) -> Any:
        count = len(self.payloads)
        ids = {"block_id": block_id, "action_id": action_id, "value": value}
        press = Press(user=ANA, channel=BOARD, ts=self.ts, **ids, **more)
        assert await self.slack.workspace.interactions.press(press)
        await until(lambda: len(self.payloads) > count)
        return self.payloads[-1]

    async def respond(self, **body: Any) -> int:
        url = self.payloads[-1]["response_url"]
        return (await AsyncWebhookClient(url).send_dict(body)).status_code

    def messages(self) -> list[dict[str, Any]]:
        return self.slack.workspace.history.roots(BOARD)


@pytest.fixture
async def controls(slack: RunningWorkspace, bot: Bot) -> MessageWithControls:
    controls = MessageWithControls(slack, bot)
    posted = await bot.app.client.chat_postMessage(channel=BOARD, text="Answer", blocks=BLOCKS)
    controls.ts = posted["ts"]
    return controls


async def test_a_button_brings_its_value_and_its_message(controls: MessageWithControls) -> None:
    payload = await controls.press("show_steps")
    action = payload["actions"][0]
    assert (action["type"], action["value"], action["block_id"]) == ("button", "run-1", "controls")
    assert payload["user"]["id"] == ANA
    assert payload["container"]["message_ts"] == payload["message"]["ts"] == controls.ts
    assert payload["channel"]["id"] == BOARD


async def test_menus_and_feedback_bring_what_was_chosen(controls: MessageWithControls) -> None:
    chosen = await controls.press("mode", "quiet")
    assert chosen["actions"][0]["selected_option"]["value"] == "quiet"
    verdict = await controls.press("feedback", "bad", "verdict")
    assert verdict["actions"][0]["value"] == "bad"


async def test_a_press_tells_what_else_is_chosen_in_the_message(
    controls: MessageWithControls,
) -> None:
    untouched = await controls.press("show_steps")
    assert untouched["state"]["values"] == {
        "controls": {"mode": {"type": "static_select", "selected_option": None}}
    }
    chosen = await controls.press("mode", "quiet")
    assert chosen["state"]["values"]["controls"]["mode"]["selected_option"]["value"] == "quiet"
    entries = {"controls": {"mode": "steps"}}
    later = await controls.press("show_steps", entries=entries)
    assert later["state"]["values"]["controls"]["mode"]["selected_option"]["value"] == "steps"


async def test_a_press_without_a_bot_is_not_acknowledged(slack: RunningWorkspace) -> None:
    controls = MessageWithControls(slack, Bot(slack))
    posted = await controls.bot.app.client.chat_postMessage(channel=BOARD, text="x", blocks=BLOCKS)
    press = Press(
        user=ANA,
        channel=BOARD,
        ts=posted["ts"],
        block_id="controls",
        action_id="mode",
        value="quiet",
    )
    assert not await slack.workspace.interactions.press(press)


async def test_what_is_not_in_the_message_cannot_be_pressed(controls: MessageWithControls) -> None:
    press = Press(user=ANA, channel=BOARD, ts=controls.ts, block_id="controls", action_id="other")
    with pytest.raises(SlackRefusal, match="invalid_action"):
        await controls.slack.workspace.interactions.press(press)


async def test_the_response_url_replaces_deletes_and_adds(controls: MessageWithControls) -> None:
    await controls.press("show_steps")
    assert await controls.respond(replace_original=True, text="Replaced") == 200
    message = (controls.messages())[0]
    assert message["text"] == "Replaced"
    assert [each["type"] for each in message["blocks"]] == ["rich_text"]
    assert await controls.respond(text="Public", response_type="in_channel") == 200
    changes = controls.slack.workspace.changes.subscribe(ANA)
    assert await controls.respond(text="Private") == 200
    private = await anext(changes)
    assert (private["type"], private["message"]["text"]) == ("ephemeral", "Private")
    assert await controls.respond(delete_original=True) == 200
    assert [one["text"] for one in controls.messages()] == ["Public"]


async def test_a_response_url_takes_five_messages(controls: MessageWithControls) -> None:
    await controls.press("show_steps")
    answers = [await controls.respond(text=f"{number}") for number in range(6)]
    assert answers == [200] * 5 + [404]


async def test_a_response_url_ends_after_half_an_hour(controls: MessageWithControls) -> None:
    await controls.press("show_steps")
    controls.slack.workspace.clock.advance(30 * 60 + 1)
    assert await controls.respond(text="late") == 404


async def test_an_unknown_response_url_is_refused(slack: RunningWorkspace) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{slack.url}/response/nothing", json={"text": "x"}) as answer,
    ):
        assert (answer.status, await answer.json()) == (404, {"ok": False, "error": "invalid_url"})
