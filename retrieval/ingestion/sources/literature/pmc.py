"""Full texts of PubMed Central through NCBI's E-utilities, by their numbers.

Facts this stands on: "The E-utilities In-Depth" (NCBI Bookshelf NBK25499: efetch, 3 requests a
second, 10 with a key, tool and email named) and answers of ``efetch.fcgi?db=pmc`` that were
recorded in 2026: an article tells in ``custom-meta`` whether it is open access or an author's
manuscript that may be used.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

from retrieval.errors import RequestInvalid
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.pagination import TermPage, distinct_terms, paginate
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.ingestion.sources.literature.eutils import EUtilitiesSource
from retrieval.ingestion.sources.literature.pmc_articles import parse, read_article

_PMCID = re.compile(r"(?:PMC)?0*([1-9]\d{0,9})", re.IGNORECASE)


class Pmc(EUtilitiesSource):
    """Articles that are open access or manuscripts of their authors, whole. A term is a PMC number.
    ``since`` leaves out what was published before that day."""

    name = "pmc"
    service_name = "PMC"

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """The articles of the request after the cursor, one a page. Raises
        :class:`RequestInvalid` for a term that is no PMC number."""
        request = distinct_terms(request)
        strange = next((term for term in request.terms if not _PMCID.fullmatch(term.strip())), "")
        if strange:
            detail = "PMC is asked for articles by number, as in PMC6329583."
            raise RequestInvalid(detail)

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            found = _PMCID.fullmatch(term.strip())
            assert found is not None, "checked above"
            return await self._article(found[1], request)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _article(self, number: str, request: HarvestRequest) -> TermPage:
        body = await self._service.get_bytes(
            "efetch.fcgi", db="pmc", id=number, rettype="xml", **self._asker
        )
        read = [read_article(each, request.silo) for each in parse(body).iterfind("article")]
        if not read:
            absent = Problem(f"pmc-{number}", "PMC has no article with this number")
            return TermPage(problems=(absent,))
        records = [each for each in read if isinstance(each, Record)]
        return TermPage(
            records=tuple(one for one in records if _is_since(request.since, one.document.date)),
            problems=tuple(each for each in read if isinstance(each, Problem)),
        )


def _is_since(day: str, published: str) -> bool:
    """Whether it may have been published that day or later; of some only month or year is told."""
    return published >= day[: len(published)]
