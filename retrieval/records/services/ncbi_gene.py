"""NCBI Gene: human genes by symbol, alias or Ensembl id."""

from __future__ import annotations

from typing import Any

from retrieval.declaration.record_cards import RecordCard
from retrieval.ingestion.sources.access.json_fields import text
from retrieval.records.contract import Lookup
from retrieval.records.services.access.ncbi import NcbiSource
from retrieval.records.services.access.service import OtherForm, ServiceAnswer

HUMAN = "9606"
MOST = 20
"""Genes that one search looks at. Chosen by hand: a name is rarely that of more."""


class NcbiGene(NcbiSource):
    """Human genes."""

    card = RecordCard(
        name="ncbi_gene",
        title="NCBI Gene",
        use_when="Symbol, aliases, place, type or function of a human gene, as NCBI has it today.",
        example="chromosome location of BRAF",
    )

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The genes of this name: where one has it as its symbol, that one alone. Raises
        :class:`OtherForm` for records without an organism."""
        ids, _ = await self._ncbi.search("gene", f"{lookup.name} AND human[Organism]", MOST)
        answered = await self._ncbi.summaries("gene", ids)
        if answered.records and not any(
            text(each, "organism", "taxid") for each in answered.records
        ):
            raise OtherForm(answered.raw)
        human = [each for each in answered.records if _is_human(each)]
        symbols = [each for each in human if lookup.name.casefold() == _symbol(each)]
        named = [each for each in human if lookup.name.casefold() in _other_names(each)]
        return ServiceAnswer(symbols or named or _by_identifier(human, lookup.name), answered.raw)


def _is_human(gene: Any) -> bool:
    return text(gene, "organism", "taxid") == HUMAN and not text(gene, "currentid")


def _symbol(gene: Any) -> str:
    return text(gene, "name").casefold()


def _other_names(gene: Any) -> set[str]:
    told = [*text(gene, "otheraliases").split(", "), *text(gene, "otherdesignations").split("|")]
    return {each.casefold() for each in told if each}


def _by_identifier(genes: list[Any], name: str) -> list[Any]:
    """The only gene that an Ensembl id finds: a summary does not repeat the id."""
    only = len(genes) == 1 and name.upper().startswith("ENSG")
    return genes if only else []
