"""NCBI's E-utilities, as the sources of records ask them.

NCBI allows three requests a second, ten with a key, and wants to know who asks
(www.ncbi.nlm.nih.gov/books/NBK25497). All its databases share one client and one rate.
"""

from __future__ import annotations

from typing import Any

from retrieval.ingestion.sources.access.json_fields import at, text
from retrieval.records.services.access.service import (
    Reach,
    RecordService,
    ServiceAnswer,
    required_list,
)

ADDRESS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
TOOL = "curbside"
RATE, RATE_WITH_KEY = 3.0, 10.0
"""Requests a second that NCBI allows without and with a key (NBK25497, "Usage Guidelines")."""


class Ncbi:
    """One client for the databases of NCBI."""

    def __init__(self, reach: Reach) -> None:
        rate = RATE_WITH_KEY if reach.ncbi_api_key else RATE
        self._service = reach.service("ncbi", "NCBI", ADDRESS, rate, 10.0)
        self._told = {
            "tool": TOOL,
            "email": reach.contact or None,
            "api_key": reach.ncbi_api_key or None,
            "retmode": "json",
        }

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
