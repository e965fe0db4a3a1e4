"""The live stream: what happens when the workspace goes away and comes back."""

from __future__ import annotations

from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, IN_BROWSER, TUMOR_BOARD, expect
from tests.acceptance.browser.server import WorkspaceProcess

pytestmark = IN_BROWSER


async def test_the_page_reconnects_and_catches_up_after_a_restart(
    open_window: OpenWindow, bot: AppSide, local: WorkspaceProcess
) -> None:
    root = await bot.post("before")
    window = await open_window(ANA, channel=TUMOR_BOARD, thread=root)
    await local.kill()
    await expect(window.page.get_by_role("status").first).to_have_text(
        "Reconnecting to the workspace…"
    )
    await local.start()
    await bot.post("meanwhile", thread_ts=root)
    await bot.post("in the channel")
    await expect(window.page.locator("body")).to_have_attribute("data-connection", "connected")
    await expect(window.row("meanwhile", within=window.thread)).to_have_count(1)
    await expect(window.row("in the channel")).to_have_count(1)
    await bot.post("live again", thread_ts=root)
    await expect(window.row("live again", within=window.thread)).to_have_count(1)
    assert window.problems == []


async def test_nothing_is_lost_when_only_the_stream_drops(
    open_window: OpenWindow, bot: AppSide
) -> None:
    window = await open_window()
    await window.page.context.set_offline(True)
    ts = await bot.post("posted in the dark")
    await bot.call("chat.update", channel=TUMOR_BOARD, ts=ts, text="and changed there")
    await window.page.context.set_offline(False)
    await expect(window.row("and changed there")).to_have_count(1)


async def test_what_is_typed_while_the_workspace_is_away_is_kept(
    open_window: OpenWindow, local: WorkspaceProcess
) -> None:
    window = await open_window()
    await local.kill()
    await window.say("still here")
    await expect(window.page.get_by_role("alert")).to_contain_text("cannot be reached")
    await expect(window.composer()).to_have_value("still here")
    await local.start()
    await expect(window.page.locator("body")).to_have_attribute("data-connection", "connected")
    await window.composer().press("Enter")
    await expect(window.row("still here")).to_have_count(1)


async def test_a_reload_shows_the_same_thread(open_window: OpenWindow, bot: AppSide) -> None:
    root = await bot.post("the root")
    await bot.post("the reply", thread_ts=root)
    window = await open_window()
    await window.open_thread("the root")
    await window.page.reload()
    await expect(window.row("the reply", within=window.thread)).to_be_visible()
