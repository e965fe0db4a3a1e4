"""A long thread and a burst of messages do not hold the page up: what is made in one task is
counted, since time depends on the machine."""

from __future__ import annotations

import asyncio

from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import IN_BROWSER, expect
from tests.acceptance.browser.samples import mrkdwn

pytestmark = IN_BROWSER

LONG = 60
MOST_AT_ONCE = 12
"""Messages that are made in one task."""
PARTS = LONG // MOST_AT_ONCE + 1
COUNT = """() => {
  window.made = [];
  const isRow = (node) => node instanceof HTMLElement && node.matches("article.message");
  new MutationObserver((records) => {
    // What is gone again was moved, or replaced.
    const rows = new Set(records.flatMap((record) => [...record.addedNodes].filter(isRow)));
    if (rows.size > 0) made.push(rows.size);
  }).observe(document.querySelector("#thread"), { childList: true, subtree: true });
}"""

SKIPPED = """[...document.querySelectorAll('#thread article.message .message-body')]
  .filter((body) => !body.checkVisibility({ contentVisibilityAuto: true })).length"""
AGAIN = "window.dispatchEvent(new Event('online'))"
"""The page connects again, and asks for all names anew."""
NEW_CHANNEL = """fetch("/page/api/channels", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ user: "U0ANA", name: "news", is_private: false }),
}).then((answer) => answer.json())"""

GAPS = """(row) => {
  const parts = [...row.querySelectorAll(".message-body .lines:not(li *), .message-body ul")];
  const edges = parts.map((part) => part.getBoundingClientRect());
  return edges.slice(1).map((edge, at) => edge.top - edges[at].bottom);
}"""
"""Between the parts of a text, which reads on without any."""

MARK = """document.querySelectorAll('#thread article.message')
  .forEach((row) => { row.dataset.stood = ''; })"""
MARKED = "article.message[data-stood]"


async def long_thread(bot: AppSide, channel: str) -> str:
    root = await bot.post(channel=channel, text="Root of a long thread")
    line = "• " + "word " * 40 + "<https://example.org/1|[1]>\n"
    for number in range(LONG):
        blocks = [{"type": "section", "text": mrkdwn(line * 5)}]
        await bot.post(channel=channel, text=f"Reply {number}", thread_ts=root, blocks=blocks)
    return root


async def test_a_long_thread_is_drawn_in_parts_and_wholly(
    open_window: OpenWindow, bot: AppSide
) -> None:
    root = await long_thread(bot, "C0LOOKUPS")
    ana = await open_window(channel="C0LOOKUPS")
    await ana.page.evaluate(COUNT)
    await ana.open_thread("Root of a long thread")
    await expect(ana.rows(ana.thread)).to_have_count(LONG + 1)
    made = await ana.page.evaluate("made")
    assert max(made) <= MOST_AT_ONCE, made
    assert sum(made) <= LONG + 1 + len(made), "each is made once"
    await expect(ana.rows(ana.thread).last).to_be_in_viewport()
    await ana.page.evaluate(MARK)
    await asyncio.gather(
        *(bot.post(channel="C0LOOKUPS", text=f"Burst {n}", thread_ts=root) for n in range(20))
    )
    await expect(ana.rows(ana.thread)).to_have_count(LONG + 21)
    stood = await ana.thread.locator(MARKED).count()
    # New are the root, which counts its replies, a neighbour, and at most the first row of each
    # part, whose author is told or not: a draw per event would leave none.
    assert stood >= LONG - 1 - PARTS, stood


