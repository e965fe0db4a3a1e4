"""ClinicalTrials.gov through its API, version 2.

Facts this stands on: the API's own description (clinicaltrials.gov/data-api/api: ``/studies`` with
``query.*``, ``filter.ids``, ``filter.advanced``, ``countTotal``, ``pageSize`` up to 1,000 and
``pageToken``; Essie expressions such as ``AREA[LastUpdatePostDate]RANGE[2023-01-15,MAX]``).
It asks for no key. The registry is in the public domain; its terms ask to name it as the source
and the date of the data.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from retrieval.errors import SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.http import SourceRefused
from retrieval.ingestion.sources.access.json_fields import at, list_at, text, whole_number
from retrieval.ingestion.sources.access.pagination import (
    TermPage,
    distinct_terms,
    join_neighbours,
    paginate,
    place,
    state,
)
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.ingestion.sources.trials.clinical_trials_records import Unusable, nct_of, record_of

_PAGE = 50
"""Trials at once. Chosen by hand: one with results is long."""
_NCT = re.compile(r"NCT\d{8}", re.IGNORECASE)
_AREAS = ("cond", "term", "locn", "titles", "intr", "outc", "spons", "lead", "id", "patient")


class ClinicalTrials(ServiceSource):
    """Trials of the registry. A term is an NCT number, a search, or a search in one area of the
    record: ``cond:breast cancer``, ``intr:olaparib`` (areas: cond, intr, titles, outc, spons,
    lead, locn, id, patient). ``since`` asks for what was updated from that day on."""

    name = "clinicaltrials"
    service_name = "ClinicalTrials.gov"
    default_address = "https://clinicaltrials.gov/api/v2"
    per_second = 0.8

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """The trials of the request after the cursor, at most 50 a page."""
        request = distinct_terms(request)
        request = replace(request, terms=join_neighbours(request.terms, _nct, _PAGE))

        async def fetch(term: str, where: str, _remaining: int | None) -> TermPage:
            # Pages of one size, whatever the limit, so that a place can be found again.
            asked = _search_parameters(term, request.since)
            token, offset = _parse_place(where)
            answer = await self._page(asked, token, offset)
            return _term_page(answer, request, _numbers(term), offset)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _page(self, asked: dict[str, str | None], token: str, offset: int) -> Any:
        if not token:
            return await self._studies(asked, "")
        try:
            return await self._studies(asked, token)
        except SourceRefused as refused:
            if refused.status != 400:
                raise
        return await self._page_at_offset(asked, offset)

    async def _page_at_offset(self, asked: dict[str, str | None], offset: int) -> Any:
        """Page from the start to where an old token stood that is not valid any more."""
        passed, token = 0, ""
        while True:
            answer = await self._studies(asked, token)
            if passed >= offset:
                return answer
            passed += len(list_at(answer, "studies"))
            token = text(answer, "nextPageToken")
            if not token:
                return {"studies": []}

    async def _studies(self, asked: dict[str, str | None], token: str) -> Any:
        answer = await self._service.get_json(
            "studies",
            format="json",
            pageSize=_PAGE,
            pageToken=token or None,
            countTotal=None if token else "true",
            **asked,
        )
        if not isinstance(at(answer, "studies"), list):
            raise SourceFailed("ClinicalTrials.gov answered without a list of studies.")
        return answer


def _nct(term: str) -> str:
    return term.strip().upper() if _NCT.fullmatch(term.strip()) else ""


def _numbers(term: str) -> list[str]:
    numbers = [_nct(piece) for piece in term.split(",")]
    return numbers if all(numbers) else []


def _search_parameters(term: str, since: str) -> dict[str, str | None]:
    updated = f"AREA[LastUpdatePostDate]RANGE[{since},MAX]" if since else None
    if _numbers(term):
        return {"filter.ids": ",".join(_numbers(term)), "filter.advanced": updated}
    area, _, words = term.partition(":")
    if area.strip().lower() not in _AREAS or not words.strip():
        area, words = "term", term
    return {f"query.{area.strip().lower()}": words.strip(), "filter.advanced": updated}


def _parse_place(where: str) -> tuple[str, int]:
    known = state(where)
    return known.get("token", ""), whole_number(known.get("offset", "")) or 0


def _term_page(answer: Any, request: HarvestRequest, numbers: list[str], offset: int) -> TermPage:
    studies = list_at(answer, "studies")
    records: list[Record] = []
    problems: list[Problem] = []
    for study in studies:
        try:
            records.append(record_of(study, request.silo))
        except Unusable as why:
            problems.append(Problem(nct_of(study).lower() or "clinicaltrials", str(why)))
    came = {nct_of(study) for study in studies}
    absent = [] if request.since else [number for number in numbers if number not in came]
    problems += [Problem(number.lower(), "the registry has no such trial") for number in absent]
    token = text(answer, "nextPageToken")
    return TermPage(
        records=tuple(records),
        problems=tuple(problems),
        next_place=place(token=token, offset=offset + len(studies)) if token else "",
        total=whole_number(text(answer, "totalCount")),
    )
