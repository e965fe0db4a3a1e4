"""The page with the bot behind it, over part of the real corpus: ask, watch, check, ask on."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from evals.reports.pdf_pages import DrawnLine, pdf_of
from tests.acceptance.browser.conftest import OpenWindow
from tests.acceptance.browser.demo import Demo, demo
from tests.acceptance.browser.page import ANA, BEN, IN_BROWSER, LOOKUPS, Locator, Page, expect
from tests.acceptance.browser.reader import SLOW, Reader
from tests.acceptance.test_facts import REPORT, TRIAL
from tests.integration.bot.slack import Slack
from tests.sources.server import loopback
from tests.sources.test_record_services import MYVARIANT, SNP, summaries

pytestmark = [*IN_BROWSER, pytest.mark.slow]

PIK3CA = "What is the first-line treatment for PIK3CA-mutant HR+ HER2-negative breast cancer?"
UNKNOWN = "What is the dose of zorblaxinib?"
OpenReader = Callable[..., Awaitable[Reader]]


@pytest_asyncio.fixture(loop_scope="package", scope="module")
async def curbside(corpus: Path) -> AsyncIterator[Demo]:
    """One demo for all tests here; each asks questions of its own."""
    async with loopback() as services:
        services.on("/esummary.fcgi", summaries(SNP))
        services.on("/query", {"hits": [MYVARIANT]})
        addresses = dict.fromkeys(("ncbi", "myvariant"), services.url)
        records = {
            "CURBSIDE_RECORDS": "ncbi_snp,myvariant",
            "CURBSIDE_SOURCE_ADDRESSES": json.dumps(addresses),
        }
        async with demo(corpus, "nccn_guidelines", "variant_evidence", **records) as running:
            yield running


@pytest_asyncio.fixture(loop_scope="package")
async def read(curbside: Demo, open_at: OpenWindow) -> OpenReader:
    """`await read(user)`: this person at a window on the channel for look-ups."""

    async def opened(user: str = ANA, **how: str) -> Reader:
        return Reader(await open_at(curbside.url, user, channel=LOOKUPS, **how))

    return opened


async def opened_by(link: Locator) -> Page:
    """The page that a link opens in a tab of its own."""
    async with link.page.context.expect_page() as opening:
        await link.click()
    page: Page = await opening.value
    await page.wait_for_load_state()
    return page


async def test_a_question_gets_a_sign_steps_and_an_answer_with_numbered_sources(
    read: OpenReader,
) -> None:
    ana = await read()
    await ana.ask(PIK3CA)
    assert "eyes" in await ana.read_texts("reactions")
    await expect(ana.steps.first).to_contain_text("Asked of each but Landmark trials: treatment (")
    await expect(ana.steps.first).not_to_contain_text("What is the first-line")
    await expect(ana.steps.first).to_contain_text("Variant evidence ·")
    await expect(ana.steps.first.get_by_role("button", name="Stop")).to_have_count(0)
    await expect(ana.last).to_contain_text("Sources")
    numbers = set(await ana.last.locator(".section a").all_text_contents())
    assert numbers
    sources = ana.last.locator(".context").first
    await expect(sources).to_contain_text("Sources")
    await expect(sources).to_contain_text(re.compile("verified quote|Curbside digest|unconfirmed"))
    listed = set(
        await sources.get_by_role("link", name=re.compile(r"^\[\d+\]$")).all_text_contents()
    )
    assert listed == numbers


async def test_a_citation_opens_the_stored_document_at_the_quoted_words(read: OpenReader) -> None:
    ana = await read()
    await ana.ask(PIK3CA)
    await expect(ana.last).to_contain_text("Sources")
    said = await ana.last.text_content() or ""
    page = await opened_by(ana.last.locator(".section").get_by_role("link").first)
    quote = page.locator("mark")
    assert await quote.inner_text() in said
    words = await quote.inner_text()
    assert len(await page.locator("article").inner_text()) > 3 * len(words)
    await expect(page.locator(".badge")).to_have_text(
        re.compile("verified quote|Curbside digest|unconfirmed")
    )
    await expect(page.locator("dl a").first).to_have_attribute("href", re.compile("^https://"))
    await page.get_by_role("link", name="Go to the quoted words").click()
    await expect(quote).to_be_in_viewport()
    await page.goto(re.sub(r".\?s=.*", "99?s=forged", page.url))
    await expect(page.get_by_role("heading")).to_have_text("Not signed")


async def test_somebody_else_sees_a_follow_up_of_the_conversation_happen(read: OpenReader) -> None:
    ana, ben = await read(), await read(BEN)
    await ana.ask(PIK3CA)
    await ben.open(ana.asked)
    await ben.watch()
    await ben.wait_for_words_of(ana)
    before = await ben.window.rows(ben.thread).count()
    await ana.reply("and in the metastatic setting?")
    await expect(ben.window.rows(ben.thread)).not_to_have_count(before + 1)
    await expect(ben.steps.last).to_contain_text("PIK3CA")
    await expect(ben.steps.last).to_contain_text("metastatic")
    await expect(ben.last).to_contain_text("Sources")
    await ben.wait_for_words_of(ana)
    fresh = " | ".join((await ben.read_texts("texts"))[before:])
    assert re.search(r"metastatic setting\?.*Step 1 .*Sources", fresh, re.DOTALL)


async def test_what_a_step_found_can_be_asked_for(read: OpenReader) -> None:
    ana = await read()
    await ana.ask(PIK3CA)
    found = ana.steps.first.locator("details").filter(has_text="Variant evidence ·")
    await expect(found.locator("li").first).not_to_be_visible()
    await found.locator("summary").click()
    words = (
        (await found.locator("li").first.text_content() or "")
        .partition(": ")[2]
        .rpartition(" [")[0]
    )
    assert words
    await ana.reply("what did the variant evidence search return in step 1?")
    await expect(ana.last).to_contain_text("Variant evidence was asked for")
    await expect(ana.last).to_contain_text(words)


async def test_a_gap_says_what_is_missing_and_where_it_looked(read: OpenReader) -> None:
    ana = await read()
    await ana.ask(UNKNOWN)
    await expect(ana.root.locator("[data-reaction=warning]")).to_be_visible()
    await expect(ana.last).to_contain_text("I cannot answer this from my sources.")
    await expect(ana.last).to_contain_text("zorblaxinib")
    await expect(ana.last).to_contain_text("NCCN guidelines")
    await expect(ana.last.locator("a")).to_have_count(0)


async def test_a_judgement_is_acknowledged_to_the_person_alone(read: OpenReader) -> None:
    ana, ben = await read(), await read(BEN)
    await ana.ask(PIK3CA)
    await ben.open(ana.asked)
    await ana.last.get_by_role("button", name="Helpful").click()
    await expect(ana.whispers).to_contain_text("Your mark stands below the answer")
    await ana.last.get_by_role("button", name="Show passages").click()
    await expect(ana.whispers.last.locator("blockquote").first).to_be_visible()
    await expect(ben.whispers).to_have_count(0)


async def test_the_words_of_a_file_belong_to_the_question(read: OpenReader) -> None:
    ana = await read()
    await ana.watch()
    report = "An invented patient. Ductal carcinoma, HR positive, HER2 negative, PIK3CA H1047R."
    file = {"name": "report.txt", "mimeType": "text/plain", "buffer": report.encode()}
    await ana.window.channel.locator("> .composer input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    await expect(ana.window.channel.locator(".chips")).to_contain_text("report.txt")
    question = "Which therapy fits the mutation in this report?"
    await ana.ask(question)
    await expect(ana.root.locator("a.file")).to_contain_text("report.txt")
    await expect(ana.steps.first).to_contain_text("H1047R")
    await expect(ana.last).to_contain_text("Sources")


async def test_an_empty_mention_gets_a_hint(read: OpenReader) -> None:
    ana = await read()
    await ana.post("")
    await expect(ana.window.rows(ana.thread)).to_have_count(2, timeout=SLOW)
    await expect(ana.last).to_contain_text("Ask me a question in the same message")


async def test_reloading_and_restarting_keep_the_thread_and_its_memory(
    read: OpenReader, curbside: Demo
) -> None:
    ana = await read()
    await ana.ask(PIK3CA)
    await expect(ana.last).to_contain_text("Sources")
    before = await ana.words()
    await ana.page.reload()
    await expect(ana.window.rows(ana.thread)).to_have_count(len(before))
    assert await ana.words() == before
    await ana.page.close()
    await curbside.stop()
    await curbside.start()
    asked, ana = ana.asked, await read()
    await ana.open(asked)
    await expect(ana.window.rows(ana.thread)).to_have_count(len(before))
    assert await ana.words() == before
    await ana.reply("and in the metastatic setting?")
    first = ana.steps.filter(has_text="Step 1 · ").last
    await expect(first).to_contain_text("partly from the thread")
    await expect(first).to_contain_text("PIK3CA")
    await expect(ana.last).to_contain_text("Sources")


async def ask_with_file(
    curbside: Demo, ana: Reader, question: str, file: tuple[str, bytes, str]
) -> None:
    """Ask with a file and read the thread until its end."""
    async with aiohttp.ClientSession() as session:
        slack = Slack(curbside.url, session)
        ids = [await slack.upload(*file)]
        ts = await slack.ask(question, channel=LOOKUPS, file_ids=ids)
    await ana.open(ts)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("which chromosome is SRY on?", "SRY lies on chromosome Y"),
        ("official symbol of CD20?", "MS4A1"),
    ],
)
async def test_a_gene_is_looked_up_with_its_record(
    read: OpenReader, question: str, words: str
) -> None:
    ana = await read()
    await ana.ask(question)
    await expect(ana.last).to_contain_text(words)
    await expect(ana.last).to_contain_text("Sources")
    await expect(ana.last.get_by_role("link", name="[1]").first).to_be_visible()
    await expect(ana.steps.first).to_contain_text("Gene table")


async def test_services_that_are_asked_say_whether_they_agree(read: OpenReader) -> None:
    ana = await read()
    await ana.ask("what is rs1799853?")
    await expect(ana.last).to_contain_text("dbSNP places rs1799853 in the gene CYP2C9")
    await expect(ana.last).to_contain_text("agree")
    await expect(ana.last.get_by_role("link", name="[1]").first).to_be_visible()
    for service in ("dbSNP", "MyVariant.info"):
        await expect(ana.steps.first).to_contain_text(service)


async def test_a_report_shows_its_rows_and_a_click_asks_of_one(
    curbside: Demo, read: OpenReader
) -> None:
    ana = await read()
    content = pdf_of([[DrawnLine(((50, line),)) for line in REPORT]])
    question = "Metastatic breast cancer, HR-positive, HER2-negative. What is actionable?"
    await ask_with_file(curbside, ana, question, ("panel.pdf", content, "application/pdf"))
    answer = ana.window.row("What the report names", ana.thread)
    await expect(answer).to_contain_text("PIK3CA H1047R", timeout=SLOW)
    await expect(answer).to_contain_text("panel.pdf, Findings, row 1")
    await expect(answer).to_contain_text(re.compile("alpelisib", re.IGNORECASE))
    await answer.locator("details.overflow summary").nth(2).click()
    await answer.get_by_role("button", name="Why not?").click()
    why = ana.window.row("ATM P1054R was not looked up", ana.thread)
    await expect(why).to_be_visible(timeout=SLOW)


async def test_a_table_is_answered_with_numbers_pictures_and_code(
    curbside: Demo, read: OpenReader
) -> None:
    ana = await read()
    file = ("trial.csv", TRIAL.encode(), "text/csv")
    await ask_with_file(curbside, ana, "ORR by arm and KM of PFS", file)
    answer = ana.window.row("Response rate by arm", ana.thread)
    await expect(answer).to_contain_text("Log-rank: chi-square", timeout=SLOW)
    await expect(answer).to_contain_text("Code: PFS by arm")
    curve = ana.thread.get_by_alt_text("Kaplan–Meier: PFS over pfs_time.", exact=False)
    await expect(curve).to_be_visible(timeout=SLOW)
    assert await curve.evaluate("image => image.naturalWidth") > 500
    await expect(ana.last).to_contain_text("Drawn from 40 of 40 rows")
