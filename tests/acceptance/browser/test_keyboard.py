"""The whole page without a mouse."""

from __future__ import annotations

from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import IN_BROWSER, Window, expect

pytestmark = IN_BROWSER


FOCUSED = """() => {
  const one = document.activeElement;
  if (one === document.body) return ['end', ''];
  return [getComputedStyle(one).outlineStyle, one.getAttribute('aria-label') ?? one.textContent];
}"""


async def keys(window: Window, *names: str) -> None:
    for name in names:
        await window.page.keyboard.press(name)


async def test_ask_walk_and_reply_by_keys_only(open_window: OpenWindow, bot: AppSide) -> None:
    for text in ("first", "second", "third"):
        await bot.post(text)
    window = await open_window()
    await expect(window.composer()).to_be_focused()
    await keys(window, "F6")
    await expect(window.place("tumor-board")).to_be_focused()
    await keys(window, "F6")
    await expect(window.row("third")).to_be_focused()
    await keys(window, "ArrowUp")
    await expect(window.row("second")).to_be_focused()
    await keys(window, "Home", "Enter")
    await expect(window.composer(window.thread)).to_be_focused()
    await window.page.keyboard.type("by keys")
    await keys(window, "Enter")
    await expect(window.row("by keys", within=window.thread)).to_be_visible()
    await keys(window, "Escape")
    await expect(window.thread).to_be_hidden()
    await expect(window.row("first")).to_be_focused()


async def test_the_channel_list_is_walked_with_arrows(open_window: OpenWindow) -> None:
    window = await open_window()
    await expect(window.composer()).to_be_focused()
    await keys(window, "F6", "ArrowDown", "Enter")
    await expect(window.channel.get_by_role("heading", name="drug-gene-lookups")).to_be_visible()
    await expect(window.place("drug-gene-lookups")).to_be_focused()


async def test_ctrl_k_jumps_to_a_channel(open_window: OpenWindow) -> None:
    window = await open_window()
    await keys(window, "Control+k")
    await window.page.keyboard.type("review")
    await expect(window.page.get_by_role("dialog").get_by_role("option")).to_have_text(
        "#reasoning-review"
    )
    await keys(window, "Enter")
    await expect(window.channel.get_by_role("heading", name="reasoning-review")).to_be_visible()
    await expect(window.composer()).to_be_focused()


async def test_react_and_edit_by_keys(open_window: OpenWindow) -> None:
    window = await open_window()
    await window.say("mine")
    await expect(window.row("mine")).to_be_visible()
    await window.row("mine").focus()
    await keys(window, "r", "ArrowRight", "Enter")
    await expect(window.row("mine").locator("[data-reaction=octagonal_sign]")).to_be_visible()
    await window.composer().focus()
    await keys(window, "ArrowUp")
    await expect(window.page.get_by_role("textbox", name="Edit message")).to_be_focused()
    await window.page.keyboard.type(" and changed")
    await keys(window, "Enter")
    await expect(window.row("mine and changed")).to_contain_text("(edited)")


async def test_every_stop_of_the_tab_key_can_be_seen(open_window: OpenWindow, bot: AppSide) -> None:
    await bot.post("a message")
    window = await open_window()
    await expect(window.composer()).to_be_focused()
    seen = set()
    for key in ("F6", *["Tab"] * 16):
        await keys(window, key)
        outline, name = await window.page.evaluate(FOCUSED)
        if outline == "end":
            break
        assert outline == "solid" or name.startswith("Message ")  # the composer's frame darkens
        seen.add(name)
    assert {"tumor-board", "Message #tumor-board", "Attach a file", "Send"} <= seen
