"""Writing, reading, editing and deleting messages as several people."""

from __future__ import annotations

from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, BEN, IN_BROWSER, LOOKUPS, TUMOR_BOARD, expect

pytestmark = IN_BROWSER


async def test_enter_sends_and_shift_enter_starts_a_line(open_window: OpenWindow) -> None:
    window = await open_window()
    composer = window.composer()
    await composer.fill("first line")
    await composer.press("Shift+Enter")
    await composer.press_sequentially("second line")
    await expect(window.rows()).to_have_count(0)
    await composer.press("Enter")
    await expect(window.row("first line").locator(".lines")).to_have_text("first line\nsecond line")
    await expect(composer).to_have_value("")


async def test_a_completed_mention_reaches_the_app_as_slack_writes_it(
    open_window: OpenWindow, bot: AppSide
) -> None:
    window = await open_window()
    composer = window.composer()
    await composer.press_sequentially("@cur")
    await expect(window.channel.get_by_role("option")).to_have_text("@CurbsideApp")
    await composer.press("Enter")
    await composer.press_sequentially("is 2 < 3 & who is @ben")
    await composer.press("Tab")
    await composer.press("Enter")
    await expect(window.row("is 2 < 3 & who is").locator(".mention")).to_have_text(
        ["@Curbside", "@Ben Okafor"]
    )
    history = await bot.call("conversations.history", channel=TUMOR_BOARD)
    assert history["messages"][0]["text"] == "<@U0CURBSIDE> is 2 &lt; 3 &amp; who is <@U0BEN>"


async def test_a_second_person_sees_a_message_arrive(open_window: OpenWindow) -> None:
    ana, ben = await open_window(ANA), await open_window(BEN)
    await ana.say("seen by both")
    await expect(ben.row("seen by both")).to_contain_text("Ana Ruiz")


async def test_a_channel_is_marked_until_it_is_read(open_window: OpenWindow, bot: AppSide) -> None:
    window = await open_window()
    await bot.post("look here", channel=LOOKUPS)
    place = window.place("drug-gene-lookups")
    await expect(place.get_by_role("img", name="unread")).to_be_visible()
    await place.click()
    await expect(window.row("look here")).to_be_visible()
    await window.place("tumor-board").click()
    await expect(place.get_by_role("img", name="unread")).to_have_count(0)


async def test_drafts_are_kept_per_channel_and_survive_a_reload(open_window: OpenWindow) -> None:
    window = await open_window()
    await window.composer().fill("half a thought")
    await window.place("reasoning-review").click()
    await expect(window.composer()).to_have_value("")
    await window.page.reload()
    await window.place("tumor-board").click()
    await expect(window.composer()).to_have_value("half a thought")


async def test_own_messages_can_be_edited_and_everybody_sees_it(open_window: OpenWindow) -> None:
    ana, ben = await open_window(ANA), await open_window(BEN)
    await ana.say("@Curbside typo & all")
    await ana.tool(ana.row("typo"), "pencil")
    editor = ana.page.get_by_role("textbox", name="Edit message")
    await expect(editor).to_have_value("@Curbside typo & all")
    await editor.fill("@Curbside corrected & all")
    await editor.press("Enter")
    for window in (ana, ben):
        await expect(window.row("corrected & all")).to_contain_text("(edited)")
    await expect(ben.row("corrected & all").locator(".mention")).to_have_text("@Curbside")
    await expect(ben.row("corrected").locator("[data-tool=pencil]")).to_have_count(0)


async def test_a_root_is_edited_in_the_pane_where_it_was_asked_for(
    open_window: OpenWindow,
) -> None:
    window = await open_window()
    await window.say("the question")
    await window.open_thread("the question")
    await window.tool(window.row("the question", within=window.thread), "pencil")
    editor = window.page.get_by_role("textbox", name="Edit message")
    await expect(editor).to_have_count(1)
    await expect(editor).to_be_focused()
    await window.page.wait_for_function(
        "box => box.clientHeight >= box.scrollHeight", arg=await editor.element_handle()
    )
    await editor.press("Escape")
    await expect(editor).to_have_count(0)
    await expect(window.thread).to_be_visible()


