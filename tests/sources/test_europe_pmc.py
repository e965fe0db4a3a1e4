"""Europe PMC: open articles by its own search, page by page, whole."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.literature.europe_pmc import EuropePmc
from tests.sources.gather import UNHURRIED, Gathered, gather
from tests.sources.recordings import recorded
from tests.sources.server import Answer, Asked, Loopback, loopback
from tests.sources.test_pmc import ARTICLE, TEXT

WHOLE = re.sub(r"</?pmc-articleset>|<custom-meta-group>.*?</custom-meta-group>", "", ARTICLE,
               flags=re.DOTALL)  # fmt: skip
"""An article as Europe PMC gives it: alone, and without what PMC says of its licence beside it."""


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


def found(number: int, **more: Any) -> dict[str, Any]:
    return {"id": str(9_000_000 + number), "source": "MED", "pmcid": f"PMC{number}",
            "isOpenAccess": "Y", "pubType": "journal article",
            "firstPublicationDate": "2021-03-01"} | more  # fmt: skip


class Search:
    """Pages by a mark that is handed on; the last answer has none."""

    def __init__(self, *results: dict[str, Any]) -> None:
        self.results = results

    def __call__(self, asked: Asked) -> Answer:
        mark = asked.query["cursorMark"]
        start = 0 if mark == "*" else int(mark.removeprefix("m"))
        end = start + int(asked.query["pageSize"])
        answer: dict[str, Any] = {
            "hitCount": len(self.results),
            "resultList": {"result": list(self.results[start:end])},
        }
        if end < len(self.results):
            answer["nextCursorMark"] = f"m{end}"
        return Answer(answer)


def whole(asked: Asked) -> Answer:
    return Answer(WHOLE.replace("PMC77", asked.path.split("/")[-2]))


async def get(server: Loopback, *terms: str, cursor: str = "", since: str = "") -> Gathered:
    request = HarvestRequest(silo="pubmed", terms=terms, since=since)
    return await gather(EuropePmc(server.url, pacing=UNHURRIED), request, cursor)


async def test_an_open_article_comes_whole(server: Loopback) -> None:
    server.on("/search", Search(found(77)))
    server.on("/PMC77/fullTextXML", WHOLE)
    (record,) = (await get(server, "pmc77")).records
    document = record.document
    assert (document.id, document.text) == ("pmc-77", TEXT)
    assert document.facts_from == ("PMC77 (CC BY 4.0)",)
    assert {each.kind: each.value for each in document.facets.identifiers} == {
        "pmcid": "PMC77",
        "pmid": "90000001",
    }
    assert record.status == "current"
    assert server.asked[0].query["query"] == "PMCID:PMC77"


async def test_a_search_asks_for_what_is_open_and_goes_on_where_it_was(server: Loopback) -> None:
    server.on("/search", Search(*(found(number) for number in range(1, 24))))
    server.on("/*/fullTextXML", whole)
    got = await get(server, "madeupinib", since="2021-01-31")
    assert got.ids == [f"pmc-{number}" for number in range(1, 24)]
    assert got.totals[0] == 23
    assert server.asked[0].query["query"] == (
        "(madeupinib) AND OPEN_ACCESS:Y AND FIRST_PDATE:[2021-01-31 TO 3000-12-31]"
    )
    rest = await get(server, "madeupinib", since="2021-01-31", cursor=got.cursors[1])
    assert rest.ids == got.ids[20:]


async def test_a_retracted_article_says_so_first(server: Loopback) -> None:
    server.on("/search", Search(found(77, pubType="journal article; retracted publication")))
    server.on("/PMC77/fullTextXML", WHOLE)
    (record,) = (await get(server, "madeupinib")).records
    assert record.status == "retracted"
    assert record.document.text.startswith(record.notice)
    assert record.notice


async def test_what_cannot_be_taken_in_is_a_line(server: Loopback) -> None:
    results = [found(1, pmcid=None), found(2, isOpenAccess="N"), found(3), found(4), found(5),
               found(6, firstPublicationDate="2019"), found(7)]  # fmt: skip
    server.on("/search", Search(*results))
    server.on("/PMC3/fullTextXML", Answer("<errorBean/>", 404))
    server.on("/PMC4/fullTextXML", WHOLE)
    server.on("/PMC5/fullTextXML", "<article><front><article-meta/></front></article>")
    server.on("/*/fullTextXML", whole)
    got = await get(server, "madeupinib", since="2020-01-01")
    assert got.ids == ["pmc-7"]
    assert got.reasons == {
        "europepmc:9000001": "has no PMC number, so no text to take in.",
        "pmc-2": "is not open access.",
        "pmc-3": "Europe PMC hands out no text of it.",
        "pmc-4": "another article came than the one asked for.",
        "pmc-5": "PMC has no text of it beyond the abstract.",
    }


async def test_a_recorded_answer_is_read(server: Loopback) -> None:
    path = recorded("api_fixtures", "shared", "biomcp", "europepmc", "search_pmid_20516115.json")
    server.on("/search", json.loads(path.read_text()))
    got = await get(server, "EXT_ID:20516115 AND SRC:MED")
    assert got.reasons == {"pmc-3040717": "is not open access."}
    assert got.totals[0] == 1


@pytest.mark.parametrize("body", ["<html>busy</html>", "{}", '{"resultList": {"result": 3}}'])
async def test_an_answer_that_is_none_ends_the_run(server: Loopback, body: str) -> None:
    server.on("/search", body)
    with pytest.raises(SourceFailed):
        await get(server, "madeupinib")


async def test_text_that_is_no_article_ends_the_run(server: Loopback) -> None:
    server.on("/search", Search(found(77)))
    server.on("/PMC77/fullTextXML", "<html>busy</html>")
    with pytest.raises(SourceFailed, match="something else than articles"):
        await get(server, "madeupinib")
    with pytest.raises(RequestInvalid, match="needs words"):
        await get(server, "()")


async def test_too_many_requests_are_waited_out(server: Loopback) -> None:
    server.on("/search", Answer("slow down", 429, {"Retry-After": "1"}), Search(found(77)))
    server.on("/PMC77/fullTextXML", WHOLE)
    assert (await get(server, "madeupinib")).ids == ["pmc-77"]
