"""Every block type on the page, and what must never become markup."""

from __future__ import annotations

import asyncio

from tests.acceptance.browser import samples
from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, IN_BROWSER, Locator, Window, expect
from tests.waiting import eventually

pytestmark = IN_BROWSER


async def show_blocks(open_window: OpenWindow, bot: AppSide, *blocks: samples.Block) -> Locator:
    """The row of a message with these blocks."""
    await bot.post("fallback", blocks=list(blocks))
    window: Window = await open_window()
    row = window.rows().last
    await expect(row.locator(".block").first).to_be_visible()
    return row


async def test_sections_show_mrkdwn_fields_and_an_accessory(
    open_window: OpenWindow, bot: AppSide
) -> None:
    row = await show_blocks(open_window, bot, samples.SECTION)
    await expect(row.locator("strong").first).to_have_text("Step 2")
    await expect(row.locator("em")).to_have_text("two silos")
    await expect(row.locator("s")).to_have_text("not this")
    await expect(row.locator("blockquote")).to_have_text("quoted <b>words</b>")
    await expect(row.locator("li")).to_have_text(["first", "second"])
    await expect(row.locator("pre")).to_have_text("code & more")
    await expect(row.get_by_role("img", name=":mag:")).to_be_visible()
    await expect(row.locator(".mention")).to_have_text(["@Ben Okafor", "#reasoning-review"])
    await expect(row.locator(".field")).to_have_text(["Silo\nPubMed", "Found\n3 documents"])
    await expect(row.get_by_role("button", name="Open")).to_be_visible()


async def test_a_long_section_folds_unless_it_says_that_it_stays_open(
    open_window: OpenWindow, bot: AppSide
) -> None:
    long = samples.mrkdwn("first\n" + "word " * 200 + "<https://example.org|last>")
    row = await show_blocks(
        open_window,
        bot,
        {"type": "section", "text": long},
        {"type": "section", "text": long, "expand": True},
    )
    folded, whole = row.locator(".block").first, row.locator(".block").last
    await expect(whole.get_by_role("button")).to_have_count(0)
    more = folded.get_by_role("button", name="See more")
    await expect(more).to_have_attribute("aria-expanded", "false")
    await _is_lower(folded, whole)
    height = await _height(folded)
    await more.click()
    less = folded.get_by_role("button", name="See less")
    await expect(less).to_have_attribute("aria-expanded", "true")
    await _is_lower(whole, folded)
    await less.press("Enter")
    await expect(more).to_be_focused()
    await eventually(lambda: _has_height(folded, height), "it is folded again")
    await folded.page.keyboard.press("Shift+Tab")
    await expect(folded.get_by_role("link", name="last")).to_be_focused()
    await _is_lower(whole, folded)


async def _is_lower(one: Locator, other: Locator) -> None:
    """Wait until it is: a row that is drawn anew has for a moment the height of an empty one."""

    async def holds() -> bool:
        return await _height(one) < await _height(other)

    await eventually(holds, "one is lower than the other")


async def _has_height(place: Locator, height: float) -> bool:
    return await _height(place) == height


async def _height(place: Locator) -> float:
    # The page draws a row anew when a name or a file of it arrives: for that moment it has no box.
    box = None
    async with asyncio.timeout(10):
        while box is None:
            box = await place.bounding_box()
    return box["height"]


async def test_links_open_elsewhere_and_only_to_the_web(
    open_window: OpenWindow, bot: AppSide
) -> None:
    text = "<https://example.org/a?b=1&amp;c=2|good> <javascript:alert(1)|bad> <data:text/html,x|x>"
    section = {"type": "section", "text": samples.mrkdwn(text)}
    markdown = {
        "type": "markdown",
        "text": "[worse](javascript:alert(1)) [3](https://example.org/3)",
    }
    row = await show_blocks(open_window, bot, section, markdown)
    links = row.locator(".block a")
    await expect(links).to_have_text(["good", "[3]"])
    await expect(links.first).to_have_attribute("href", "https://example.org/a?b=1&c=2")
    for number in range(2):
        await expect(links.nth(number)).to_have_attribute("target", "_blank")
        await expect(links.nth(number)).to_have_attribute("rel", "noopener noreferrer")
    await expect(row).to_contain_text("bad")
    await expect(row).to_contain_text("worse")


