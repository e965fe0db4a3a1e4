"""Reactions by several people, and files from a person to the app and back."""

from __future__ import annotations

import struct
import zlib

from tests.acceptance.browser.app_side import AppSide
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.page import ANA, BEN, IN_BROWSER, TUMOR_BOARD, expect

pytestmark = IN_BROWSER


def png() -> bytes:
    """A picture of one red pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\x00\xff\x00\x00")
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    )


async def test_reactions_are_counted_live_and_taken_back(
    open_window: OpenWindow, bot: AppSide
) -> None:
    ts = await bot.post("react to this")
    ana, ben = await open_window(ANA), await open_window(BEN)
    await ana.react(ana.row("react to this"), "octagonal sign")
    chip = ben.row("react to this").locator("[data-reaction=octagonal_sign]")
    await expect(chip).to_contain_text("1")
    await chip.click()
    mine = ana.row("react to this").locator("[data-reaction=octagonal_sign]")
    await expect(mine).to_contain_text("2")
    await expect(mine).to_have_attribute(
        "title", "Ana Ruiz, Ben Okafor reacted with :octagonal_sign:"
    )
    await mine.click()
    await expect(chip).to_contain_text("1")
    await bot.call("reactions.add", channel=TUMOR_BOARD, timestamp=ts, name="eyes")
    await expect(ana.row("react to this").locator("[data-reaction=eyes]")).to_be_visible()


async def test_a_file_goes_up_and_comes_down_again(open_window: OpenWindow) -> None:
    ana, ben = await open_window(ANA), await open_window(BEN)
    report = {"name": "report.txt", "mimeType": "text/plain", "buffer": b"ER 90 %, HER2 0"}
    await ana.channel.locator("input[type=file]").set_input_files([report])
    await expect(ana.channel.locator(".chip")).to_contain_text("report.txt")
    await ana.say("the report")
    file = ben.row("the report").locator("a.file")
    await expect(file).to_contain_text("report.txt")
    async with ben.page.expect_download() as download:
        await file.click()
    path = await (await download.value).path()
    assert path.read_bytes() == b"ER 90 %, HER2 0"


async def test_a_picture_is_shown_without_words(open_window: OpenWindow) -> None:
    window = await open_window()
    picture = {"name": "slide.png", "mimeType": "image/png", "buffer": png()}
    await window.channel.locator("input[type=file]").set_input_files([picture])
    await expect(window.channel.locator(".chip:not(.loading)")).to_be_visible()
    await window.composer().press("Enter")
    shown = window.rows().last.get_by_role("img", name="slide.png")
    await expect(shown).to_be_visible()
    await expect(shown).to_have_js_property("complete", True)  # seen before it has come
    await expect(shown).to_have_js_property("naturalWidth", 1)


async def test_an_attached_file_can_be_removed_before_sending(open_window: OpenWindow) -> None:
    window = await open_window()
    wrong = {"name": "wrong.txt", "mimeType": "text/plain", "buffer": b"x"}
    await window.channel.locator("input[type=file]").set_input_files([wrong])
    await window.page.get_by_role("button", name="Remove wrong.txt").click()
    await window.say("without it")
    await expect(window.row("without it")).to_be_visible()
    await expect(window.row("without it").locator(".file")).to_have_count(0)
