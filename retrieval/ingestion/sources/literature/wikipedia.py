"""Articles of the English Wikipedia through the action API.

Facts this stands on: mediawiki.org (API:Query with ``redirects`` and ``formatversion=2``,
Extension:TextExtracts, whose whole-article extracts come one a request, API:Revisions,
``pageprops`` of Extension:Disambiguator, API:Etiquette on requests in series and ``maxlag``) and
the Wikimedia Foundation's User-Agent policy, which wants a way to reach who runs the program.
Text is under CC BY-SA 4.0: every document names the revision and the licence.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from retrieval.documents import Document
from retrieval.errors import SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.json_fields import (
    at,
    clip,
    iso_date,
    list_at,
    text,
    whole_number,
)
from retrieval.ingestion.sources.access.pagination import (
    TermPage,
    distinct_terms,
    paginate,
    place,
    state,
)
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.retry import CallFailure, RetryPolicy
from retrieval.retry.retrying import call_with_retries_async

LICENCE = "CC BY-SA 4.0"
LONGEST_TITLE = 80
"""Characters of a title in a problem. Chosen by hand: a line."""
_PAGE = 10
"""Articles staged together. Chosen by hand."""
_MOST_FOUND = 10_000
"""Hits of a search that the API hands out."""
_BUSY = frozenset(("maxlag", "ratelimited", "readonly"))
_BUSY_RETRIES = RetryPolicy(attempts=5, first_pause=5.0, longest_pause=40.0)
"""For a server that says it is behind: mediawiki.org (Manual:Maxlag parameter) recommends pauses
of at least 5 seconds; the number of tries is chosen by hand."""
_HEADING = re.compile(r"^(={2,6})(.+?)\1[ \t]*+$", re.MULTILINE)
_APPARATUS = frozenset(
    ("see also", "references", "external links", "further reading", "notes", "sources", "footnotes")
)


class _Unusable(Exception):
    """A page that cannot be taken in; the text says why."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Pages of a search, and how many there are."""

    pages: tuple[str, ...]
    total: int | None
    more: bool


class Wikipedia(ServiceSource):
    """Whole articles as plain text. A term is the title of an article, or ``search:`` and words.
    ``since`` leaves out articles that were last edited before that day."""

    name = "wikipedia"
    service_name = "Wikipedia"
    default_address = "https://en.wikipedia.org/w"
    per_second = 2.0

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """The articles of the request after the cursor."""
        request = distinct_terms(request)

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            kind, _, words = term.partition(":")
            if kind.strip().lower() == "search" and words.strip():
                offset = whole_number(state(where).get("offset", "")) or 0
                return await self._by_search(words.strip(), offset, remaining, request)
            return await self._articles((("titles", term),), request)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _by_search(
        self, words: str, offset: int, remaining: int | None, request: HarvestRequest
    ) -> TermPage:
        size = min(_PAGE, remaining or _PAGE)
        answer = await self._query(
            list="search",
            srsearch=words,
            srlimit=size,
            sroffset=offset,
            srnamespace=0,
            srinfo="totalhits",
        )
        found = _search_found(answer, offset + size)
        term_page = await self._articles(tuple(("pageids", one) for one in found.pages), request)
        return TermPage(
            records=term_page.records,
            problems=term_page.problems,
            next_place=place(offset=offset + size) if found.more else "",
            total=found.total,
        )

    async def _articles(
        self, asked: tuple[tuple[str, str], ...], request: HarvestRequest
    ) -> TermPage:
        records: list[Record] = []
        problems: list[Problem] = []
        for field, value in asked:
            named = f"wikipedia-{value}" if field == "pageids" else clip(value, LONGEST_TITLE)
            try:
                record = _record(await self._article(field, value), request.silo)
            except _Unusable as why:
                problems.append(Problem(named, str(why)))
            else:
                if record.document.date >= request.since:
                    records.append(record)
        return TermPage(records=tuple(records), problems=tuple(problems))

    async def _article(self, field: str, value: str) -> Any:
        return await self._query(
            prop="extracts|revisions|pageprops|info",
            explaintext=1,
            exsectionformat="wiki",
            rvprop="ids|timestamp",
            ppprop="disambiguation",
            inprop="url",
            redirects=1,
            **{field: value},
        )

    async def _query(self, **params: str | int) -> Any:
        try:
            return await call_with_retries_async(
                lambda: self._query_once(params), _BUSY_RETRIES, _busy, self._pacing.sleep
            )
        except _Busy as error:
            detail = "Wikipedia's servers are behind for now. Try again later."
            raise SourceFailed(detail) from error

    async def _query_once(self, params: Mapping[str, str | int]) -> Any:
        answer = await self._service.get_json(
            "api.php", action="query", format="json", formatversion=2, maxlag=5, **params
        )
        code = text(answer, "error", "code")
        if code in _BUSY:
            raise _Busy
        if code:
            raise SourceFailed("Wikipedia did not accept the request; check the terms.")
        return answer


