"""dbSNP: variants by their rs number."""

from __future__ import annotations

from retrieval.declaration.record_cards import RecordCard
from retrieval.records.contract import Lookup
from retrieval.records.services.access.ncbi import NcbiSource
from retrieval.records.services.access.service import ServiceAnswer


class NcbiSnp(NcbiSource):
    """Short variants with an rs number."""

    card = RecordCard(
        name="ncbi_snp",
        title="dbSNP",
        use_when="Place, gene, alleles or frequency of a variant with an rs number.",
        example="rs1799853 in dbSNP",
    )

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The variant of this number."""
        return await self._ncbi.summaries("snp", [lookup.name.lower().removeprefix("rs")])
