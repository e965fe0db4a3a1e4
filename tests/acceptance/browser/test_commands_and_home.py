"""Slash commands, shortcuts, the Home tab and external menus, as people use them on the page."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio

from tests.acceptance.browser import samples
from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, BEN, IN_BROWSER, Locator, Window, expect
from tests.acceptance.browser.server import WorkspaceProcess
from tests.acceptance.browser.test_looks import CONTRASTS, READABLE
from workspace.slack_objects.app import MANIFEST

pytestmark = IN_BROWSER

FEATURES = {
    "slash_commands": [
        {"command": "/gene", "description": "Look a gene up", "usage_hint": "BRAF V600E"},
        {"command": "/drug", "description": "Look a drug up"},
    ],
    "shortcuts": [
        {"name": "New case", "type": "global", "callback_id": "case", "description": "A form"},
        {"name": "Ask", "type": "message", "callback_id": "ask", "description": "About it"},
    ],
}
OPTIONS = [{"text": samples.plain(one), "value": one.lower()} for one in ("BRAF", "BRCA1")]
MENU = {
    "type": "external_select",
    "action_id": "gene",
    "placeholder": samples.plain("Search a gene"),
    "min_query_length": 2,
}
FORM: dict[str, Any] = {
    "type": "modal",
    "callback_id": "form",
    "title": samples.plain("A new case"),
    "submit": samples.plain("Save"),
    "blocks": [
        {"type": "input", "block_id": "one", "label": samples.plain("Gene"), "element": MENU},
        {
            "type": "input",
            "block_id": "more",
            "label": samples.plain("Others"),
            "element": MENU | {"type": "multi_external_select", "action_id": "genes"},
        },
    ],
}


def home(words: str) -> dict[str, Any]:
    """A home with these words, a button and an external menu."""
    button = {"type": "button", "action_id": "more", "text": samples.plain("Count"), "value": "1"}
    blocks = [
        {"type": "header", "text": samples.plain(words)},
        {"type": "actions", "block_id": "b", "elements": [button, MENU]},
    ]
    return {"type": "home", "blocks": blocks}


def of_app(folder: Path, features: dict[str, Any]) -> WorkspaceProcess:
    """A workspace whose app has these features, too."""
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    manifest["features"] |= features
    file = folder / "app.json"
    file.write_text(json.dumps(manifest), encoding="utf-8")
    return WorkspaceProcess(folder / "workspace.sqlite", "--manifest", str(file))


@pytest_asyncio.fixture(loop_scope="package")
async def local(tmp_path: Path) -> AsyncIterator[WorkspaceProcess]:
    """A workspace whose app has commands and shortcuts."""
    process = of_app(tmp_path, FEATURES)
    await process.start()
    yield process
    await process.kill()


async def readable(window: Window) -> None:
    contrasts = await window.page.evaluate(f"{CONTRASTS}\nmeasureContrasts()")
    assert [(ratio, words) for ratio, words in contrasts if ratio < READABLE] == []


async def test_a_command_is_completed_run_and_answered(
    open_window: OpenWindow, bot: AppSide
) -> None:
    await bot.listen()
    bot.answers["slash_commands"] = {"text": "*BRAF* is a gene"}
    window: Window = await open_window()
    composer = window.composer()
    await composer.press_sequentially("/ge")
    await expect(window.page.get_by_role("option", name="/gene")).to_be_visible()
    await composer.press("Enter")
    await expect(composer).to_have_value("/gene ")
    await composer.press_sequentially("BRAF")
    await composer.press("Enter")
    await expect(window.row("BRAF is a gene")).to_contain_text("Only visible to you")
    await expect(composer).to_have_value("")


async def test_an_unknown_command_is_told_by_slackbot_and_given_back(
    open_window: OpenWindow,
) -> None:
    window: Window = await open_window()
    await window.say("/genes BRAF")
    told = window.row("is not a valid command")
    await expect(told).to_contain_text("Only visible to you")
    await expect(told).to_contain_text("Slackbot")
    await expect(window.composer()).to_have_value("/genes BRAF")
    await window.say(" /genes BRAF")
    await expect(window.row(" /genes BRAF").last).not_to_contain_text("Only visible")


async def test_a_channel_is_made_and_people_come_and_go(open_window: OpenWindow) -> None:
    ana: Window = await open_window()
    ben: Window = await open_window(BEN)
    await ana.page.get_by_role("button", name="Add a channel").click()
    dialog = ana.page.get_by_role("dialog")
    await dialog.get_by_label("Name").fill("Cases")
    await dialog.get_by_label("Private").check()
    await dialog.get_by_role("button", name="Create").click()
    await expect(ana.page.get_by_text("The name may have small letters")).to_be_visible()
    await ana.page.get_by_role("button", name="Add a channel").click()
    await dialog.get_by_label("Name").fill("cases")
    await dialog.get_by_label("Private").check()
    await dialog.get_by_label("Name").press("Enter")
    await expect(ana.channel.get_by_role("heading", name="cases")).to_be_visible()
    await expect(ben.place("cases")).to_have_count(0)
    await ana.say("/invite @Ben Okafor ")
    await ben.place("cases").click()
    await expect(ben.channel.get_by_role("heading", name="cases")).to_be_visible()
    await ana.say("/remove @Ben Okafor ")
    await expect(ben.place("cases")).to_have_count(0)
    await expect(ben.channel.get_by_role("heading", name="tumor-board")).to_be_visible()


async def test_shortcuts_are_chosen_by_keyboard_and_open_a_form(
    open_window: OpenWindow, bot: AppSide
) -> None:
    await bot.listen()
    window: Window = await open_window()
    await window.say("a case")
    await window.tool(window.row("a case"), "more")
    await window.page.keyboard.press("Enter")
    used = await bot.next_interaction()
    assert (used["type"], used["callback_id"]) == ("message_action", "ask")
    assert used["message"]["text"] == "a case"
    await bot.call("views.open", trigger_id=used["trigger_id"], view=FORM)
    dialog = window.page.get_by_role("dialog")
    await expect(dialog.get_by_role("heading", name="A new case")).to_be_visible()
    await dialog.get_by_role("button", name="Cancel").click()
    await expect(dialog).to_be_hidden()
    await window.channel.get_by_role("button", name="Shortcuts").click()
    await window.page.get_by_role("dialog").get_by_role("button", name="New case").click()
    used = await bot.next_interaction()
    assert (used["type"], used["callback_id"]) == ("shortcut", "case")


async def open_form(open_window: OpenWindow, bot: AppSide, **how: Any) -> tuple[Window, Locator]:
    """A window in which a shortcut has opened the form, and its dialog."""
    await bot.listen()
    bot.answers["block_suggestion"] = {"options": OPTIONS}
    window: Window = await open_window(**how)
    await window.channel.get_by_role("button", name="Shortcuts").click()
    await window.page.keyboard.press("Enter")
    trigger = (await bot.next_interaction())["trigger_id"]
    await bot.call("views.open", trigger_id=trigger, view=FORM)
    return window, window.page.get_by_role("dialog")


async def test_an_external_menu_offers_what_the_app_answers_to_what_is_typed(
    open_window: OpenWindow, bot: AppSide
) -> None:
    window, dialog = await open_form(open_window, bot, color_scheme="dark")
    gene = dialog.get_by_role("combobox", name="Gene")
    await gene.press_sequentially("b")
    await expect(dialog.get_by_text("Type 2 characters or more.")).to_be_visible()
    await gene.press_sequentially("r")
    await expect(dialog.get_by_role("option", name="BRCA1")).to_be_visible()
    assert (await bot.next_interaction())["value"] == "br"
    await readable(window)
    await gene.press("Escape")
    await expect(dialog.get_by_role("option", name="BRCA1")).to_be_hidden()
    await gene.press_sequentially("a")
    await expect(dialog.get_by_role("option", name="BRAF")).to_be_visible()
    await gene.press("ArrowDown")
    await gene.press("Enter")
    await expect(gene).to_have_value("BRCA1")
    bot.answers["block_suggestion"] = {"options": []}
    await gene.fill("xyz")
    await expect(dialog.get_by_text("No results")).to_be_visible()
    await gene.press("Tab")
    await expect(gene).to_have_value("BRCA1")


async def test_what_was_chosen_from_external_menus_is_submitted(
    open_window: OpenWindow, bot: AppSide
) -> None:
    _, dialog = await open_form(open_window, bot)
    gene = dialog.get_by_role("combobox", name="Gene")
    others = dialog.get_by_role("combobox", name="Others")
    for menu, name in ((gene, "BRCA1"), (others, "BRAF"), (others, "BRCA1")):
        await menu.press_sequentially("br")
        await dialog.get_by_role("option", name=name).click()
    await dialog.get_by_role("button", name="Remove BRAF").click()
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog).to_be_hidden()
    heard = [await bot.next_interaction() for _ in range(4)]
    assert [one["type"] for one in heard] == ["block_suggestion"] * 3 + ["view_submission"]
    values = heard[-1]["view"]["state"]["values"]
    assert values["one"]["gene"]["selected_option"]["value"] == "brca1"
    assert [one["value"] for one in values["more"]["genes"]["selected_options"]] == ["brca1"]


async def open_home(window: Window) -> Locator:
    """The Home tab, opened from the left bar."""
    await window.place("Curbside").click()
    await window.page.get_by_role("link", name="Home", exact=True).click()
    return window.page.get_by_role("region", name="Home")


async def test_each_person_has_a_home(open_window: OpenWindow, bot: AppSide) -> None:
    window: Window = await open_window()
    shown = await open_home(window)
    await expect(shown).to_contain_text("The app has published nothing here yet.")
    await expect(window.composer()).to_be_hidden()
    for user, words in ((ANA, "For Ana"), (BEN, "For Ben")):
        await bot.call("views.publish", user_id=user, view=home(words))
    await expect(shown.get_by_role("heading", name="For Ana")).to_be_visible()
    await readable(window)
    await window.page.reload()
    await expect(shown.get_by_role("heading", name="For Ana")).to_be_visible()
    await window.page.get_by_role("link", name="Messages").click()
    await expect(window.composer()).to_be_visible()
    other = await open_home(await open_window(BEN))
    await expect(other.get_by_role("heading", name="For Ben")).to_be_visible()


async def test_the_controls_of_a_home_work(open_window: OpenWindow, bot: AppSide) -> None:
    await bot.listen()
    bot.answers["block_suggestion"] = {"options": OPTIONS}
    await bot.call("views.publish", user_id=ANA, view=home("First"))
    shown = await open_home(await open_window())
    count = shown.get_by_role("button", name="Count")
    await count.click()
    pressed = await bot.next_interaction()
    assert pressed["container"] == {"type": "view", "view_id": pressed["view"]["id"]}
    await bot.call("views.publish", user_id=ANA, view=home("Second"))
    await expect(shown.get_by_role("heading", name="Second")).to_be_visible()
    await expect(count).to_be_focused()
    gene = shown.get_by_role("combobox", name="Search a gene")
    await gene.press_sequentially("br")
    await shown.get_by_role("option", name="BRAF").click()
    heard = [await bot.next_interaction() for _ in range(2)]
    assert [one["type"] for one in heard] == ["block_suggestion", "block_actions"]


async def test_an_app_may_take_no_messages(open_at: OpenWindow, tmp_path: Path) -> None:
    app_home = {"home_tab_enabled": True, "messages_tab_read_only_enabled": True}
    process = of_app(tmp_path, {"app_home": app_home})
    await process.start()
    window: Window = await open_at(process.url)
    await window.place("Curbside").click()
    await expect(window.channel.get_by_text("Sending messages to this app")).to_be_visible()
    await expect(window.composer()).to_be_hidden()
    await window.place("tumor-board").click()
    await expect(window.composer()).to_be_visible()
    await process.kill()
