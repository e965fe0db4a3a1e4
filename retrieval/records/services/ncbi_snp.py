"""dbSNP: variants by their rs number."""

from __future__ import annotations

from retrieval.records.contract import Lookup, RecordCard
from retrieval.records.services.access.ncbi import Ncbi
from retrieval.records.services.access.service import Answered, Reach, RecordService


class NcbiSnp(RecordService):
    """Short variants with an rs number."""

    card = RecordCard(
        name="ncbi_snp",
        title="dbSNP",
        use_when="Place, gene, alleles or frequency of a variant with an rs number.",
        example="rs1799853 in dbSNP",
    )

    def __init__(self, reach: Reach, ncbi: Ncbi) -> None:
        super().__init__(reach)
        self._ncbi = ncbi

    async def ask(self, lookup: Lookup) -> Answered:
        """The variant of this number."""
        return await self._ncbi.summaries("snp", [lookup.name.lower().removeprefix("rs")])
