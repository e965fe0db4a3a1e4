"""Modals on the page: filled in by keyboard, wrong entries, stacks, and inputs in messages."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.acceptance.browser import samples
from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.axe import findings
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, BEN, IN_BROWSER, Locator, Window, expect
from tests.acceptance.browser.test_looks import CONTRASTS, READABLE

pytestmark = IN_BROWSER

OPTIONS = [
    {"text": samples.plain(one.title()), "value": one} for one in ("right", "wrong", "outdated")
]


def asked(label: str, kind: str, **more: Any) -> dict[str, Any]:
    """An input block with the id of its label."""
    block_fields = {name: more.pop(name) for name in ("optional", "hint") if name in more}
    element = {"type": kind, "action_id": "entry", **more}
    return {
        "type": "input",
        "block_id": label.lower(),
        "label": samples.plain(label),
        "element": element,
        **block_fields,
    }


FORM: dict[str, Any] = {
    "type": "modal",
    "callback_id": "review",
    "title": samples.plain("Review this answer"),
    "submit": samples.plain("Save review"),
    "notify_on_close": True,
    "blocks": [
        {"type": "section", "text": samples.mrkdwn("What is *wrong* with it?")},
        asked("Reason", "plain_text_input", multiline=True, hint=samples.plain("In your words")),
        asked("Verdict", "static_select", options=OPTIONS),
        asked("Also", "multi_static_select", options=OPTIONS, optional=True),
        asked("Sure", "radio_buttons", options=OPTIONS, optional=True),
        asked("Parts", "checkboxes", options=OPTIONS, optional=True),
        asked("Day", "datepicker", initial_date="2026-11-23"),
        asked("Dose", "number_input", is_decimal_allowed=False, optional=True),
        asked("Mail", "email_text_input", optional=True),
    ],
}
SECOND = {
    "type": "modal",
    "title": samples.plain("Second"),
    "notify_on_close": True,
    "blocks": [{"type": "section", "text": samples.mrkdwn("On top of the first")}],
}


async def open_form(
    open_window: OpenWindow, bot: AppSide, view: dict[str, Any] = FORM, **how: Any
) -> tuple[Window, Locator]:
    """A window in which a button has opened this view, and its dialog."""
    await bot.listen()
    await bot.post("fallback", blocks=[samples.ACTIONS])
    window: Window = await open_window(**how)
    await window.rows().last.get_by_role("button", name="Show steps").click()
    trigger = (await bot.next_interaction())["trigger_id"]
    await bot.call("views.open", trigger_id=trigger, view=view)
    dialog = window.page.get_by_role("dialog")
    await expect(dialog).to_be_visible()
    return window, dialog


def values_of(payload: dict[str, Any]) -> dict[str, Any]:
    values = payload["view"]["state"]["values"]
    return {block: entry["entry"] for block, entry in values.items()}


async def test_a_form_is_filled_in_and_submitted(open_window: OpenWindow, bot: AppSide) -> None:
    _, dialog = await open_form(open_window, bot)
    await dialog.get_by_role("textbox", name="Reason").fill("The dose is old")
    await dialog.get_by_label("Verdict").select_option(label="Outdated")
    also = dialog.get_by_role("button", name="Also")
    await also.click()
    fold = dialog.locator("details.several")
    await fold.get_by_label("Wrong").check()
    await expect(fold.locator("summary")).to_have_text("Wrong")
    await dialog.get_by_role("radiogroup", name="Sure").get_by_label("Right").check()
    await dialog.get_by_role("group", name="Parts").get_by_label("Outdated").check()
    await dialog.get_by_label("Day").fill("2026-11-24")
    await dialog.get_by_role("button", name="Save review").click()
    payload = await bot.next_interaction()
    assert payload["type"] == "view_submission"
    values = values_of(payload)
    assert values["reason"]["value"] == "The dose is old"
    assert values["verdict"]["selected_option"]["value"] == "outdated"
    assert [one["value"] for one in values["also"]["selected_options"]] == ["wrong"]
    assert values["sure"]["selected_option"]["value"] == "right"
    assert [one["value"] for one in values["parts"]["selected_options"]] == ["outdated"]
    assert values["day"]["selected_date"] == "2026-11-24"
    await expect(dialog).to_be_hidden()


@pytest.mark.node
async def test_axe_finds_nothing_in_a_form_with_several_to_choose(
    open_window: OpenWindow, bot: AppSide
) -> None:
    must = asked("Readers", "multi_users_select", placeholder=samples.plain("Choose people"))
    may = asked("Also", "multi_static_select", options=OPTIONS, optional=True)
    window, dialog = await open_form(open_window, bot, FORM | {"blocks": [must, may]})
    assert await findings(window) == []
    button = dialog.get_by_role("button", name="Also")
    await button.click()
    await dialog.locator("details.several").last.get_by_label("Wrong").check()
    await expect(button).to_have_accessible_name("Also (optional) Wrong")


async def test_wrong_entries_are_told_beside_them(open_window: OpenWindow, bot: AppSide) -> None:
    _, dialog = await open_form(open_window, bot)
    await dialog.get_by_role("textbox", name="Dose").fill("1.5")
    await dialog.get_by_role("button", name="Save review").click()
    reason = dialog.get_by_role("textbox", name="Reason")
    await expect(reason).to_be_focused()
    await expect(reason).to_have_attribute("aria-invalid", "true")
    await expect(reason).to_have_accessible_description(
        "In your words Please complete this required field."
    )
    await expect(dialog.locator("[data-block=dose]")).to_have_value("1.5")
    await expect(dialog.get_by_text("Enter a whole number.")).to_be_visible()
    assert bot.interactions.empty()


async def test_what_the_app_finds_wrong_is_told_and_what_was_entered_stays(
    open_window: OpenWindow, bot: AppSide
) -> None:
    bot.answers["view_submission"] = {
        "response_action": "errors",
        "errors": {"reason": "Name the guideline, too."},
    }
    _, dialog = await open_form(open_window, bot)
    await dialog.get_by_role("textbox", name="Reason").fill("old")
    await dialog.get_by_label("Verdict").select_option("wrong")
    await dialog.get_by_role("button", name="Save review").click()
    await expect(dialog.get_by_text("Name the guideline, too.")).to_be_visible()
    await expect(dialog.get_by_role("textbox", name="Reason")).to_have_value("old")
    await expect(dialog.get_by_label("Verdict")).to_have_value("wrong")


async def test_the_keyboard_stays_in_the_form_and_escape_closes_it(
    open_window: OpenWindow, bot: AppSide
) -> None:
    window, dialog = await open_form(open_window, bot)
    await expect(dialog.get_by_role("textbox", name="Reason")).to_be_focused()
    for _ in range(30):
        await window.page.keyboard.press("Tab")
        inside = await window.page.evaluate(
            "document.activeElement === document.body || "
            "document.querySelector('dialog').contains(document.activeElement)"
        )
        assert inside
    await window.page.keyboard.press("Escape")
    closed = await bot.next_interaction()
    assert (closed["type"], closed["is_cleared"]) == ("view_closed", False)
    await expect(dialog).to_be_hidden()
    await expect(window.rows().last.get_by_role("button", name="Show steps")).to_be_focused()


async def test_a_pushed_view_covers_the_first_and_goes_away_again(
    open_window: OpenWindow, bot: AppSide
) -> None:
    bot.answers["view_submission"] = {"response_action": "push", "view": SECOND}
    _, dialog = await open_form(open_window, bot)
    await dialog.get_by_role("textbox", name="Reason").fill("kept")
    await dialog.get_by_label("Verdict").select_option("wrong")
    await dialog.get_by_role("button", name="Save review").click()
    await expect(dialog.get_by_role("heading")).to_have_text("Second")
    await dialog.locator("footer").get_by_role("button", name="Close").click()
    await expect(dialog.get_by_role("heading")).to_have_text("Review this answer")
    await expect(dialog.get_by_role("textbox", name="Reason")).to_have_value("kept")
    await dialog.get_by_role("button", name="Save review").click()
    await expect(dialog.get_by_role("heading")).to_have_text("Second")
    await dialog.get_by_role("button", name="Close all").click()
    await expect(dialog).to_be_hidden()


async def test_the_app_updates_a_form_while_it_is_filled_in(
    open_window: OpenWindow, bot: AppSide
) -> None:
    window, dialog = await open_form(open_window, bot)
    await dialog.get_by_role("textbox", name="Reason").fill("half a wor")
    view_id = (await window.page.evaluate("fetch('/page/api/bootstrap').then((r) => r.json())"))[
        "modals"
    ][0]["id"]
    changed = FORM | {"title": samples.plain("Changed")}
    await bot.call("views.update", view_id=view_id, view=changed)
    await expect(dialog.get_by_role("heading")).to_have_text("Changed")
    await expect(dialog.get_by_role("textbox", name="Reason")).to_have_value("half a wor")
    await expect(dialog.get_by_role("textbox", name="Reason")).to_be_focused()


async def test_a_form_is_its_persons_and_survives_a_reload(
    open_window: OpenWindow, bot: AppSide
) -> None:
    window, dialog = await open_form(open_window, bot)
    other = await open_window(BEN)
    await expect(other.page.get_by_role("dialog")).to_have_count(0)
    await window.page.reload()
    await expect(dialog.get_by_role("heading")).to_have_text("Review this answer")


async def test_a_form_that_nobody_answers_says_so(open_window: OpenWindow, bot: AppSide) -> None:
    simple = FORM | {"blocks": [asked("Reason", "plain_text_input", initial_value="x")]}
    _, dialog = await open_form(open_window, bot, simple)
    bot.acknowledging.clear()
    await dialog.get_by_role("textbox", name="Reason").press("Enter")
    await expect(dialog.get_by_role("alert")).to_contain_text("We had some trouble connecting")
    bot.acknowledging.set()


async def test_what_is_chosen_in_a_message_goes_along_with_its_buttons(
    open_window: OpenWindow, bot: AppSide
) -> None:
    await bot.listen()
    await bot.post("fallback", blocks=[asked("Reason", "plain_text_input"), samples.ACTIONS])
    window: Window = await open_window()
    row = window.rows().last
    await row.get_by_role("textbox", name="Reason").fill("because")
    await row.get_by_role("button", name="Show steps").click()
    payload = await bot.next_interaction()
    assert payload["state"]["values"]["reason"]["entry"]["value"] == "because"
    await asyncio.sleep(0)
    assert bot.interactions.empty()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_form_can_be_read(open_window: OpenWindow, bot: AppSide, scheme: str) -> None:
    window, dialog = await open_form(open_window, bot, color_scheme=scheme)
    await dialog.get_by_role("button", name="Save review").click()
    await expect(dialog.locator(".input-error").first).to_be_visible()
    contrasts = await window.page.evaluate(f"{CONTRASTS}\nmeasureContrasts()")
    assert [(ratio, words) for ratio, words in contrasts if ratio < READABLE] == []


async def test_a_form_fits_a_phone(open_window: OpenWindow, bot: AppSide) -> None:
    _, dialog = await open_form(open_window, bot, user=ANA, width=390)
    await expect(dialog.get_by_role("button", name="Save review")).to_be_in_viewport()
    wide = await dialog.evaluate(
        "(one) => [...one.querySelectorAll('*')].filter((part) => "
        "part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0 && "
        "getComputedStyle(part).overflowX !== 'hidden' && part.matches('.view-form, .view-body'))"
        ".length"
    )
    assert wide == 0
