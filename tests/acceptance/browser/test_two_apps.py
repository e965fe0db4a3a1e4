"""The page with two apps, as `python -m workspace --manifest a --manifest b` shows it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, IN_BROWSER, Window, expect
from tests.acceptance.browser.server import WorkspaceProcess
from tests.acceptance.browser.test_commands_and_home import FEATURES, FORM, home, readable
from tests.acceptance.browser.test_looks import fits
from tests.waiting import eventually
from workspace.slack_objects.app import MANIFEST

pytestmark = IN_BROWSER

PING = {
    "slash_commands": [{"command": "/ping", "description": "Say pong"}],
    "shortcuts": [
        {"name": "Ping us", "type": "global", "callback_id": "ping", "description": "A ping"},
        {"name": "Ping this", "type": "message", "callback_id": "that", "description": "Of it"},
    ],
}


class Second(AppSide):
    """The side of the second app: its tokens have its number."""

    async def call(
        self, method: str, token: str = "xoxb-local-2", **arguments: Any
    ) -> dict[str, Any]:
        own = "xapp-local-2" if token == "xapp-local" else token
        return await super().call(method, own, **arguments)


def _manifest(folder: Path, name: str, features: dict[str, Any]) -> Path:
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    manifest["display_information"] |= {"name": name}
    manifest["features"] |= features
    manifest["features"]["bot_user"] |= {"display_name": name}
    file = folder / f"{name}.json"
    file.write_text(json.dumps(manifest), encoding="utf-8")
    return file


@pytest_asyncio.fixture(loop_scope="package")
async def local(tmp_path: Path) -> AsyncIterator[WorkspaceProcess]:
    """A workspace with two apps."""
    files = [_manifest(tmp_path, "Curbside", FEATURES), _manifest(tmp_path, "Ping", PING)]
    options = [word for file in files for word in ("--manifest", str(file))]
    process = WorkspaceProcess(tmp_path / "workspace.sqlite", *options)
    await process.start()
    yield process
    await process.kill()


@pytest_asyncio.fixture(loop_scope="package")
async def ping(local: WorkspaceProcess) -> AsyncIterator[Second]:
    """The second app's side of the wire."""
    async with Second(local.url) as side:
        yield side


async def _nothing_for(side: AppSide) -> None:
    assert side.interactions.empty()


async def test_both_are_listed_and_write_under_their_own_names(
    open_window: OpenWindow, bot: AppSide, ping: Second
) -> None:
    window: Window = await open_window()
    for name in ("Curbside", "Ping"):
        await expect(window.place(name)).to_be_visible()
    await bot.post("from the first")
    await ping.post("from the second")
    await expect(window.row("from the first")).to_contain_text("Curbside")
    await expect(window.row("from the second")).to_contain_text("Ping")
    await expect(window.row("from the second")).not_to_contain_text("Curbside")


async def test_a_command_goes_to_the_app_that_has_it(
    open_window: OpenWindow, bot: AppSide, ping: Second
) -> None:
    await bot.listen()
    await ping.listen()
    bot.answers["slash_commands"] = {"text": "a gene"}
    ping.answers["slash_commands"] = {"text": "pong"}
    window: Window = await open_window()
    composer = window.composer()
    await composer.press_sequentially("/")
    for command in ("/gene", "/ping"):
        await expect(window.page.get_by_role("option", name=command)).to_be_visible()
    await composer.fill("")
    await window.say("/ping all")
    await expect(window.row("pong")).to_contain_text("Ping")
    await window.say("/gene BRAF")
    await expect(window.row("a gene")).to_contain_text("Curbside")


async def test_shortcuts_of_both_open_the_form_of_their_own_app(
    open_window: OpenWindow, bot: AppSide, ping: Second
) -> None:
    await bot.listen()
    await ping.listen()
    window: Window = await open_window()
    await window.channel.get_by_role("button", name="Shortcuts").click()
    dialog = window.page.get_by_role("dialog")
    await expect(dialog.get_by_role("button", name="New case")).to_be_visible()
    await dialog.get_by_role("button", name="Ping us").click()
    used = await ping.next_interaction()
    assert (used["callback_id"], used["type"]) == ("ping", "shortcut")
    await _nothing_for(bot)
    await ping.call("views.open", trigger_id=used["trigger_id"], view=FORM)
    form = window.page.get_by_role("dialog")
    await expect(form.get_by_role("heading", name="A new case")).to_be_visible()
    await readable(window)
    await form.get_by_role("button", name="Cancel").click()
    await expect(form).to_be_hidden()


async def test_each_has_a_home_of_its_own(
    open_window: OpenWindow, bot: AppSide, ping: Second
) -> None:
    await bot.call("views.publish", user_id=ANA, view=home("Of the first"))
    await ping.call("views.publish", user_id=ANA, view=home("Of the second"))
    window: Window = await open_window()
    shown = window.page.get_by_role("region", name="Home")
    for name, words, others in (
        ("Curbside", "Of the first", "Of the second"),
        ("Ping", "Of the second", "Of the first"),
    ):
        await window.place(name).click()
        # Its conversation may have to be made; until it is there, the tabs are those of the other.
        await expect(window.place(name)).to_have_attribute("aria-current", "page")
        await window.page.get_by_role("link", name="Home", exact=True).click()
        await expect(shown.get_by_role("heading", name=words)).to_be_visible()
        await expect(shown.get_by_role("heading", name=others)).to_have_count(0)


async def test_what_is_written_to_one_reaches_its_conversation_only(
    open_window: OpenWindow, bot: AppSide, ping: Second
) -> None:
    window: Window = await open_window()
    await window.place("Ping").click()
    await window.page.get_by_role("link", name="Messages").click()
    await window.say("for Ping alone")
    await expect(window.row("for Ping alone")).to_be_visible()
    direct = (await ping.call("conversations.open", users=ANA))["channel"]["id"]
    heard = (await ping.call("conversations.history", channel=direct))["messages"]
    assert [one["text"] for one in heard] == ["for Ping alone"]
    other = (await bot.call("conversations.open", users=ANA))["channel"]["id"]
    assert other != direct
    assert (await bot.call("conversations.history", channel=other))["messages"] == []
    await window.place("Curbside").click()
    await window.page.get_by_role("link", name="Messages").click()
    await expect(window.row("for Ping alone")).to_have_count(0)


async def test_a_button_is_told_to_the_app_whose_message_it_is_in(
    open_window: OpenWindow, bot: AppSide, ping: Second
) -> None:
    await bot.listen()
    await ping.listen()
    button = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
    await ping.post("press it", blocks=[{"type": "actions", "elements": [button]}])
    window: Window = await open_window()
    await window.channel.get_by_role("button", name="Go").click()
    assert (await ping.next_interaction())["actions"][0]["action_id"] == "go"
    await _nothing_for(bot)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
async def test_all_words_are_readable_and_nothing_runs_out_of_its_pane(
    open_window: OpenWindow, bot: AppSide, ping: Second, scheme: str, width: int
) -> None:
    await bot.post("from the first <@U0PING>")
    await ping.post("from the second")
    window: Window = await open_window(width=width, color_scheme=scheme)
    await expect(window.row("from the second")).to_be_visible()
    await readable(window)
    await eventually(lambda: fits(window), "nothing runs out of its pane")
