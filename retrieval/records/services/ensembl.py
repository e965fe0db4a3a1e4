"""Ensembl: human genes by symbol or Ensembl id, with their place in GRCh38.

Fifteen requests a second are allowed (github.com/Ensembl/ensembl-rest/wiki/Rate-Limits).
"""

from __future__ import annotations

from urllib.parse import quote

from retrieval.declaration.record_cards import RecordCard
from retrieval.errors import SourceFailed
from retrieval.ingestion.sources.access.json_fields import text
from retrieval.records.contract import Lookup
from retrieval.records.genes.table import genes_named
from retrieval.records.services.access.service import (
    OTHER_GENE,
    Reach,
    RecordService,
    ServiceAnswer,
)

ADDRESS = "https://rest.ensembl.org"


class EnsemblService(RecordService):
    """Human genes."""

    card = RecordCard(
        name="ensembl",
        title="Ensembl",
        use_when="Place and type of a human gene in Ensembl, as of today.",
        example="chromosome location of BRAF",
    )

    def __init__(self, reach: Reach) -> None:
        super().__init__(reach)
        self._service = reach.service("ensembl", "Ensembl", ADDRESS, 10.0, 10.0)

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The gene of this symbol or id. Raises :class:`SourceFailed` where it answers with
        another."""
        name = quote(lookup.name, safe="")
        is_id = lookup.name.upper().startswith("ENSG")
        path = f"lookup/id/{name}" if is_id else f"lookup/symbol/homo_sapiens/{name}"
        answer = await self._service.get_json(path)
        if not is_id and _is_other(text(answer, "display_name"), lookup.name):
            raise SourceFailed(OTHER_GENE.format(self.card.title))
        return ServiceAnswer([answer], answer)

    async def close(self) -> None:
        await self._service.close()


def _is_other(symbol: str, name: str) -> bool:
    """Whether the gene table knows the name, and never for the gene of this symbol."""
    known = {each.symbol for each in genes_named(name)}
    return bool(symbol and known) and symbol not in known and symbol.casefold() != name.casefold()
