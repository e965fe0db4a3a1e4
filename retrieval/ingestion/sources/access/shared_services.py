"""Services that are asked both when silos are filled and for records while a question is answered:
where they are, how often they may be asked, and who says that it asks. And pages for people to
which several sources link.

NCBI's rules are in "The E-utilities In-Depth" (NCBI Bookshelf NBK25499), "Usage Guidelines" in
NBK25497.
"""

from __future__ import annotations

CIVIC_ADDRESS = "https://civicdb.org/api"
CIVIC_PER_SECOND = 3.0
"""Chosen by hand: CIViC publishes no limit."""
HGNC_ADDRESS = "https://rest.genenames.org"
HGNC_PER_SECOND = 8.0
"""HGNC allows 10 (www.genenames.org/help/rest)."""
HGNC_PAGE = "https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/"
"""For people; the number of a gene follows."""
DAILYMED_PAGE = "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid="
"""For people; the set id of a label follows. openFDA has the same labels and no page for each."""
NCBI_ADDRESS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
_NCBI_PER_SECOND, _WITH_KEY = 2.8, 9.0
"""NCBI allows 3 a second without a key and 10 with one, and counts at its own end."""


def ncbi_per_second(api_key: str) -> float:
    """Requests that NCBI may be sent in a second."""
    return _WITH_KEY if api_key else _NCBI_PER_SECOND


def ncbi_asker(contact: str, api_key: str) -> dict[str, str | None]:
    """What each request tells NCBI of who asks."""
    return {"tool": "curbside", "email": contact or None, "api_key": api_key or None}
