"""Variant evidence from CIViC: accepted evidence items by its GraphQL service, or its files.

The service pages with ``first``, ``after`` and ``pageInfo`` (civicdb.org/api/graphql); accepted
items and assertions are also published as tables every night and month. CIViC is CC0. Levels: A
validated association, B clinical, C case study, D preclinical, E inferential (docs.civicdb.org).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import Any

from retrieval.errors import SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.json_fields import at, list_at, text
from retrieval.ingestion.sources.access.pagination import (
    TermPage,
    distinct_terms,
    paginate,
    place,
    state,
)
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.access.shared_services import CIVIC_ADDRESS, CIVIC_PER_SECOND
from retrieval.ingestion.sources.access.table_source import table_pages
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.ingestion.sources.genomics.civic_records import (
    assertion_of_node,
    evidence_of_node,
    record_of_row,
)

_PAGE = 100
"""Evidence items at once. Chosen by hand."""
_QUERY = """
query Accepted($profile: String, $first: Int, $after: String) {
  evidenceItems(status: ACCEPTED, molecularProfileName: $profile, first: $first, after: $after) {
    totalCount
    pageInfo { endCursor hasNextPage }
    nodes {
      id description evidenceType evidenceLevel evidenceDirection evidenceRating significance
      therapyInteractionType
      molecularProfile { name }
      disease { name }
      therapies { name }
      source { citationId citation sourceType retractionNature }
    }
  }
}
"""
_ASSERTIONS = """
query Asserted($profile: String, $first: Int, $after: String) {
  assertions(status: ACCEPTED, molecularProfileName: $profile, first: $first, after: $after) {
    totalCount
    pageInfo { endCursor hasNextPage }
    nodes {
      id summary description assertionType assertionDirection significance ampLevel
      therapyInteractionType regulatoryApproval fdaCompanionTest
      molecularProfile { name }
      disease { name }
      therapies { name }
      nccnGuideline { name }
      nccnGuidelineVersion
      evidenceItems { id }
    }
  }
}
"""


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is asked for of each term, one kind after the other."""

    field: str
    query: str
    said: str
    read: Callable[[Any, HarvestRequest], Record | Problem]


class Civic(ServiceSource):
    """Evidence items and assertions. Terms are gene symbols or molecular profiles ("BRAF V600E").
    With a file (the evidence or the assertion summaries) the terms narrow it; ``since`` keeps
    what was reviewed from that day on, which only the files say."""

    name = "civic"
    service_name = "CIViC"
    default_address = CIVIC_ADDRESS
    per_second = CIVIC_PER_SECOND

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """Records of the request after the cursor."""
        if request.file is not None:
            async for page in table_pages(request, cursor, lambda row: record_of_row(row, request)):
                yield page
            return
        request = distinct_terms(request) if request.terms else _all_of(request)

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            size = min(_PAGE, remaining or _PAGE)
            return await self._fetch(term.strip(), where, size, request)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _fetch(self, term: str, where: str, size: int, request: HarvestRequest) -> TermPage:
        stood = state(where)
        number, after = int(stood.get("kind", "0") or 0), stood.get("after", "")
        kind = _KINDS[number]
        variables = {"profile": None if term == _EVERYTHING else term, "first": size,
                     "after": after or None}  # fmt: skip
        asked = {"query": kind.query, "variables": variables}
        found = at(await self._service.post_json("graphql", asked), "data", kind.field)
        if not isinstance(at(found, "nodes"), list):
            raise SourceFailed(f"CIViC answered without a list of {kind.said}.")
        made = [kind.read(node, request) for node in list_at(found, "nodes")]
        more = at(found, "pageInfo", "hasNextPage") is True
        end = text(found, "pageInfo", "endCursor")
        next_place = place(kind=number, after=end) if more and end and end != after else ""
        if not next_place and number + 1 < len(_KINDS):
            next_place = place(kind=number + 1)
        return TermPage(
            records=tuple(one for one in made if isinstance(one, Record)),
            problems=tuple(one for one in made if isinstance(one, Problem)),
            # Of one kind only: how many a term has in all, no answer says.
            next_place=next_place,
        )


_KINDS = (
    _Kind("evidenceItems", _QUERY, "evidence items", evidence_of_node),
    _Kind("assertions", _ASSERTIONS, "assertions", assertion_of_node),
)
_EVERYTHING = "*"


def _all_of(request: HarvestRequest) -> HarvestRequest:
    return replace(request, terms=(_EVERYTHING,))
