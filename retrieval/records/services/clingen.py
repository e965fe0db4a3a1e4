"""The ClinGen Allele Registry: the canonical allele of an HGVS name, in every assembly.

No rate is published; two requests a second are polite.
"""

from __future__ import annotations

from typing import Any

from retrieval.declaration.record_cards import RecordCard
from retrieval.ingestion.sources.access.json_fields import at, list_at, text
from retrieval.records.contract import Lookup
from retrieval.records.services.access.service import OtherForm, Reach, RecordService, ServiceAnswer

ADDRESS = "https://reg.genome.network"
FIELDS = (
    "none @id communityStandardTitle genomicAlleles transcriptAlleles.MANE"
    " externalRecords.dbSNP externalRecords.ClinVarVariations"
)


class ClinGenAlleles(RecordService):
    """Alleles by HGVS name."""

    card = RecordCard(
        name="clingen",
        title="ClinGen Allele Registry",
        use_when="Canonical allele, genomic names in both assemblies and identifiers of a variant.",
        example="canonical allele of NM_000546.6:c.215C>G",
    )

    def __init__(self, reach: Reach) -> None:
        super().__init__(reach)
        self._service = reach.service("clingen", "ClinGen Allele Registry", ADDRESS, 2.0, 10.0)

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The allele of this name. Raises :class:`OtherForm` for an answer without one."""
        answer = await self._service.get_json("allele", hgvs=lookup.name, fields=FIELDS)
        if text(answer, "errorType"):
            return ServiceAnswer((), answer)
        if not text(answer, "@id"):
            raise OtherForm(answer)
        allele = text(answer, "@id").rpartition("/")[2]
        if not allele.startswith("CA"):
            return ServiceAnswer((), answer)
        record: dict[str, Any] = dict(answer) | {"allele": allele, "genomic": _genomic(answer)}
        return ServiceAnswer([record], answer)

    async def close(self) -> None:
        await self._service.close()


def _genomic(answer: Any) -> dict[str, str]:
    """The genomic name by its assembly: ``{"GRCh38": "NC_000017.11:g.7676154G>C"}``."""
    found: dict[str, str] = {}
    for allele in list_at(answer, "genomicAlleles"):
        names = [name for name in at(allele, "hgvs") or [] if str(name).startswith("NC_")]
        if names:
            found.setdefault(text(allele, "referenceGenome"), str(names[0]))
    return found
