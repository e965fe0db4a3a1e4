"""What axe says of the workspace's page: nothing, in light and dark, wide and narrow.

All in one window: each further one costs as much of the processor as axe itself."""

from __future__ import annotations

import pytest

from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.axe import findings
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, IN_BROWSER, expect
from tests.acceptance.browser.test_looks import full_thread

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
