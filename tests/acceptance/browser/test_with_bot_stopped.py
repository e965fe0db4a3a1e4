"""Stopping a run from the page while a language model is thinking, and a model that is down."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.demo import Demo, demo
from tests.acceptance.browser.page import ANA, BEN, IN_BROWSER, LOOKUPS, expect
from tests.acceptance.browser.reader import SLOW, Reader
from tests.scripted_provider import Call, Fail, Hang, Scripted, scripted_provider
from tests.starter_corpus import copy_part

pytestmark = [*IN_BROWSER, pytest.mark.slow]

SEARCH = Call((("search_genes", {"query": "ERBB2"}),), text="I look the gene up.")
TWO_SECONDS = 2_000
OpenReader = Callable[..., Awaitable[Reader]]


@pytest_asyncio.fixture(loop_scope="package", scope="module")
async def provider() -> AsyncIterator[Scripted]:
    async with scripted_provider() as scripted:
        yield scripted


LINES = 160
"""More than are shown whole: the entry is then read by a call of its own, which can hang."""


@pytest.fixture(scope="module")
def long_entry(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The genes of the corpus, the entry of ERBB2 too long to be shown to the model whole."""
    folder = tmp_path_factory.mktemp("long") / "corpus"
    copy_part(corpus, folder, {"genes": ()})
    with (folder / "genes" / "erbb2.yaml").open("a", encoding="utf-8") as entry:
        for number in range(LINES):
            entry.write(
                f"  - id: line-{number}\n    kind: definition\n"
                f"    text: Line {number} makes the entry of ERBB2 too long to be shown whole.\n"
                "    as_of: 2024-07\n    record: gene_reference:HGNC:3430\n"
            )
    return folder


@pytest_asyncio.fixture(loop_scope="package", scope="module")
async def curbside(long_entry: Path, provider: Scripted) -> AsyncIterator[Demo]:
    """A demo whose model is ours to script. It asks an example itself, which the empty script
    answers with a refusal."""
    settings = {
        "CURBSIDE_MODEL": "openai:scripted",
        "CURBSIDE_MODEL_URL": f"{provider.url}/v1",
        "OPENAI_API_KEY": "test",
    }
    async with demo(long_entry, "genes", **settings) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="package")
async def read(curbside: Demo, provider: Scripted, open_at: OpenWindow) -> OpenReader:
    async def opened(user: str = ANA) -> Reader:
        return Reader(await open_at(curbside.url, user, channel=LOOKUPS))

    ready = await opened()
    example = await open_at(curbside.url, ANA)
    await Reader(example).wait_until_ended(example.rows().first)
    await ready.page.close()
    provider.script[:] = [SEARCH, Hang(60), Hang(60)]
    return opened


async def searching(ana: Reader, question: str) -> None:
    """Ask, and wait until the step is there and its search is under way."""
    await ana.post(question)
    await expect(ana.steps.last).to_contain_text("looking…", timeout=SLOW)


async def stopped(ana: Reader, by: str) -> None:
    """Within two seconds the run says who stopped it, and nothing runs any more."""
    await expect(ana.last).to_contain_text(f"Stopped by @{by}.", timeout=TWO_SECONDS)
    await ana.wait_until_ended(ana.root)
    await expect(ana.root.locator("[data-reaction=octagonal_sign]")).to_be_visible()
    await expect(ana.steps.last).to_contain_text("Stopped before it answered.")
    await expect(ana.thread.get_by_role("button", name="Stop")).to_have_count(0)


async def test_the_stop_button_of_a_step_stops_the_run(read: OpenReader) -> None:
    ana = await read()
    await searching(ana, "What is ERBB2 by button?")
    await ana.steps.last.get_by_role("button", name="Stop").click()
    await stopped(ana, "Ana Ruiz")


async def test_typing_stop_in_the_thread_stops_the_run(read: OpenReader) -> None:
    ana = await read()
    await searching(ana, "What is ERBB2 by word?")
    await ana.window.say("stop", ana.thread)
    await stopped(ana, "Ana Ruiz")


async def test_a_colleague_stops_the_run_with_a_reaction(read: OpenReader) -> None:
    ana, ben = await read(), await read(BEN)
    await searching(ana, "What is ERBB2 by sign?")
    await ben.window.react(ben.window.row("What is ERBB2 by sign?"), "octagonal sign")
    await stopped(ana, "Ben Okafor")


async def test_a_model_that_refuses_our_key_is_a_plain_sentence(
    read: OpenReader, provider: Scripted
) -> None:
    ana = await read()
    provider.script[:] = [Fail(401, "invalid_api_key", "a secret of the provider")]
    await ana.ask("What is ERBB2 without a key?")
    await expect(ana.last).to_contain_text("language model is not set up correctly")
    await expect(ana.thread).not_to_contain_text("secret")
