"""CIViC: accepted evidence on a molecular profile, such as BRAF V600E."""

from __future__ import annotations

from typing import Any

from retrieval.declaration.record_cards import RecordCard
from retrieval.errors import SourceFailed
from retrieval.ingestion.sources.access.json_fields import at, list_at, text
from retrieval.ingestion.sources.access.shared_services import CIVIC_ADDRESS, CIVIC_PER_SECOND
from retrieval.records.contract import Lookup
from retrieval.records.services.access.service import Reach, RecordService, ServiceAnswer

MOST = 5
"""Records asked for. Chosen by hand: one of them is exact, or the name is too general."""
_QUERY = """
query Accepted($profile: String, $first: Int) {
  evidenceItems(status: ACCEPTED, molecularProfileName: $profile, first: $first) {
    totalCount
    nodes {
      id description evidenceType evidenceLevel evidenceDirection significance
      molecularProfile { name }
      disease { name }
      therapies { name }
      source { citationId citation sourceType }
    }
  }
}
"""


class CivicService(RecordService):
    """Accepted evidence items."""

    card = RecordCard(
        name="civic",
        title="CIViC",
        use_when="What CIViC holds today on a variant by name.",
        example="CIViC evidence on BRAF V600E",
    )

    def __init__(self, reach: Reach) -> None:
        super().__init__(reach)
        self._service = reach.service("civic", "CIViC", CIVIC_ADDRESS, CIVIC_PER_SECOND, 10.0)

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The first evidence items on the profile, and how many more there are. Raises
        :class:`SourceFailed`."""
        variables = {"profile": lookup.name, "first": MOST}
        answer = await self._service.post_json("graphql", {"query": _QUERY, "variables": variables})
        found = at(answer, "data", "evidenceItems")
        if not isinstance(at(found, "nodes"), list):
            raise SourceFailed("CIViC answered without a list of evidence items.")
        nodes: list[Any] = list_at(found, "nodes")
        total = text(found, "totalCount")
        left = int(total) - len(nodes) if total.isdecimal() else 0
        return ServiceAnswer(nodes, answer, max(0, left))

    async def close(self) -> None:
        await self._service.close()