async def test_own_messages_can_be_deleted_after_a_question(open_window: OpenWindow) -> None:
    ana, ben = await open_window(ANA), await open_window(BEN)
    await ana.say("to be removed")
    await expect(ben.row("to be removed")).to_be_visible()
    await ana.tool(ana.row("to be removed"), "trash")
    await ana.page.get_by_role("button", name="Keep").click()
    await expect(ana.row("to be removed")).to_be_visible()
    await ana.tool(ana.row("to be removed"), "trash")
    await ana.page.get_by_role("button", name="Delete", exact=True).click()
    for window in (ana, ben):
        await expect(window.row("to be removed")).to_have_count(0)


async def test_one_window_can_act_as_several_people(open_window: OpenWindow) -> None:
    window = await open_window()
    await window.say("from Ana")
    await window.act_as("Ben Okafor")
    await window.say("from Ben")
    await expect(window.row("from Ana")).to_contain_text("Ana Ruiz")
    await expect(window.row("from Ben")).to_contain_text("Ben Okafor")
    await expect(window.row("from Ana").locator("[data-tool=pencil]")).to_have_count(0)


async def test_an_ephemeral_message_is_seen_by_one_person_only(
    open_window: OpenWindow, bot: AppSide
) -> None:
    ana, ben = await open_window(ANA), await open_window(BEN)
    await bot.call("chat.postEphemeral", channel=TUMOR_BOARD, user=ANA, text="a hint")
    await bot.post("for everybody")
    await expect(ana.row("a hint")).to_contain_text("Only visible to you")
    await expect(ben.row("for everybody")).to_be_visible()
    await expect(ben.row("a hint")).to_have_count(0)


async def test_a_direct_conversation_with_the_app_can_be_opened(
    open_window: OpenWindow, bot: AppSide
) -> None:
    window = await open_window()
    await window.place("Curbside").click()
    await expect(window.channel.get_by_role("heading", name="Curbside")).to_be_visible()
    await window.say("a private question")
    await expect(window.row("a private question")).to_be_visible()
    found = await bot.call("conversations.open", users=ANA)
    history = await bot.call("conversations.history", channel=found["channel"]["id"])
    assert [message["text"] for message in history["messages"]] == ["a private question"]


async def test_the_notification_text_of_an_app_message_can_be_seen(
    open_window: OpenWindow, bot: AppSide
) -> None:
    blocks = [{"type": "section", "text": {"type": "mrkdwn", "text": "the blocks"}}]
    await bot.post("what a phone shows", blocks=blocks)
    window = await open_window()
    row = window.row("the blocks")
    await expect(row).not_to_contain_text("what a phone shows")
    await window.tool(row, "bell")
    told = ["the blocks ", "what a phone shows "]
    await expect(row.locator(".notification-text")).to_have_text(told)
    await window.tool(row, "bell")
    await expect(row.locator(".notification-text")).to_have_count(0)
    await window.page.get_by_role("button", name="Notification texts").click()
    await expect(row.locator(".notification-text")).to_have_text(told)


async def test_what_goes_between_workspace_and_app_is_shown(
    open_window: OpenWindow, bot: AppSide
) -> None:
    window = await open_window()
    await bot.post("for all to see")
    async with window.page.context.expect_page() as opened:
        await window.page.get_by_role("link", name="Traffic of the apps").click()
    page = await opened.value
    row = page.get_by_role("listitem").filter(has_text="chat.postMessage")
    await expect(row).to_contain_text("Curbside → Slack")
    await row.locator("summary").click()
    await expect(row.locator("pre")).to_contain_text("for all to see")
    assert "xoxb" not in await page.inner_text("body")
    await page.get_by_label("Show what contains").fill("no such word")
    await expect(row).to_be_hidden()


async def test_a_message_that_is_refused_is_given_back(open_window: OpenWindow) -> None:
    window = await open_window()
    await window.page.route("**/page/api/messages", lambda route: route.abort())
    await window.say("must not be lost")
    await expect(window.page.get_by_role("alert")).to_contain_text("cannot be reached")
    await expect(window.composer()).to_have_value("must not be lost")
