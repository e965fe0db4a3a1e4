"""PubMed through NCBI's E-utilities: searches with the history server, and articles by number.

Facts this stands on: "The E-utilities In-Depth" (NCBI Bookshelf NBK25499: usehistory, WebEnv,
query_key, retstart, retmax; 3 requests a second, 10 with a key, tool and email
named) and its update of 2022, since which only the first 9,999 records of a PubMed search can be
had ("'retstart' cannot be larger than 9998"), with the history server too. An expired WebEnv is
answered with status 200 and ``<ERROR>Unable to obtain query #1</ERROR>``. Days are days of the
Create Date [crdt], as the Entrez Date is set back for old articles (NLM Technical Bulletin 2008,
"Create Date"); [lr] is the day of the last revision.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from retrieval.errors import SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.http import POLITE, RequestPace, SourceRefused
from retrieval.ingestion.sources.access.json_fields import at, text, texts, whole_number
from retrieval.ingestion.sources.access.pagination import (
    TermPage,
    distinct_terms,
    join_neighbours,
    paginate,
    place,
    state,
)
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.ingestion.sources.literature.eutils import EUtilitiesSource
from retrieval.ingestion.sources.literature.pubmed_records import (
    FetchedRecords,
    Mark,
    records_of,
    with_mark,
)

REACH = 9_999
"""How many records of one search PubMed hands out."""
_FIRST_DAY = date(1700, 1, 1)
_PMID = re.compile(r"(?:pmid[:\s-]*)?0*(\d{1,9})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Search:
    """A search that the history server holds, for one stretch of days."""

    web_env: str
    key: str
    count: int
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Days to search, both included, and the last day of the whole run."""

    first: date
    last: date
    end: date

    def half(self) -> _Stretch:
        """The earlier half."""
        return replace(self, last=self.first + (self.last - self.first) // 2)

    def remainder(self) -> _Stretch | None:
        """What lies after this one, to the end of the run."""
        after = self.last + timedelta(days=1)
        return _Stretch(after, self.end, self.end) if after <= self.end else None


class PubMed(EUtilitiesSource):
    """Articles and book chapters of PubMed. Terms are searches in PubMed's own language, or
    PMIDs. ``since`` asks for what was added or revised from that day on."""

    name = "pubmed"
    service_name = "PubMed"
    page_size = 200
    """Records fetched at once. Chosen by hand."""

    def __init__(
        self,
        address: str | None = None,
        *,
        contact: str = "",
        api_key: str = "",
        pacing: RequestPace = POLITE,
        today: Callable[[], date] = lambda: datetime.now(UTC).date(),
    ) -> None:
        super().__init__(address, contact=contact, api_key=api_key, pacing=pacing)
        self._today = today
        self._told = {"db": "pubmed", **self._asker}

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """The articles of the request after the cursor, ``page_size`` a page at most."""
        request = distinct_terms(request)
        request = replace(request, terms=join_neighbours(request.terms, _pmid, self.page_size))

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            numbers = [_pmid(piece) for piece in term.split(",")]
            if all(numbers):
                return await self._by_pmids(numbers, request)
            return await self._by_search(term, where, remaining, request)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _by_pmids(self, numbers: list[str], request: HarvestRequest) -> TermPage:
        answer = await self._articles(request.silo, id=",".join(numbers))
        absent = [
            Problem(f"pmid-{number}", "PubMed has no record with this number")
            for number in numbers
            if number not in answer.numbers
        ]
        wanted = [record for record in answer.records if record.document.version >= request.since]
        return TermPage(
            records=tuple(wanted),
            retraction_targets=await self._marks(answer, request.silo),
            problems=(*answer.problems, *absent),
            total=len(wanted),
        )

    async def _by_search(
        self, term: str, where: str, remaining: int | None, request: HarvestRequest
    ) -> TermPage:
        known = state(where)
        stretch = _stretch(known) or _Stretch(_FIRST_DAY, self._today(), self._today())
        offset = whole_number(known.get("offset", "")) or 0
        search = _search_of(known)
        if search is None:
            stretch, search = await self._reachable(term, stretch, remaining, request.since)
        if not search.count:
            return TermPage(
                problems=search.problems, next_place=_next_place(stretch.remainder()), total=0
            )
        size = min(self.page_size, search.count - offset, remaining or self.page_size)
        if size < 1:
            return TermPage(next_place=_next_place(stretch.remainder()))
        search, answer = await self._fetch_xml(term, search, stretch, (offset, size), request)
        more = offset + size < min(search.count, REACH)
        return TermPage(
            records=answer.records,
            retraction_targets=await self._marks(answer, request.silo),
            problems=(*search.problems, *answer.problems, *_left_out(answer, size)),
            next_place=_here(stretch, search, offset + size)
            if more
            else _next_place(stretch.remainder()),
            total=search.count if stretch == _whole(stretch) else None,
        )

    async def _reachable(
        self, term: str, stretch: _Stretch, remaining: int | None, since: str
    ) -> tuple[_Stretch, _Search]:
        """Search; where more is found than PubMed hands out, the earlier half of the days."""
        while True:
            search = await self._search(term, stretch, since)
            if min(search.count, remaining or search.count) <= REACH:
                return stretch, search
            if stretch.first == stretch.last:
                gone = Problem(
                    f"pubmed {stretch.first.isoformat()}",
                    f"{search.count} records came on this day, and PubMed hands out {REACH} "
                    "of a search; narrow the terms to get the rest",
                )
                return stretch, replace(search, count=REACH, problems=(gone,))
            stretch = stretch.half()

    async def _search(self, term: str, stretch: _Stretch, since: str) -> _Search:
        answer = await self._service.get_json(
            "esearch.fcgi",
            term=_date_search(term, stretch, since),
            retmode="json",
            retmax=0,
            usehistory="y",
            sort="pub_date",
            **self._told,
        )
        return _search_found(answer)

    async def _fetch_xml(
        self,
        term: str,
        search: _Search,
        stretch: _Stretch,
        window: tuple[int, int],
        request: HarvestRequest,
    ) -> tuple[_Search, FetchedRecords]:
        """A page of the search. Where the history server forgot it, search again: the days and
        the order are the same, so the offset still holds."""
        for again in (False, True):
            if again:
                search = await self._search(term, stretch, request.since)
            answer = await self._articles(
                request.silo,
                WebEnv=search.web_env,
                query_key=search.key,
                retstart=window[0],
                retmax=window[1],
            )
            if not answer.error:
                return search, answer
        raise SourceFailed("PubMed forgets its search results as soon as they are made.")

    async def _articles(self, silo: str, **which: str | int) -> FetchedRecords:
        try:
            body = await self._service.get_bytes(
                "efetch.fcgi", retmode="xml", **which, **self._told
            )
        except SourceRefused as refused:
            if "WebEnv" in which and refused.status == 400:
                return FetchedRecords(error="the search is not known any more")
            raise
        answer = records_of(body, silo)
        if answer.error and "WebEnv" not in which:
            raise SourceFailed("PubMed could not find any of these numbers.")
        return answer

    async def _marks(self, answer: FetchedRecords, silo: str) -> tuple[Record, ...]:
        """The articles that notices on this page speak of, with_mark."""
        marks: dict[str, Mark] = {}
        for mark in answer.marks:
            if mark.pmid not in marks or mark.weight > marks[mark.pmid].weight:
                marks[mark.pmid] = mark
        if not marks:
            return ()
        spoken_of = await self._articles(silo, id=",".join(list(marks)[: self.page_size]))
        return tuple(
            with_mark(record, marks[number])
            for number, record in zip(spoken_of.taken, spoken_of.records, strict=True)
            if number in marks
        )


def _pmid(term: str) -> str:
    found = _PMID.fullmatch(term.strip())
    return found[1] if found else ""


def _date_search(term: str, stretch: _Stretch, since: str) -> str:
    """The search for what was added in these days; with ``since``, only what was added or
    revised from that day on. A retraction is a revision."""
    days = _range(stretch.first, stretch.last, "crdt")
    if not since:
        return f"({term}) AND ({days})"
    begin = date.fromisoformat(since)
    fresh = " OR ".join(_range(begin, date(3000, 1, 1), field) for field in ("crdt", "lr"))
    return f"({term}) AND ({days}) AND ({fresh})"


def _range(first: date, last: date, field: str) -> str:
    return f'"{first:%Y/%m/%d}"[{field}] : "{last:%Y/%m/%d}"[{field}]'


def _search_found(answer: Any) -> _Search:
    result = at(answer, "esearchresult")
    count = whole_number(text(result, "count"))
    if text(answer, "error"):
        raise SourceFailed("PubMed did not take the search for now; too many requests, perhaps.")
    if text(result, "ERROR") or count is None:
        raise SourceFailed("PubMed did not understand the search; check brackets and field tags.")
    web_env, key = text(result, "webenv"), text(result, "querykey")
    if count and not (web_env and key):
        raise SourceFailed("PubMed did not keep the search on its history server.")
    unknown = texts(result, "errorlist", "phrasesnotfound") + texts(
        result, "errorlist", "fieldsnotfound"
    )
    problems = [Problem("pubmed", "does not know a word or field of the search")]
    return _Search(web_env, key, count, tuple(problems if unknown else ()))


def _left_out(answer: FetchedRecords, size: int) -> list[Problem]:
    missing = size - len(answer.numbers)
    if missing <= 0:
        return []
    return [Problem("pubmed", f"counts {missing} more records on this page than it sent")]


def _whole(stretch: _Stretch) -> _Stretch:
    return replace(stretch, first=_FIRST_DAY, last=stretch.end)


def _here(stretch: _Stretch, search: _Search, offset: int) -> str:
    return place(
        env=search.web_env, key=search.key, count=search.count, offset=offset, **_days(stretch)
    )


def _next_place(stretch: _Stretch | None) -> str:
    return "" if stretch is None else place(**_days(stretch))


def _days(stretch: _Stretch) -> dict[str, str]:
    return {
        "first": stretch.first.isoformat(),
        "last": stretch.last.isoformat(),
        "end": stretch.end.isoformat(),
    }


def _stretch(known: dict[str, str]) -> _Stretch | None:
    try:
        return _Stretch(*(date.fromisoformat(known[name]) for name in ("first", "last", "end")))
    except (KeyError, ValueError):
        return None


def _search_of(known: dict[str, str]) -> _Search | None:
    count = whole_number(known.get("count", ""))
    if count is None or not known.get("env") or not known.get("key"):
        return None
    return _Search(known["env"], known["key"], count)
