"""A fresh workspace, a browser, and windows for as many people as a test needs."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.server import WorkspaceProcess
from tests.conftest import absent

if TYPE_CHECKING:  # playwright may be absent; the test modules skip themselves then
    from playwright.async_api import Browser

    from tests.acceptance.browser.page import Window

UNWANTED = (
    # Each window would load two pages behind its address bar: a third of the browser's work.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # Playwright's own, which our flag replaces: what would ask other hosts, or delay a picture.
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    # Kept ready for the next page: a tenth of the browser's work (measured).
    "SpareRendererForSitePerProcess",
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNWANTED)}",
)
PATIENCE = 20_000
"""Milliseconds to wait for what should be seen on the page."""
NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
)  # fmt: skip
"""The first that is there is taken. The first of all has no windows to draw around a page: a third
less of the processor for the same tests (measured)."""
OpenWindow = Callable[..., Awaitable["Window"]]


@pytest_asyncio.fixture(loop_scope="package")
async def local(tmp_path: Path) -> AsyncIterator[WorkspaceProcess]:
    """A workspace of its own in a process of its own."""
    process = WorkspaceProcess(tmp_path / "workspace.sqlite")
    await process.start()
    yield process
    await process.kill()


@pytest_asyncio.fixture(loop_scope="package")
async def bot(local: WorkspaceProcess) -> AsyncIterator[AppSide]:
    """The app's side of the wire."""
    async with AppSide(local.url) as side:
        yield side


@pytest.fixture(scope="package")
def chromium() -> str:
    """The path of the system's Chromium."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        absent("Chromium")
        raise AssertionError
    return found


@pytest_asyncio.fixture(loop_scope="package", scope="package")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    from playwright.async_api import async_playwright, expect

    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="package")
async def open_at(browser: Browser) -> AsyncIterator[OpenWindow]:
    """`await open_at(url, user, channel=…, thread=…, width=1280, color_scheme="dark")`.

    Afterwards no window may have met an error of a script or a breach of the content policy.
    """
    from tests.acceptance.browser.page import Window

    windows: list[Window] = []

    async def opened(
        url: str,
        user: str = "U0ANA",
        *,
        width: int = 1280,
        color_scheme: Any = "light",
        **place: str,
    ) -> Window:
        context = await browser.new_context(
            viewport={"width": width, "height": 860},
            color_scheme=color_scheme,
            reduced_motion="reduce",
        )
        window = Window(await context.new_page(), url)
        windows.append(window)
        await window.visit(user, **place)
        return window

    yield opened
    for window in windows:
        await window.page.context.close()
    assert [problem for window in windows for problem in window.problems] == []


@pytest.fixture
def open_window(open_at: OpenWindow, local: WorkspaceProcess) -> OpenWindow:
    """Windows on the workspace of the test: `await open_window(user, channel=…)`."""
    return partial(open_at, local.url)
