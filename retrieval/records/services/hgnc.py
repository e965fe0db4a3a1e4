"""HGNC's own service: approved genes by symbol, alias, previous symbol or identifier."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from retrieval.declaration.record_cards import RecordCard
from retrieval.errors import SourceFailed
from retrieval.ingestion.sources.access.json_fields import at, list_at, text
from retrieval.ingestion.sources.access.shared_services import HGNC_ADDRESS, HGNC_PER_SECOND
from retrieval.records.contract import Lookup
from retrieval.records.services.access.service import (
    OTHER_GENE,
    Reach,
    RecordService,
    ServiceAnswer,
)

BY_NAME = ("symbol", "alias_symbol", "prev_symbol")
"""Fields in which a name is looked for, the first that has it counts."""


class HgncService(RecordService):
    """Approved human genes."""

    card = RecordCard(
        name="hgnc",
        title="HGNC",
        use_when="Approved symbol, aliases, identifiers and place of a human gene, as of today.",
        example="official symbol of CD20",
    )

    def __init__(self, reach: Reach) -> None:
        super().__init__(reach)
        self._service = reach.service("hgnc", "HGNC", HGNC_ADDRESS, HGNC_PER_SECOND, 10.0)

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The genes of this name. Raises :class:`SourceFailed` where it answers with others."""
        for field in _fields_of(lookup.name):
            answer = await self._service.get_json(f"fetch/{field}/{quote(lookup.name, safe='')}")
            found = list_at(answer, "response", "docs")
            approved = [each for each in found if text(each, "status") in ("", "Approved")]
            if approved and not any(_bears(each, lookup.name) for each in approved):
                raise SourceFailed(OTHER_GENE.format(self.card.title))
            if approved or not isinstance(at(answer, "response", "docs"), list):
                return ServiceAnswer(approved or [answer], answer)
        return ServiceAnswer((), {})

    async def close(self) -> None:
        await self._service.close()


def _bears(gene: Any, name: str) -> bool:
    """Whether a record has the name in a field in which it is looked for."""
    told = [at(gene, field) for field in (*BY_NAME, "hgnc_id", "ensembl_gene_id")]
    values = [one for each in told for one in (each if isinstance(each, list) else [each])]
    return name.casefold() in {str(each).casefold() for each in values}


def _fields_of(name: str) -> tuple[str, ...]:
    if name.upper().startswith("ENSG"):
        return ("ensembl_gene_id",)
    return ("hgnc_id",) if name.upper().startswith("HGNC:") else BY_NAME
