"""What axe says of the workspace's page: nothing, in light and dark, wide and narrow.

All in one window: each further one costs as much of the processor as axe itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.pages.viewer import passage_page
from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.axe import findings
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, IN_BROWSER, expect
from tests.acceptance.browser.test_looks import full_thread
from tests.unit.bot.pages.test_viewer import cited, document

pytestmark = [*IN_BROWSER, pytest.mark.node]

UNNAMED = "document.querySelector('main').append(document.createElement('button'))"


async def test_axe_finds_nothing_but_what_is_put_in(open_window: OpenWindow, bot: AppSide) -> None:
    window = await full_thread(open_window, bot)
    assert await findings(window) == []
    await window.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert await findings(window) == []
    await window.page.set_viewport_size({"width": 390, "height": 860})
    assert await findings(window) == []
    await window.visit(ANA)
    await window.page.set_viewport_size({"width": 1280, "height": 860})
    await window.place("Curbside").click()
    home = window.page.get_by_role("link", name="Home", exact=True)
    await home.click()
    await expect(home).to_have_attribute("aria-current", "page")
    assert await findings(window) == []
    await window.page.evaluate(UNNAMED)
    assert [(each.rule, each.impact) for each in await findings(window)] == [
        ("button-name", "critical")
    ]


async def test_axe_finds_nothing_on_the_page_of_a_passage(open_window: OpenWindow) -> None:
    page = (window := await open_window()).page
    await page.goto("about:blank")
    text = "Alpha works."
    stored = replace(document(text), url="https://example.org/p1")
    sound = replace(cited(0, len(text), text), status="confirmed", kind="digest")
    shown = [replace(sound, record=stored.url), replace(sound, status="retracted")]
    for citation in shown:
        await page.set_content(passage_page(stored, citation))
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert [each for each in await findings(window) if each.impact != "minor"] == []
