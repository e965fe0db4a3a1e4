"""OMIM, as NCBI hands it out: the genes of a disease.

NCBI gives the titles of entries only: a gene entry (``*`` or ``+``) ends with its symbol, a
phenotype entry (``#``) names the disease.
"""

from __future__ import annotations

import re
from typing import Any

from retrieval.declaration.record_cards import RecordCard
from retrieval.ingestion.sources.access.json_fields import text
from retrieval.records.contract import Lookup
from retrieval.records.genes.table import genes_named
from retrieval.records.services.access.ncbi import NcbiSource
from retrieval.records.services.access.service import OtherForm, ServiceAnswer

MOST = 20
"""Entries asked for. Chosen by hand: those of a gene stand among many that only name it."""
_GENE = re.compile(r"[*+]\d+")
_SYMBOL = re.compile(r"; ([A-Z][A-Z0-9-]{1,14})$")


def _current(symbol: str) -> str:
    """The symbol that a gene has today: titles of OMIM keep those of before."""
    genes = genes_named(symbol)
    return genes[0].symbol if len(genes) == 1 else symbol


class NcbiOmim(NcbiSource):
    """Genes that OMIM has under a disease."""

    card = RecordCard(
        name="ncbi_omim",
        title="OMIM",
        use_when="Genes related to an inherited disease.",
        example="genes related to Lynch syndrome",
    )

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The entries that the disease finds, as one record that lists their genes. Raises
        :class:`OtherForm` for records without a number."""
        ids, count = await self._ncbi.search("omim", lookup.name, MOST)
        answered = await self._ncbi.summaries("omim", ids)
        if answered.records and not any(text(each, "oid") for each in answered.records):
            raise OtherForm(answered.raw)
        genes = [
            {"symbol": _current(match[1]), "uid": text(each, "uid"), "locus": text(each, "locus")}
            for each in answered.records
            if _GENE.match(text(each, "oid"))
            and (match := _SYMBOL.search(text(each, "title").partition(";;")[0]))
        ]
        record: dict[str, Any] = {"disease": lookup.name, "entries": genes}
        return ServiceAnswer((record,) if genes else (), answered.raw, max(0, count - len(ids)))
