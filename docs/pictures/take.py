"""Take the pictures of the README again, from a demo that is running.

    make demo                                  # in one terminal
    python docs/pictures/take.py               # in another; needs Playwright and a Chromium

``take.py ADDRESS`` for a demo that is not at http://127.0.0.1:3535. It asks one question in
#drug-gene-lookups, waits for the answer, and writes ``thread.png`` (the thread) and
``passage.png`` (its first citation opened) beside itself.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from bot.rendering.answer.signs import SIGNS

HERE = Path(__file__).parent
ADDRESS = "http://127.0.0.1:3535"
ASKER, CHANNEL = "U0ANA", "C0LOOKUPS"
QUESTION = "What did DESTINY-Breast04 show?"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WAIT_MILLISECONDS = 60_000
"""To wait for the answer. Chosen by hand."""
MINE = """(began) => [...document.querySelectorAll("#channel article.message")]
  .find((row) => Number(row.dataset.ts) > began)?.dataset.ts"""


async def main(address: str) -> None:
    """Ask in the demo at this address and take both pictures."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = await _window(browser, 1360, 1150)
        await page.goto(f"{address}/#/{ASKER}/{CHANNEL}")
        await _ask(page)
        await page.screenshot(path=HERE / "thread.png")
        await _open_citation(page)
        await browser.close()


async def _window(browser: Browser, width: int, height: int) -> Page:
    return await browser.new_page(
        viewport={"width": width, "height": height}, color_scheme="light", reduced_motion="reduce"
    )


async def _ask(page: Page) -> None:
    await page.wait_for_selector("body[data-connection=connected]")
    began = time.time()
    composer = page.locator("#channel > .composer textarea")
    await composer.fill(f"@Curbside {QUESTION}")
    await composer.press("Enter")
    ts = await (await page.wait_for_function(MINE, arg=began)).json_value()
    question = page.locator(f"#channel article.message[data-ts='{ts}']")
    answered = SIGNS["answered"].reaction
    await question.locator(f"[data-reaction={answered}]").wait_for(timeout=WAIT_MILLISECONDS)
    await question.locator("[data-reaction=eyes]").wait_for(state="detached")
    await question.locator(".thread-bar").click()
    await page.locator("#thread article.message .actions").last.wait_for()
    await page.locator("#thread .messages").evaluate("list => { list.scrollTop = 0 }")
    await page.mouse.move(300, 1140)


async def _open_citation(page: Page) -> None:
    async with page.context.expect_page() as opening:
        await page.locator("#thread article.message").last.locator(".section a").first.click()
    passage = await opening.value
    await passage.set_viewport_size({"width": 1000, "height": 900})
    await passage.screenshot(path=HERE / "passage.png")


if __name__ == "__main__":
    asyncio.run(main(*(sys.argv[1:] or [ADDRESS])))