async def test_markdown_shows_structure_citations_and_tables(
    open_window: OpenWindow, bot: AppSide
) -> None:
    row = await show_blocks(open_window, bot, samples.MARKDOWN)
    await expect(row.get_by_role("heading", name="Answer")).to_be_visible()
    await expect(row.locator("a.citation")).to_have_text(["[1]", "[2]"])
    await expect(row.locator("ol > li")).to_have_text(["one", "twonested"])
    await expect(row.locator("ol ul li")).to_have_text("nested")
    await expect(row.locator("blockquote")).to_have_text("quoted twice")
    await expect(row.locator("tbody tr").nth(1).locator("td")).to_have_text(["B | C", "3 %"])
    await expect(row.locator("pre")).to_have_text("<script>alert(1)</script>")
    await expect(row).to_contain_text("<img src=x onerror=alert(1)> stays words")
    await expect(row.locator(".markdown img, .markdown script")).to_have_count(0)


async def test_rich_text_tables_and_headers_are_shown(
    open_window: OpenWindow, bot: AppSide
) -> None:
    blocks = (
        samples.HEADER,
        samples.RICH_TEXT,
        samples.TABLE,
        {"type": "divider"},
        samples.CONTEXT,
    )
    row = await show_blocks(open_window, bot, *blocks)
    await expect(row.get_by_role("heading", name="Answer")).to_be_visible()
    await expect(row.locator(".rich-text strong")).to_have_text("bold")
    await expect(row.locator(".rich-text li")).to_have_text(["item one", "item two"])
    await expect(row.locator(".rich-text pre")).to_have_text("fixed width")
    await expect(row.locator("table td")).to_have_text(["ESR1", "12", "PIK3CA", "7"])
    await expect(row.locator("hr")).to_have_count(1)
    await expect(row.locator(".context")).to_contain_text("3 sources")


async def test_alerts_say_how_bad_it_is(open_window: OpenWindow, bot: AppSide) -> None:
    levels = ("default", "info", "warning", "error", "success")
    row = await show_blocks(open_window, bot, *(samples.alert(level) for level in levels))
    for level, words in zip(levels, ("Note", "Info", "Warning", "Error", "Success"), strict=True):
        await expect(row.get_by_role("note", name=words)).to_contain_text(level)


async def test_a_plan_shows_each_task_and_its_state(open_window: OpenWindow, bot: AppSide) -> None:
    row = await show_blocks(open_window, bot, samples.PLAN)
    await expect(row.locator(".plan-head")).to_have_text("Working on it1 of 4")
    for state in ("Complete", "In progress", "Pending", "Failed"):
        await expect(row.get_by_role("img", name=state)).to_be_visible()
    await expect(row.get_by_role("link", name="Source one")).to_be_visible()
    await row.locator("summary").click()
    await expect(row.get_by_role("link", name="Source one")).to_be_hidden()


async def test_a_task_card_stands_alone(open_window: OpenWindow, bot: AppSide) -> None:
    row = await show_blocks(open_window, bot, samples.TASK)
    await expect(row.locator(".task")).to_contain_text("asked: elacestrant ESR1")


async def test_a_container_stays_open_when_its_message_changes(
    open_window: OpenWindow, bot: AppSide
) -> None:
    container = samples.CONTAINER | {"block_id": "sources"}
    ts = await bot.post("fallback", blocks=[container])
    window = await open_window()
    link = window.rows().last.get_by_role("link", name="A trial")
    await expect(link).to_be_hidden()
    await window.rows().last.locator("summary").click()
    await expect(link).to_be_visible()
    more = {"type": "context", "elements": [samples.mrkdwn("changed")]}
    await bot.call("chat.update", channel="C0TUMORBOARD", ts=ts, text="x", blocks=[container, more])
    await expect(window.rows().last).to_contain_text("changed")
    await expect(link).to_be_visible()


