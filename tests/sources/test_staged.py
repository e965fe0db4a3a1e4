"""Sources through the real staging table: killed after any page, every document is there once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date, timedelta

import pytest

from retrieval.ingestion.harvest import HarvestProgress, HarvestReport, harvest
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.literature.pubmed import PubMed
from retrieval.ingestion.staging import Staging
from retrieval.sql import open_database
from tests.sources.gather import UNHURRIED
from tests.sources.pubmed_server import Entrez, Paper
from tests.sources.server import Loopback, loopback

PAGE = 40
PAPERS = 90
"""Two whole pages and a part of one."""
SEARCH = HarvestRequest(silo="pubmed", terms=("olaparib",))


class SmallPages(PubMed):
    """PubMed page by page, with less to derive on each."""

    page_size = PAGE


class Killed(BaseException):
    """As a signal would."""


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


@pytest.fixture
async def staging(database_url: str) -> AsyncIterator[Staging]:
    async with open_database(database_url) as database:
        yield Staging(database)


async def run(server: Loopback, staging: Staging, *, pages: int | None = None) -> HarvestReport:
    """Gather; after so many pages the process dies."""
    taken = 0

    def progress(_done: HarvestProgress) -> None:
        nonlocal taken
        taken += 1
        if taken == pages:
            raise Killed

    source = SmallPages(server.url, pacing=UNHURRIED, today=lambda: date(2026, 3, 1))
    try:
        return await harvest(source, SEARCH, staging=staging, progress=progress)
    finally:
        await source.close()


@pytest.mark.parametrize("pages", [1, 2, 3])
async def test_killed_after_any_page_every_article_is_staged_once(
    server: Loopback, staging: Staging, pages: int
) -> None:
    papers = [
        Paper(pmid=90_000_001 + number, created=date(2020, 1, 1) + timedelta(days=number))
        for number in range(PAPERS)
    ]
    entrez = Entrez(papers)
    entrez.serve(server)
    with pytest.raises(Killed):
        await run(server, staging, pages=pages)
    before = await staging.current("pubmed")
    assert len(before) == min(PAGE * pages, PAPERS)
    entrez.searches.clear()
    report = await run(server, staging)
    current = await staging.current("pubmed")
    assert sorted(one.id for one in current) == sorted(f"pmid-{paper.pmid}" for paper in papers)
    assert len(before) + report.new == PAPERS or pages == 3
    assert not report.problems
    assert not report.error


async def test_a_notice_that_comes_later_reaches_the_staged_article(
    server: Loopback, staging: Staging
) -> None:
    entrez = Entrez([Paper(pmid=90_000_001)])
    entrez.serve(server)
    await run(server, staging)
    link = '<CommentsCorrections RefType="RetractionOf"><PMID>90000001</PMID></CommentsCorrections>'
    entrez.papers.append(Paper(pmid=90_000_009, created=date(2026, 2, 1), links=link, abstract=""))
    report = await run(server, staging)
    assert report.new == 1
    (article,) = await staging.load("pubmed", ["pmid-90000001"])
    assert article.status == "retracted"
    assert article.text.startswith("Retracted: J Made Up Oncol (PMID 90000009).")


async def test_a_source_that_fails_leaves_what_it_brought(
    server: Loopback, staging: Staging
) -> None:
    entrez = Entrez([Paper(pmid=90_000_001 + number) for number in range(PAGE + 10)])
    entrez.serve(server)
    server.first("/efetch.fcgi", entrez.fetch, "<html>maintenance</html>")
    report = await run(server, staging)
    assert "something else than articles" in report.error
    assert len(await staging.current("pubmed")) == PAGE
    server.rules.pop(0)
    report = await run(server, staging)
    assert report.resumed
    assert not report.error
    assert len(await staging.current("pubmed")) == PAGE + 10
