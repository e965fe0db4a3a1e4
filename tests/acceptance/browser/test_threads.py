"""Threads: opening, answering, counting, and what is drawn anew in long ones."""

from __future__ import annotations

from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, BEN, IN_BROWSER, TUMOR_BOARD, Route, expect
from tests.acceptance.browser.samples import CONTEXT, mrkdwn

pytestmark = IN_BROWSER

STEPS = 45
ROWS_DRAWN_PER_STEP = 4
"""A step is posted and updated, and each time its root counts anew; one more for a broken batch."""
COUNT_DRAWN_ROWS = """list => {
  window.drawnRows = 0;
  new MutationObserver((changes) => {
    for (const change of changes) window.drawnRows += change.addedNodes.length;
  }).observe(list, { childList: true });
}"""


async def test_a_thread_grows_live_for_everybody(open_window: OpenWindow) -> None:
    ana, ben = await open_window(ANA), await open_window(BEN)
    await ana.say("a question")
    await ben.open_thread("a question")
    await ana.open_thread("a question")
    await ana.say("a first reply", within=ana.thread)
    await expect(ben.row("a first reply", within=ben.thread)).to_be_visible()
    await ben.say("a second reply", within=ben.thread)
    await expect(ana.row("a second reply", within=ana.thread)).to_contain_text("Ben Okafor")
    for window in (ana, ben):
        await expect(window.row("a question").locator(".thread-bar")).to_contain_text("2 replies")
        await expect(window.row("a first reply")).to_have_count(0)


async def test_the_address_of_a_thread_opens_it(open_window: OpenWindow, bot: AppSide) -> None:
    root = await bot.post("the root")
    await bot.post("the reply", thread_ts=root)
    window = await open_window(ANA, channel=TUMOR_BOARD, thread=root)
    await expect(window.row("the reply", within=window.thread)).to_be_visible()
    await window.page.get_by_role("button", name="Close thread").click()
    await expect(window.thread).to_be_hidden()


async def test_an_update_in_place_replaces_what_was_said(
    open_window: OpenWindow, bot: AppSide
) -> None:
    root = await bot.post("the root")
    step = await bot.post("searching", thread_ts=root)
    window = await open_window(ANA, channel=TUMOR_BOARD, thread=root)
    await expect(window.row("searching", within=window.thread)).to_be_visible()
    await bot.call("chat.update", channel=TUMOR_BOARD, ts=step, text="found three")
    await expect(window.row("found three", within=window.thread)).to_be_visible()
    await expect(window.row("searching", within=window.thread)).to_have_count(0)


async def test_a_deleted_root_with_replies_leaves_a_notice(
    open_window: OpenWindow, bot: AppSide
) -> None:
    window = await open_window()
    await window.say("root to go")
    root = await window.row("root to go").get_attribute("data-ts")
    await bot.post("a reply", thread_ts=root)
    await window.tool(window.row("root to go"), "trash")
    await window.page.get_by_role("button", name="Delete", exact=True).click()
    gone = window.row("This message was deleted.")
    await expect(gone).to_contain_text("1 reply")
    await expect(gone.locator(".author")).to_have_count(0)


async def test_a_reader_further_up_is_told_of_new_messages(
    open_window: OpenWindow, bot: AppSide
) -> None:
    root = await bot.post("the root")
    for number in range(30):
        await bot.post(f"line one\nline two of {number}", thread_ts=root)
    window = await open_window(ANA, channel=TUMOR_BOARD, thread=root)
    await expect(window.row("line two of 29", within=window.thread)).to_be_in_viewport()
    await window.thread.locator(".messages").evaluate("list => list.scrollTop = 0")
    await expect(window.row("the root", within=window.thread)).to_be_in_viewport()
    await bot.post("the newest", thread_ts=root)
    more = window.thread.get_by_role("button", name="New messages")
    await more.click()
    await expect(window.row("the newest", within=window.thread)).to_be_in_viewport()
    await expect(more).to_be_hidden()


async def test_a_thread_of_many_steps_draws_only_what_changes(
    open_window: OpenWindow, bot: AppSide
) -> None:
    root = await bot.post("the root")
    window = await open_window(ANA, channel=TUMOR_BOARD, thread=root)
    await expect(window.rows(window.thread)).to_have_count(1)
    await window.thread.locator(".messages").evaluate(COUNT_DRAWN_ROWS)
    for number in range(STEPS):
        section = {"type": "section", "text": mrkdwn(f"*Step {number}* of `many`")}
        ts = await bot.post(f"step {number}", thread_ts=root, blocks=[section])
        await bot.call(
            "chat.update", channel=TUMOR_BOARD, ts=ts, text="done", blocks=[section, CONTEXT]
        )
    last = window.row(f"Step {STEPS - 1} of many", within=window.thread)
    await expect(last).to_contain_text("3 sources")
    await expect(window.rows(window.thread)).to_have_count(STEPS + 1)
    assert await window.page.evaluate("window.drawnRows") <= ROWS_DRAWN_PER_STEP * STEPS
    await expect(last).to_be_in_viewport()


async def test_a_reply_that_comes_while_a_thread_is_fetched_is_not_lost(
    open_window: OpenWindow, bot: AppSide
) -> None:
    root = await bot.post("the root")
    window, ben = await open_window(), await open_window(BEN)

    async def answer_late(route: Route) -> None:
        response = await route.fetch()
        await bot.post("just in between", thread_ts=root)
        await expect(ben.row("the root")).to_contain_text("2 replies")
        await route.fulfill(response=response)

    await bot.post("an older reply", thread_ts=root)
    await window.page.route("**/threads/**", answer_late)
    await window.open_thread("the root")
    await expect(window.row("just in between", within=window.thread)).to_have_count(1)


async def test_status_title_and_suggested_prompts_of_the_app_are_shown(
    open_window: OpenWindow, bot: AppSide
) -> None:
    root = await bot.post("the root")
    window = await open_window(ANA, channel=TUMOR_BOARD, thread=root)
    place = {"channel_id": TUMOR_BOARD, "thread_ts": root}
    await bot.call(
        "assistant.threads.setStatus", **place, status="is reading", loading_messages=["Labels"]
    )
    status = window.thread.locator(".assistant-status")
    await expect(status).to_contain_text("is reading")
    await expect(status).to_contain_text("Labels")
    await bot.call("assistant.threads.setTitle", **place, title="Case 14")
    await expect(window.thread.locator("header")).to_contain_text("Case 14")
    await bot.post("the answer", thread_ts=root)
    await expect(status).to_have_text("")
    direct = (await bot.call("conversations.open", users=ANA))["channel"]["id"]
    await bot.post("Hello", channel=direct)
    prompts = [{"title": f"Ask {number}", "message": f"Question {number}"} for number in (1, 2)]
    await bot.call("assistant.threads.setSuggestedPrompts", channel_id=direct, prompts=prompts)
    await window.visit(ANA, direct)
    offers = window.page.get_by_role("group", name="Suggestions")
    await expect(offers.get_by_role("button")).to_have_text(["Ask 1", "Ask 2"])
    await offers.get_by_role("button", name="Ask 2").click()
    await expect(window.row("Question 2")).to_be_visible()
    await expect(offers).to_have_count(0)
