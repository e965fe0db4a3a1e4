"""What can be measured of how the page looks: contrast, overflow, and nothing from outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.browser import samples
from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, IN_BROWSER, TUMOR_BOARD, Window, expect
from tests.waiting import eventually

pytestmark = IN_BROWSER

READABLE = 4.5
"""The contrast that WCAG AA asks for."""

CONTRASTS = Path(__file__).with_name("contrasts.js").read_text(encoding="utf-8")

TOO_WIDE = """() => {
  const boxes = document.querySelectorAll("html, .messages, .composer, .pane-head");
  return [...boxes].filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.className);
}"""

SETS_HTML = """() => {
  try { document.createElement("div").innerHTML = "<b>x</b>"; return true }
  catch { return false }
}"""


async def fits(window: Window) -> bool:
    """Whether nothing is wider than its pane; names and files may still come and redraw a row."""
    return bool(await window.page.evaluate(TOO_WIDE) == [])


async def full_thread(open_window: OpenWindow, bot: AppSide, **how: Any) -> Window:
    """A window on a thread with every kind of block, reactions and a long word."""
    root = await bot.post("a question for <@U0ANA> and <@U0BEN>")
    await bot.call("reactions.add", channel=TUMOR_BOARD, timestamp=root, name="eyes")
    pages = (
        [samples.HEADER, samples.SECTION, samples.CONTEXT, samples.ACTIONS],
        [samples.MARKDOWN, samples.FEEDBACK, samples.CONTAINER],
        [samples.RICH_TEXT, samples.TABLE, samples.IMAGE],
        [samples.alert(level) for level in ("default", "info", "warning", "error", "success")],
        [samples.PLAN],
    )
    for blocks in pages:
        await bot.post("step", thread_ts=root, blocks=blocks)
    await bot.post("c.1624G>A" * 60, thread_ts=root)
    window: Window = await open_window(ANA, channel=TUMOR_BOARD, thread=root, **how)
    await expect(window.rows(window.thread)).to_have_count(len(pages) + 2)
    return window


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_all_words_are_readable(open_window: OpenWindow, bot: AppSide, scheme: str) -> None:
    window = await full_thread(open_window, bot, color_scheme=scheme)
    ground = await window.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(26, 29, 33)"}[scheme]
    contrasts = await window.page.evaluate(f"{CONTRASTS}\nmeasureContrasts()")
    assert len(contrasts) > 50
    assert [(ratio, words) for ratio, words in contrasts if ratio < READABLE] == []


@pytest.mark.parametrize("width", [1280, 800])
async def test_nothing_runs_out_of_its_pane(
    open_window: OpenWindow, bot: AppSide, width: int
) -> None:
    window = await full_thread(open_window, bot, width=width)
    await eventually(lambda: fits(window), "nothing runs out of its pane")
    await expect(window.composer(window.thread)).to_be_in_viewport()


async def test_the_browser_itself_forbids_anything_from_outside(
    open_window: OpenWindow, bot: AppSide
) -> None:
    window = await open_window()
    requests: list[str] = []
    window.page.on("request", lambda request: requests.append(request.url))
    response = await window.page.reload()
    assert response is not None
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "require-trusted-types-for 'script'" in policy
    await full_thread(open_window, bot)
    origin = window.page.url.split("/#")[0]
    assert requests
    assert [url for url in requests if not url.startswith(origin)] == []
    assert not await window.page.evaluate(SETS_HTML)
    assert "TrustedHTML" in window.problems.pop()