async def test_what_is_drawn_anew_is_drawn_in_parts_too(
    open_window: OpenWindow, bot: AppSide
) -> None:
    await long_thread(bot, "C0LOOKUPS")
    ana = await open_window(channel="C0LOOKUPS")
    await ana.open_thread("Root of a long thread")
    await expect(ana.rows(ana.thread)).to_have_count(LONG + 1)
    await ana.page.evaluate(MARK)
    await ana.page.evaluate(COUNT)
    await ana.page.evaluate(AGAIN)
    await bot.post(channel="C0TUMORBOARD", text="Something else")
    await expect(ana.place("tumor-board").locator(".mark")).to_be_visible()
    assert await ana.page.evaluate("made") == [], "the names are the same as before"
    await ana.page.evaluate(NEW_CHANNEL)
    await expect(ana.thread.locator(MARKED)).to_have_count(0)
    made = await ana.page.evaluate("made")
    assert max(made) <= MOST_AT_ONCE, made
    assert sum(made) == LONG + 1, "each is made once"


async def test_long_messages_are_drawn_one_by_one(open_window: OpenWindow, bot: AppSide) -> None:
    root = await bot.post(channel="C0LOOKUPS", text="Root of long answers")
    blocks = [{"type": "section", "expand": True, "text": mrkdwn("word " * 500)}] * 5
    for number in range(6):
        await bot.post(channel="C0LOOKUPS", text=f"Long {number}", thread_ts=root, blocks=blocks)
    ana = await open_window(channel="C0LOOKUPS")
    await ana.page.evaluate(COUNT)
    await ana.open_thread("Root of long answers")
    await expect(ana.rows(ana.thread)).to_have_count(7)
    made = await ana.page.evaluate("made")
    assert max(made) <= 2, made


async def test_what_is_out_of_sight_costs_no_layout_and_tools_are_whole(
    open_window: OpenWindow, bot: AppSide
) -> None:
    await long_thread(bot, "C0LOOKUPS")
    ana = await open_window(channel="C0LOOKUPS")
    await ana.open_thread("Root of a long thread")
    await expect(ana.rows(ana.thread)).to_have_count(LONG + 1)
    await expect(ana.rows(ana.thread).last).to_be_in_viewport()
    assert await ana.page.evaluate(SKIPPED) > LONG // 2
    last = ana.rows(ana.thread).last
    await last.hover()
    assert await last.evaluate("(row) => getComputedStyle(row).contentVisibility") == "visible"
    await ana.rows(ana.thread).first.scroll_into_view_if_needed()
    await expect(ana.rows(ana.thread).first).to_contain_text("Root of a long thread")
    await expect(ana.rows(ana.thread).first).to_be_in_viewport()


async def test_a_long_text_is_laid_out_by_the_screen_and_shown_whole(
    open_window: OpenWindow, bot: AppSide
) -> None:
    points = [f"Point {number} <https://example.org/{number}|is here>" for number in range(300)]
    root = await bot.post(channel="C0LOOKUPS", text="Root of long texts")
    await bot.post(channel="C0LOOKUPS", thread_ts=root, text="\n".join(points))
    listed = "\n".join(f"• {point}" for point in points)
    await bot.post(channel="C0LOOKUPS", thread_ts=root, text=listed)
    for mark in ("", "• "):
        text = "\n".join(f"{mark}Short {number}" for number in range(100))
        blocks = [{"type": "section", "expand": True, "text": mrkdwn(text)}]
        await bot.post(channel="C0LOOKUPS", thread_ts=root, text="x", blocks=blocks)
    ana = await open_window(channel="C0LOOKUPS")
    await ana.open_thread("Root of long texts")
    await expect(ana.rows(ana.thread)).to_have_count(5)
    for row, parts, words in ((1, 8, "here"), (2, 8, "here"), (3, 3, "Short"), (4, 3, "Short")):
        at = ana.rows(ana.thread).nth(row)
        await at.scroll_into_view_if_needed()
        shown = at.locator(".message-body").locator(".lines:not(li *), ul")
        await expect(shown).to_have_count(parts)
        told = await shown.all_text_contents()
        assert "".join(told).count(words) == (300 if words == "here" else 100)
        gaps = await at.evaluate(GAPS)
        assert len(gaps) == parts - 1
        assert max(map(abs, gaps)) < 1, gaps
