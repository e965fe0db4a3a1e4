"""ClinVar: what laboratories say of a variant, by its rs number or HGVS name."""

from __future__ import annotations

from retrieval.records.contract import Lookup, RecordCard
from retrieval.records.services.access.ncbi import Ncbi
from retrieval.records.services.access.service import Answered, Reach, RecordService

MOST = 5


class NcbiClinVar(RecordService):
    """Variants with a germline classification."""

    card = RecordCard(
        name="ncbi_clinvar",
        title="ClinVar",
        use_when="How ClinVar classifies a germline variant, by rs number or HGVS name.",
        example="ClinVar classification of rs1799853",
    )

    def __init__(self, reach: Reach, ncbi: Ncbi) -> None:
        super().__init__(reach)
        self._ncbi = ncbi

    async def ask(self, lookup: Lookup) -> Answered:
        """The variants that ClinVar has under this name."""
        ids, count = await self._ncbi.search("clinvar", f'"{lookup.name}"', MOST)
        answered = await self._ncbi.summaries("clinvar", ids)
        return Answered(answered.records, answered.raw, max(0, count - len(ids)))
