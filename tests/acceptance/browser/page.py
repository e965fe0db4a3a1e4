"""The page as a person uses it: one object per open window, named by what people do."""

from __future__ import annotations

import importlib.util
import re

import pytest

from tests.conftest import IN_CI

if importlib.util.find_spec("playwright") is None and not IN_CI:
    pytest.skip("playwright is missing on this machine", allow_module_level=True)

from playwright.async_api import Locator, Page, Route, expect

__all__ = [
    "ANA",
    "BEN",
    "CHEN",
    "IN_BROWSER",
    "LOOKUPS",
    "TUMOR_BOARD",
    "Locator",
    "Page",
    "Route",
    "Window",
    "expect",
]

TUMOR_BOARD, LOOKUPS = "C0TUMORBOARD", "C0LOOKUPS"
IN_BROWSER = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]
"""The marks of every module here: one event loop, because one browser serves all tests."""

ANA, BEN, CHEN = "U0ANA", "U0BEN", "U0CHEN"


class Window:
    """One window of the page, opened by one person."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self._url = url
        self.problems: list[str] = []
        """What the browser complained about: errors of scripts and breaches of the policy."""
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda line: self._note(line.type, line.text))

    def _note(self, kind: str, text: str) -> None:
        if kind == "error" and "Failed to load resource" not in text:
            self.problems.append(text)

    async def visit(self, user: str = ANA, channel: str = TUMOR_BOARD, thread: str = "") -> None:
        place = "/".join(part for part in (user, channel, thread) if part)
        await self.page.goto(f"{self._url}/#/{place}")
        await expect(self.page.locator("body")).to_have_attribute("data-connection", "connected")

    # Places

    @property
    def channel(self) -> Locator:
        return self.page.locator("#channel")

    @property
    def thread(self) -> Locator:
        return self.page.locator("#thread")

    def place(self, name: str) -> Locator:
        """A channel or direct conversation in the left bar."""
        return self.page.locator(".place").filter(has_text=name)

    def row(self, text: str | re.Pattern[str], within: Locator | None = None) -> Locator:
        """The message with these words, in the channel unless told."""
        return (within or self.channel).locator("article.message").filter(has_text=text)

    def rows(self, within: Locator | None = None) -> Locator:
        return (within or self.channel).locator("article.message")

    def composer(self, within: Locator | None = None) -> Locator:
        return (within or self.channel).locator("> .composer textarea")

    # What a person does

    async def say(self, text: str, within: Locator | None = None) -> None:
        """Type and send with Enter."""
        composer = self.composer(within)
        await composer.fill(text)
        await composer.press("Enter")

    async def open_thread(self, text: str | re.Pattern[str]) -> None:
        await self.tool(self.row(text), "thread")
        await expect(self.thread).to_be_visible()

    async def tool(self, row: Locator, name: str) -> None:
        """Use the message's toolbar: smile, thread, pencil, trash or bell."""
        await row.hover()
        await row.locator(f"[data-tool={name}]").click()

    async def react(self, row: Locator, name: str) -> None:
        """Pick an emoji by its name with spaces, e.g. `octagonal sign`."""
        await self.tool(row, "smile")
        await self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()

    async def act_as(self, name: str) -> None:
        """Until the page has changed hands: what is typed before belongs to the other person."""
        title = self.page.locator(".me-title")
        before = await title.inner_text()
        await self.page.get_by_label("Acting as").select_option(label=name)
        await expect(title).not_to_have_text(before)
