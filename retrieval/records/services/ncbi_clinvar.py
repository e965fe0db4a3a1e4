"""ClinVar: what laboratories say of a variant, by its rs number or HGVS name."""

from __future__ import annotations

from retrieval.declaration.record_cards import RecordCard
from retrieval.records.contract import Lookup
from retrieval.records.services.access.ncbi import NcbiSource
from retrieval.records.services.access.service import ServiceAnswer

MOST = 5
"""Records asked for. Chosen by hand: one of them is exact, or the name is too general."""


class NcbiClinVar(NcbiSource):
    """Variants with a germline classification."""

    card = RecordCard(
        name="ncbi_clinvar",
        title="ClinVar",
        use_when="How ClinVar classifies a germline variant, by rs number or HGVS name.",
        example="ClinVar classification of rs1799853",
    )

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The variants that ClinVar has under this name."""
        ids, count = await self._ncbi.search("clinvar", f'"{lookup.name}"', MOST)
        answered = await self._ncbi.summaries("clinvar", ids)
        return ServiceAnswer(answered.records, answered.raw, max(0, count - len(ids)))
