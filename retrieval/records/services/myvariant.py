"""MyVariant.info: what dbSNP, ClinVar, gnomAD and others hold of a variant, in one record.

A thousand requests a minute are allowed for all (docs.myvariant.info).
"""

from __future__ import annotations

from urllib.parse import quote

from retrieval.declaration.record_cards import RecordCard
from retrieval.records.contract import Lookup
from retrieval.records.services.access.service import (
    Reach,
    RecordService,
    ServiceAnswer,
    required_list,
)

ADDRESS = "https://myvariant.info/v1"
FIELDS = "_id,chrom,hg19,vcf,dbsnp,clinvar,gnomad_exome.af.af,gnomad_genome.af.af,clingen.caid"
MOST = 5
"""Records asked for. Chosen by hand: one of them is exact, or the name is too general."""


class MyVariant(RecordService):
    """Variants by rs number or genomic HGVS name."""

    card = RecordCard(
        name="myvariant",
        title="MyVariant.info (gnomAD, ClinVar, dbSNP)",
        use_when="Frequency, place, gene and classification of a variant by rs number.",
        example="rs1799853 in dbSNP",
    )

    def __init__(self, reach: Reach) -> None:
        super().__init__(reach)
        self._service = reach.service("myvariant", "MyVariant.info", ADDRESS, 5.0, 10.0)

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The variant of this rs number, or of this genomic name in GRCh38."""
        if lookup.name.lower().startswith("rs"):
            answer = await self._service.get_json(
                "query", q=lookup.name.lower(), fields=FIELDS, size=MOST, assembly="hg38"
            )
            return ServiceAnswer(required_list(answer, "hits"), answer)
        name = quote(lookup.name, safe="")
        answer = await self._service.get_json(f"variant/{name}", assembly="hg38")
        return ServiceAnswer(answer if isinstance(answer, list) else [answer], answer)

    async def close(self) -> None:
        await self._service.close()
