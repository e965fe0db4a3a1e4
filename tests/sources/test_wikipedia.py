"""Wikipedia: titles and searches, revisions and licence, pages that are no articles."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from retrieval.errors import SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.literature.wikipedia import Wikipedia
from tests.sources.gather import UNHURRIED, gather
from tests.sources.server import Answer, Asked, Loopback, loopback

TITLE = HarvestRequest(silo="wikipedia", terms=("Madeupinib",))
EXTRACT = """Madeupinib is made up.


== Uses ==
For tests.


=== In people ===
Never.


== See also ==


=== Lists ===
A list.


== History ==
Short.


== References ==
"""


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


def wikipedia(server: Loopback, **more: str) -> Wikipedia:
    return Wikipedia(server.url, pacing=UNHURRIED, **more)


def page(number: int, **more: Any) -> dict[str, Any]:
    return {
        "pageid": number,
        "ns": 0,
        "title": f"Article {number}",
        "extract": EXTRACT,
        "revisions": [{"revid": 5000 + number, "timestamp": "2025-06-07T08:09:10Z"}],
        "canonicalurl": f"https://en.wikipedia.org/wiki/Article_{number}",
    } | more


def answer(*pages: Any) -> dict[str, Any]:
    return {"batchcomplete": True, "query": {"pages": list(pages)}}


class Wiki:
    """Articles by number and hits by offset."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __call__(self, asked: Asked) -> Answer:
        if asked.query.get("list") != "search":
            return Answer(answer(page(int(asked.query["pageids"]))))
        begin, size = int(asked.query["sroffset"]), int(asked.query["srlimit"])
        hits = [{"pageid": one} for one in range(1, self.count + 1)][begin : begin + size]
        said: dict[str, Any] = {"query": {"searchinfo": {"totalhits": self.count}, "search": hits}}
        if begin + size < self.count:
            said["continue"] = {"sroffset": begin + size, "continue": "-||"}
        return Answer(said)


async def test_an_article_by_its_title(server: Loopback) -> None:
    server.on("/api.php", answer(page(7)))
    source = wikipedia(server, contact="board@hospital.example")
    record = (await gather(source, TITLE)).records[0]
    document = record.document
    assert document.id == "wikipedia-7"
    assert document.version == "5007"
    assert document.date == "2025-06-07"
    assert document.url == "https://en.wikipedia.org/wiki/Article_7"
    assert document.organisation == "Wikipedia"
    assert document.facts_from == (
        "https://en.wikipedia.org/w/index.php?oldid=5007 (CC BY-SA 4.0, Wikipedia contributors)",
    )
    assert document.text == (
        "Madeupinib is made up.\n\n## Uses\n\nFor tests.\n\n### In people\n\nNever.\n\n"
        "## History\n\nShort.\n"
    )
    asked = server.asked[0]
    assert asked.query["titles"] == "Madeupinib"
    assert asked.query["redirects"] == "1"
    assert "board@hospital.example" in asked.headers["user-agent"]


async def test_a_search_comes_in_pages_and_goes_on(server: Loopback) -> None:
    server.on("/api.php", Wiki(25))
    search = HarvestRequest(silo="wikipedia", terms=("search: made up drugs",))
    whole = await gather(wikipedia(server), search)
    assert len(set(whole.ids)) == len(whole.ids) == 25
    assert whole.totals == [25, 25, 25]
    assert server.asked[0].query["srsearch"] == "made up drugs"
    begun = await gather(wikipedia(server), search, pages=1)
    rest = await gather(wikipedia(server), search, begun.cursors[-1])
    assert begun.ids + rest.ids == whole.ids


async def test_a_limit_and_since(server: Loopback) -> None:
    server.on("/api.php", Wiki(25))
    search = HarvestRequest(silo="wikipedia", terms=("search:x",), limit=3)
    assert len((await gather(wikipedia(server), search)).ids) == 3
    assert len(server.asked) == 4
    later = HarvestRequest(silo="wikipedia", terms=("search:x",), since="2025-06-08", limit=3)
    assert not (await gather(wikipedia(server), later)).ids


@pytest.mark.parametrize(
    ("came", "reason"),
    [
        ({"title": "Madeupinib", "missing": True}, "no article of this title"),
        ({"title": "<>", "invalid": True}, "no article of this title"),
        (page(1, pageprops={"disambiguation": ""}), "Article 1 lists several meanings"),
        (page(1, extract=""), "holds no text."),
        (page(1, extract=None), "holds no text."),
        (page(1, revisions=[]), "without its title, number or revision"),
        (page(1, pageid=None), "without its title, number or revision"),
        ("odd", "no article of this title"),
    ],
)
async def test_pages_that_are_no_articles(server: Loopback, came: Any, reason: str) -> None:
    server.on("/api.php", answer(came), answer(page(2)))
    got = await gather(
        wikipedia(server), HarvestRequest(silo="w", terms=("Madeupinib", "Article 2"))
    )
    assert got.ids == ["wikipedia-2"]
    assert reason in got.reasons["Madeupinib"]


async def test_two_titles_of_one_article_give_it_once(server: Loopback) -> None:
    server.on("/api.php", answer(page(2)))
    got = await gather(wikipedia(server), HarvestRequest(silo="w", terms=("HER2", "HER2/neu")))
    assert got.ids == ["wikipedia-2"]
    assert not got.problems


async def test_a_server_that_is_behind_is_waited_for(server: Loopback) -> None:
    behind = {"error": {"code": "maxlag", "info": "Waiting for a database", "lag": 7}}
    server.on("/api.php", behind, behind, answer(page(2)))
    assert (await gather(wikipedia(server), TITLE)).ids == ["wikipedia-2"]
    server.rules.clear()
    server.on("/api.php", behind)
    with pytest.raises(SourceFailed, match="servers are behind"):
        await gather(wikipedia(server), TITLE)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (Answer({"error": {"code": "badvalue", "info": "Madeupinib"}}), "did not accept"),
        (Answer("<html>Sorry</html>"), "a web page instead of data"),
        (Answer("set a user agent", 403), "status 403"),
        (Answer("slow down", 429), "status 429"),
        (Answer(answer(page(1)), cut=True), "broke off"),
        (Answer("{"), "not JSON"),
    ],
    ids=["error", "html", "403", "429", "cut", "half"],
)
async def test_answers_that_are_none(server: Loopback, said: Answer, sentence: str) -> None:
    server.on("/api.php", said)
    with pytest.raises(SourceFailed, match=sentence) as failure:
        await gather(wikipedia(server), TITLE)
    assert "Madeupinib" not in str(failure.value)


async def test_a_search_that_is_answered_otherwise_is_told(server: Loopback) -> None:
    server.on("/api.php", {"query": {}})
    with pytest.raises(SourceFailed, match="without a list of articles"):
        await gather(wikipedia(server), HarvestRequest(silo="w", terms=("search:x",)))


async def test_nothing_found_is_empty(server: Loopback) -> None:
    server.on("/api.php", Wiki(0))
    got = await gather(wikipedia(server), HarvestRequest(silo="w", terms=("search:x",)))
    assert (got.ids, got.totals, got.cursors) == ([], [0], [""])
