"""What the sources behind NCBI's E-utilities share."""

from __future__ import annotations

from retrieval.ingestion.sources.access.http import POLITE, RequestPace
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.access.shared_services import (
    NCBI_ADDRESS,
    ncbi_asker,
    ncbi_per_second,
)


class EUtilitiesSource(ServiceSource):
    """A source that is one database of the E-utilities."""

    default_address = NCBI_ADDRESS
    seconds = 60.0
    """For one answer. Chosen by hand: it may hold 200 records."""

    def __init__(
        self,
        address: str | None = None,
        *,
        contact: str = "",
        api_key: str = "",
        pacing: RequestPace = POLITE,
    ) -> None:
        self.per_second = ncbi_per_second(api_key)
        super().__init__(address, contact=contact, pacing=pacing)
        self._asker = ncbi_asker(contact, api_key)
