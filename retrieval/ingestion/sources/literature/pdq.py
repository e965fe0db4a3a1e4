"""PDQ, the cancer information summaries of the US National Cancer Institute.

Facts this stands on: public programs that read cancer.gov. Its list of pages
(``/sitemaps/pageinstructions.xml``) names every summary with the day of its last change; the
English versions for health professionals lie at ``…/hp/NAME-pdq`` or ``…/NAME-hp-pdq``; a page
holds its sections in ``div.pdq-sections`` and levels of evidence in brackets; a retired address is
sent on to another page. Of NCI's terms only what others quote was at hand: the text may be used
freely, and an excerpt be called one of "NCI's PDQ cancer information summary". No limit is
published; one request in two seconds is ours.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from retrieval.errors import RequestInvalid
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.http import SourceRefused
from retrieval.ingestion.sources.access.json_fields import whole_number
from retrieval.ingestion.sources.access.pagination import (
    TermPage,
    distinct_terms,
    paginate,
    place,
    state,
)
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.ingestion.sources.literature.pdq_pages import (
    SITE,
    ListedSummary,
    listed_summaries,
    read_summary,
    summaries_named,
)

_PAGE = 5
"""Summaries at once. Chosen by hand: after an interruption so many are fetched again."""


class Pdq(ServiceSource):
    """Summaries for health professionals, whole. A term is the address of a summary, or words of
    it. ``since`` leaves out pages that did not change since that day."""

    name = "pdq"
    service_name = "cancer.gov"
    default_address = SITE
    per_second = 0.5
    seconds = 60.0
    """For one answer. Chosen by hand: a whole summary."""

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """The summaries of the request after the cursor. Raises :class:`RequestInvalid`."""
        request = distinct_terms(request)
        if not all(any(map(str.isalnum, term)) for term in request.terms):
            raise RequestInvalid("PDQ needs words of a summary's address: breast treatment.")
        listed: tuple[ListedSummary, ...] = ()

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            nonlocal listed
            listed = listed or listed_summaries(
                await self._service.get_bytes("sitemaps/pageinstructions.xml")
            )
            start = whole_number(state(where).get("start", "")) or 0
            return await self._summaries(
                term, listed, start, min(_PAGE, remaining or _PAGE), request
            )

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _summaries(
        self,
        term: str,
        listed: tuple[ListedSummary, ...],
        start: int,
        size: int,
        request: HarvestRequest,
    ) -> TermPage:
        named = summaries_named(term, listed)
        if not named:
            why = "no summary for health professionals has all these words in its address"
            return TermPage(problems=(Problem(f"pdq:{term.strip()}", why),), total=0)
        wanted = [each for each in named if not request.since or each.changed >= request.since]
        end = start + size
        made = [await self._summary(each, request) for each in wanted[start:end]]
        return TermPage(
            records=tuple(one for one in made if isinstance(one, Record)),
            problems=tuple(one for one in made if isinstance(one, Problem)),
            next_place=place(start=end) if end < len(wanted) else "",
            total=len(wanted),
        )

    async def _summary(self, listed: ListedSummary, request: HarvestRequest) -> Record | Problem:
        try:
            body = await self._service.get_bytes(listed.path.lstrip("/"))
        except SourceRefused as refused:
            if refused.status != 404:
                raise
            return Problem(f"pdq:{listed.path}", "cancer.gov has no page at this address any more")
        return read_summary(listed, body, request.silo)