class _Busy(Exception):
    """The server is behind and asks to come again."""


def _busy(error: Exception) -> CallFailure | None:
    return CallFailure() if isinstance(error, _Busy) else None


def _search_found(answer: Any, reached: int) -> _Found:
    if not isinstance(at(answer, "query", "search"), list):
        raise SourceFailed("Wikipedia answered without a list of articles.")
    pages = [text(hit, "pageid") for hit in list_at(answer, "query", "search")]
    more = whole_number(text(answer, "continue", "sroffset")) is not None
    return _Found(
        tuple(page for page in pages if whole_number(page) is not None),
        whole_number(text(answer, "query", "searchinfo", "totalhits")),
        more and bool(pages) and reached < _MOST_FOUND,
    )


def _record(answer: Any, silo: str) -> Record:
    page = next(iter(list_at(answer, "query", "pages")), None)
    if not isinstance(page, dict) or "missing" in page or "invalid" in page:
        raise _Unusable(
            "Wikipedia has no article of this title. To search, write search: before the words."
        )
    title, number = text(page, "title"), text(page, "pageid")
    revision = next(iter(list_at(page, "revisions")), None)
    version = text(revision, "revid")
    if not title or whole_number(number) is None or whole_number(version) is None:
        raise _Unusable("came without its title, number or revision")
    if isinstance(at(page, "pageprops"), dict) and "disambiguation" in page["pageprops"]:
        raise _Unusable(f"{title} lists several meanings; name the article that is meant")
    body = _markdown(text(page, "extract"))
    if not body:
        raise _Unusable("holds no text")
    document = Document(
        silo=silo,
        id=f"wikipedia-{number}",
        version=version,
        title=title,
        text=body + "\n",
        url=_address(page, number),
        organisation="Wikipedia",
        date=iso_date(text(revision, "timestamp")),
        facts_from=(
            f"https://en.wikipedia.org/w/index.php?oldid={version} ({LICENCE}, "
            "Wikipedia contributors)",
        ),
    )
    return Record(document=document, raw=json.dumps(page, ensure_ascii=False))


def _address(page: Any, number: str) -> str:
    stated = text(page, "canonicalurl")
    is_one = stated.startswith("https://")
    return stated if is_one else f"https://en.wikipedia.org/?curid={number}"


def _markdown(extract: str) -> str:
    """Wiki headings as Markdown, without the sections that only point elsewhere."""
    pieces = _HEADING.split(extract)
    kept = [pieces[0].strip()]
    dropped = 0
    for marks, words, body in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        level, heading = len(marks), words.strip()
        if dropped and level > dropped:
            continue
        dropped = level if heading.lower() in _APPARATUS else 0
        if not dropped:
            kept.append(f"{'#' * level} {heading}\n\n{body.strip()}".strip())
    return "\n\n".join(piece for piece in kept if piece)
