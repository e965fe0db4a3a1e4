"""The Home tab: published for each person, opened, and its controls, with slack-bolt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from tests.integration.workspace.conftest import (
    ANA,
    BOT,
    Bot,
    StoppedClock,
    say,
    until,
    web_client,
)
from workspace.errors import SlackRefusal
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.model.interactions.presses import Press
from workspace.slack_objects.app import app_from_manifest

BEN = "U0BEN"


def home(words: str, **more: Any) -> dict[str, Any]:
    """A home with these words and a button."""
    text = {"type": "plain_text", "text": words}
    button = {"type": "button", "action_id": "more", "value": words, "text": text}
    blocks = [{"type": "actions", "block_id": "b", "elements": [button]}]
    return {"type": "home", "blocks": blocks, **more}


async def refusal(call: Any) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def test_a_home_is_published_for_one_person(slack: RunningWorkspace, bot: Bot) -> None:
    changes = slack.workspace.changes.subscribe(ANA)
    view = {"type": "home", "blocks": [{"type": "divider"}]}
    published = await bot.app.client.views_publish(user_id=ANA, view=view)
    assert (await anext(changes))["view"]["type"] == "home"
    older = bot.app.client.views_publish(user_id=ANA, view=view, hash="older")
    assert await refusal(older) == "hash_conflict"
    home = published["view"]
    await bot.app.client.views_publish(user_id=ANA, view=view, hash=home["hash"])
    updated = await bot.app.client.views_update(view_id=home["id"], view=view)
    assert updated["view"]["id"] == home["id"]


async def test_the_app_hears_which_tab_is_opened_and_what_it_published(
    slack: RunningWorkspace, bot: Bot
) -> None:
    homes = slack.workspace.homes
    channel = homes.open(ANA, "home")["id"]
    await until(lambda: len(bot.of("app_home_opened")) == 1)
    await bot.app.client.views_publish(user_id=ANA, view=home("Ana's"))
    homes.open(ANA, "home")
    homes.open(ANA, "messages")
    homes.open(BEN, "home")
    await until(lambda: len(bot.of("app_home_opened")) == 4)
    first, *later = sorted(bot.of("app_home_opened"), key=lambda one: str(one["event_ts"]))
    assert {"user": ANA, "channel": channel, "tab": "home"}.items() <= first.items()
    assert [(one["user"], one["tab"], "view" in one) for one in [first, *later]] == [
        (ANA, "home", False),
        (ANA, "home", True),
        (ANA, "messages", False),
        (BEN, "home", False),
    ]
    view = later[0]["view"]
    assert (view["type"], view["blocks"][0]["block_id"]) == ("home", "b")
    assert view["id"] == view["root_view_id"]


async def test_a_button_of_a_home_brings_the_view_and_changes_it_for_one_person(
    slack: RunningWorkspace, bot: Bot
) -> None:
    heard: list[dict[str, Any]] = []

    @bot.app.action("more")
    async def _(ack: Any, body: dict[str, Any], client: Any) -> None:
        heard.append(body)
        await ack()
        view, user = body["view"], body["user"]["id"]
        await client.views_publish(user_id=user, hash=view["hash"], view=home("Second"))

    for user in (ANA, BEN):
        await bot.app.client.views_publish(user_id=user, view=home("First"))
    view_id = str((slack.workspace.homes.get(ANA) or {})["id"])
    press = Press(user=ANA, view_id=view_id, block_id="b", action_id="more")
    assert await slack.workspace.interactions.press(press)
    await until(lambda: "Second" in str(slack.workspace.homes.get(ANA)))
    (body,) = heard
    assert body["container"] == {"type": "view", "view_id": view_id}
    assert (body["view"]["type"], body["actions"][0]["value"]) == ("home", "First")
    assert body["trigger_id"]
    assert not {"channel", "message", "response_url"} & body.keys()
    assert "Second" not in str(slack.workspace.homes.get(BEN))
    with pytest.raises(SlackRefusal, match="view_not_found"):
        await slack.workspace.interactions.press(replace(press, user=BEN))


async def test_a_home_is_updated_by_its_external_id(slack: RunningWorkspace, bot: Bot) -> None:
    client = bot.app.client
    await client.views_publish(user_id=ANA, view=home("First", external_id="ana-home"))
    second = home("Second", external_id="ana-home")
    updated = await client.views_update(external_id="ana-home", view=second)
    assert updated["view"]["id"] == (slack.workspace.homes.get(ANA) or {})["id"]
    assert "Second" in str(slack.workspace.homes.get(ANA))


async def test_an_app_without_a_home_tab_has_none() -> None:
    app = replace(app_from_manifest(), has_home=False)
    async with run_workspace(Config(limits="off", app=app), StoppedClock()) as slack:
        published = web_client(slack).views_publish(user_id=ANA, view=home("x"))
        assert await refusal(published) == "not_enabled"
        with pytest.raises(SlackRefusal, match="not_enabled"):
            slack.workspace.homes.open(ANA, "home")
        assert slack.workspace.homes.open(ANA, "messages")["user"] in (ANA, BOT)


@pytest.mark.parametrize(("has", "takes"), [(False, False), (True, False), (True, True)])
async def test_the_messages_tab_may_be_off_or_read_only(has: bool, takes: bool) -> None:
    app = replace(app_from_manifest(), has_messages=has, takes_messages=takes)
    async with run_workspace(Config(limits="off", app=app), StoppedClock()) as slack:
        channel = slack.workspace.homes.open(ANA, "messages")["id"]
        posted = web_client(slack).chat_postMessage(channel=channel, text="x")
        if has:
            await posted
        else:
            assert await refusal(posted) == "messages_tab_disabled"
        if takes:
            say(slack, "hello", channel=channel)
        else:
            with pytest.raises(SlackRefusal, match="messages_tab_disabled"):
                say(slack, "hello", channel=channel)
