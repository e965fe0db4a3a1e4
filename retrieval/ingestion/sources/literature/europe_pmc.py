"""Open full texts of Europe PMC, found by its own search.

Facts this stands on: an answer of ``search`` that was recorded (hitCount, resultList.result with
pmcid, isOpenAccess, pubType, firstPublicationDate), the announcement of its version 6.6 (an answer
without ``nextCursorMark`` is the last one), and public programs that ask ``PMCID/fullTextXML`` and
filter by ``OPEN_ACCESS:Y`` and ``FIRST_PDATE:[… TO …]``. Europe PMC allows ten requests a second.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.http import SourceRefused
from retrieval.ingestion.sources.access.json_fields import at, text, whole_number
from retrieval.ingestion.sources.access.pagination import (
    TermPage,
    distinct_terms,
    paginate,
    place,
    state,
)
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.ingestion.sources.literature.pmc_articles import read_open_article
from retrieval.ingestion.sources.literature.pubmed_xml import parse_articles

_PMCID = re.compile(r"PMC([1-9]\d{0,9})", re.IGNORECASE)
_PAGE = 10
"""Articles found at once. Chosen by hand: after an interruption so many are fetched again."""
_RETRACTED = "retracted publication"
"""Type of publication that PubMed gives to a retracted article, and Europe PMC takes over."""
_SAID = "Europe PMC lists this article as a retracted publication."


class EuropePmc(ServiceSource):
    """Open-access articles, whole. A term is a search in Europe PMC's language or a PMC number.
    ``since`` leaves out what was published before that day."""

    name = "europepmc"
    service_name = "Europe PMC"
    default_address = "https://www.ebi.ac.uk/europepmc/webservices/rest"
    per_second = 3.0
    seconds = 60.0
    """For one answer. Chosen by hand: a whole article."""

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """The articles of the request after the cursor. Raises :class:`RequestInvalid`."""
        request = distinct_terms(request)

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            mark = state(where).get("mark", "") or "*"
            return await self._search(term, mark, min(_PAGE, remaining or _PAGE), request)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _search(self, term: str, mark: str, size: int, request: HarvestRequest) -> TermPage:
        answer = await self._service.get_json(
            "search", query=_query(term, request.since), format="json", resultType="lite",
            pageSize=size, cursorMark=mark,
        )  # fmt: skip
        found = at(answer, "resultList", "result")
        if not isinstance(found, list):
            raise SourceFailed("Europe PMC answered without a list of articles.")
        made = [await self._article(each, request) for each in found]
        after = text(answer, "nextCursorMark")
        return TermPage(
            records=tuple(one for one in made if isinstance(one, Record)),
            problems=tuple(one for one in made if isinstance(one, Problem)),
            next_place=place(mark=after) if found and after and after != mark else "",
            total=whole_number(text(answer, "hitCount")),
        )

    async def _article(self, found: Any, request: HarvestRequest) -> Record | Problem | None:
        number = _PMCID.fullmatch(text(found, "pmcid"))
        if number is None:
            told = text(found, "id") or "an article"
            return Problem(f"europepmc:{told}", "has no PMC number, so no text to take in")
        if text(found, "isOpenAccess").upper() != "Y":
            return Problem(f"pmc-{number[1]}", "is not open access")
        if request.since and text(found, "firstPublicationDate") < request.since:
            return None
        try:
            body = await self._service.get_bytes(f"PMC{number[1]}/fullTextXML")
        except SourceRefused as refused:
            if refused.status != 404:
                raise
            return Problem(f"pmc-{number[1]}", "Europe PMC hands out no text of it")
        article = parse_articles(body, "Europe PMC", "article")
        read = read_open_article(article, request.silo, number[1])
        is_retracted = _RETRACTED in text(found, "pubType").lower()
        return _with_retraction(read) if is_retracted and isinstance(read, Record) else read


def _query(term: str, since: str) -> str:
    words = term.strip()
    if not any(letter.isalnum() for letter in words):
        raise RequestInvalid("Europe PMC needs words to search for.")
    number = _PMCID.fullmatch(words)
    asked = f"PMCID:PMC{number[1]}" if number else f"({words}) AND OPEN_ACCESS:Y"
    return f"{asked} AND FIRST_PDATE:[{since} TO 3000-12-31]" if since else asked


def _with_retraction(record: Record) -> Record:
    document = replace(record.document, text=f"{_SAID}\n\n{record.document.text}")
    return replace(record, document=document, status="retracted", notice=_SAID)
