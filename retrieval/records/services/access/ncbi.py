"""NCBI's E-utilities, as the sources of records ask them. All its databases share one client and
one rate."""

from __future__ import annotations

from typing import Any

from retrieval.ingestion.sources.access.json_fields import at, text
from retrieval.ingestion.sources.access.shared_services import (
    NCBI_ADDRESS,
    ncbi_asker,
    ncbi_per_second,
)
from retrieval.records.services.access.service import (
    Reach,
    RecordService,
    ServiceAnswer,
    required_list,
)


class Ncbi:
    """One client for the databases of NCBI."""

    def __init__(self, reach: Reach) -> None:
        rate = ncbi_per_second(reach.ncbi_api_key)
        self._service = reach.service("ncbi", "NCBI", NCBI_ADDRESS, rate, 10.0)
        self._told = {**ncbi_asker(reach.contact, reach.ncbi_api_key), "retmode": "json"}

    async def search(self, database: str, term: str, most: int) -> tuple[list[str], int]:
        """The ids that a term finds, best first, and how many there are."""
        answer = await self._service.get_json(
            "esearch.fcgi", db=database, term=term, retmax=most, sort="relevance", **self._told
        )
        count = text(answer, "esearchresult", "count")
        ids = [str(each) for each in required_list(answer, "esearchresult", "idlist")]
        return ids, int(count) if count.isdecimal() else len(ids)

    async def summaries(self, database: str, ids: list[str]) -> ServiceAnswer:
        """The summaries of these records that NCBI has, in their order."""
        if not ids:
            return ServiceAnswer((), {})
        answer = await self._service.get_json(
            "esummary.fcgi", db=database, id=",".join(ids), **self._told
        )
        told = [str(each) for each in required_list(answer, "result", "uids")]
        found: list[Any] = [at(answer, "result", one) for one in told]
        records = [each for each in found if isinstance(each, dict) and "error" not in each]
        return ServiceAnswer(records, answer)

    async def close(self) -> None:
        await self._service.close()


class NcbiSource(RecordService):
    """A source of records that is one of NCBI's databases."""

    def __init__(self, reach: Reach, ncbi: Ncbi) -> None:
        super().__init__(reach)
        self._ncbi = ncbi

    async def close(self) -> None:
        """Let go of the connections that all databases share. Closing twice is fine."""
        await self._ncbi.close()
