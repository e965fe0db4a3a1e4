"""What the sources behind NCBI's E-utilities share: where to ask, how often, and who asks.

"The E-utilities In-Depth" (NCBI Bookshelf NBK25499) has the rules.
"""

from __future__ import annotations

from retrieval.ingestion.sources.access.http import POLITE, RequestPace
from retrieval.ingestion.sources.access.service_source import ServiceSource


class EUtilitiesSource(ServiceSource):
    """A source that is one database of the E-utilities."""

    default_address = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    # NCBI allows 3 a second without a key and 10 with one, and counts at its own end.
    per_second = 2.8
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
        if api_key:
            self.per_second = 9.0
        super().__init__(address, contact=contact, pacing=pacing)
        self._asker = {"tool": "curbside", "email": contact or None, "api_key": api_key or None}
