"""US labels from DailyMed, with their tables as they were filed.

Facts this stands on: public programs that ask ``/spls.json`` (``drug_name``, ``pagesize`` and
``page``; answers with ``metadata.total_elements``, ``metadata.total_pages``, ``data[].setid``) and
``/spls/SETID.xml`` of DailyMed's web services, version 2. It publishes no limit; one request a
second is ours.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

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
from retrieval.ingestion.sources.drugs.spl_labels import parse_label, record_of_label

_SET_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_PAGE = 10
"""Labels found at once. Chosen by hand: after an interruption so many are fetched again."""


class DailyMed(ServiceSource):
    """Labels by drug name, generic or brand, or by set id. ``since`` keeps what is in effect since
    that day or later."""

    name = "dailymed"
    service_name = "DailyMed"
    default_address = "https://dailymed.nlm.nih.gov/dailymed/services/v2"
    per_second = 1.0
    seconds = 60.0
    """For one answer. Chosen by hand: a whole label."""

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """The labels of the request after the cursor. Raises :class:`RequestInvalid`."""
        request = distinct_terms(request)

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            words = term.strip()
            if _SET_ID.fullmatch(words):
                return _term_page([await self._label(words.lower(), request)], "", 1)
            if not any(letter.isalnum() for letter in words):
                raise RequestInvalid("A drug name needs letters.")
            number = int(state(where).get("page", "1") or 1)
            return await self._of_name(words, number, request, remaining)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _of_name(
        self, drug: str, number: int, request: HarvestRequest, remaining: int | None
    ) -> TermPage:
        answer = await self._service.get_json(
            "spls.json", drug_name=drug, pagesize=_PAGE, page=number
        )
        found = at(answer, "data")
        if not isinstance(found, list):
            raise SourceFailed("DailyMed answered without a list of labels.")
        made: list[Record | Problem | None] = []
        for each in found[:remaining]:
            set_id = text(each, "setid")
            if _SET_ID.fullmatch(set_id):
                made.append(await self._label(set_id.lower(), request))
            else:
                made.append(Problem("dailymed", "a label without a set id."))
        pages = whole_number(text(answer, "metadata", "total_pages")) or 0
        more = bool(found) and number < pages
        total = whole_number(text(answer, "metadata", "total_elements"))
        return _term_page(made, place(page=number + 1) if more else "", total)

    async def _label(self, set_id: str, request: HarvestRequest) -> Record | Problem | None:
        try:
            body = await self._service.get_bytes(f"spls/{set_id}.xml")
        except SourceRefused as refused:
            if refused.status != 404:
                raise
            return Problem(f"dailymed-{set_id}", "DailyMed has no label with this set id")
        raw = body.decode("utf-8", "replace")
        read = record_of_label(parse_label(body), raw, request.silo, set_id)
        is_old = isinstance(read, Record) and read.document.date < request.since
        return None if is_old and request.since else read


def _term_page(made: list[Record | Problem | None], next_place: str, total: int | None) -> TermPage:
    return TermPage(
        records=tuple(one for one in made if isinstance(one, Record)),
        problems=tuple(one for one in made if isinstance(one, Problem)),
        next_place=next_place,
        total=total,
    )