async def test_pictures_from_outside_are_linked_and_not_loaded(
    open_window: OpenWindow, bot: AppSide
) -> None:
    row = await show_blocks(open_window, bot, samples.IMAGE)
    await expect(row.get_by_role("link", name="Image: a survival curve")).to_be_visible()
    await expect(row.locator("img")).to_have_count(0)


async def test_a_video_is_linked_and_an_unknown_block_is_said_to_be_unsupported(
    open_window: OpenWindow, bot: AppSide
) -> None:
    video = {
        "type": "video",
        "alt_text": "a video",
        "title": samples.plain("A video"),
        "title_url": "https://example.org/v",
        "video_url": "https://example.org/v",
        "thumbnail_url": "https://example.org/t.png",
    }
    chart = {"type": "data_visualization"}
    row = await show_blocks(open_window, bot, video, chart, samples.CONTEXT)
    await expect(row.get_by_role("link", name="Video: a video")).to_be_visible()
    await expect(row.locator(".unsupported")).to_have_text("unsupported block: data_visualization")
    await expect(row.locator(".context").last).to_contain_text("3 sources")


async def test_a_button_tells_the_app_who_pressed_what(
    open_window: OpenWindow, bot: AppSide
) -> None:
    await bot.listen()
    row = await show_blocks(open_window, bot, samples.ACTIONS)
    await row.get_by_role("button", name="Show steps").click()
    payload = await bot.next_interaction()
    assert payload["user"]["id"] == ANA
    assert payload["actions"][0]["action_id"] == "steps"
    assert payload["actions"][0]["value"] == "v1"
    await row.get_by_role("combobox").select_option("2")
    chosen = (await bot.next_interaction())["actions"][0]
    assert chosen["selected_option"]["value"] == "2"


async def test_a_dangerous_button_asks_first(open_window: OpenWindow, bot: AppSide) -> None:
    await bot.listen()
    row = await show_blocks(open_window, bot, samples.ACTIONS)
    await row.get_by_role("button", name="Stop").click()
    dialog = row.page.get_by_role("dialog", name="Stop the run?")
    await expect(dialog).to_contain_text("What was found so far is kept.")
    await dialog.get_by_role("button", name="Go on").click()
    await row.get_by_role("button", name="Stop").click()
    await dialog.get_by_role("button", name="Stop it").click()
    assert (await bot.next_interaction())["actions"][0]["action_id"] == "stop"
    assert bot.interactions.empty()


async def test_feedback_is_a_toggle(open_window: OpenWindow, bot: AppSide) -> None:
    await bot.listen()
    row = await show_blocks(open_window, bot, samples.FEEDBACK)
    good = row.get_by_role("button", name="Good answer")
    bad = row.get_by_role("button", name="Bad answer")
    await good.click()
    assert (await bot.next_interaction())["actions"][0]["value"] == "good"
    await expect(good).to_have_attribute("aria-pressed", "true")
    await bad.click()
    assert (await bot.next_interaction())["actions"][0]["value"] == "bad"
    await expect(good).to_have_attribute("aria-pressed", "false")
    await expect(bad).to_have_attribute("aria-pressed", "true")


async def test_feedback_stays_pressed_when_the_message_changes_meanwhile(
    open_window: OpenWindow, bot: AppSide
) -> None:
    await bot.listen()
    ts = await bot.post("fallback", blocks=[samples.FEEDBACK])
    window = await open_window()
    row = window.rows().last
    bot.acknowledging.clear()
    await row.get_by_role("button", name="Bad answer").click()
    await bot.next_interaction()
    changed = [samples.FEEDBACK, {"type": "divider"}]
    await bot.call("chat.update", channel="C0TUMORBOARD", ts=ts, text="fallback", blocks=changed)
    await expect(row.locator("hr")).to_be_visible()
    bot.acknowledging.set()
    bad = row.get_by_role("button", name="Bad answer")
    await expect(bad).to_have_attribute("aria-pressed", "true")


async def test_a_press_that_nobody_hears_is_said(open_window: OpenWindow, bot: AppSide) -> None:
    row = await show_blocks(open_window, bot, samples.ACTIONS)
    await row.get_by_role("button", name="Show steps").click()
    await expect(row.page.get_by_role("alert")).to_have_text("The app did not answer in time.")
