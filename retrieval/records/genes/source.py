"""The gene table as a source of records. It asks nobody: it is shipped."""

from __future__ import annotations

import asyncio

from retrieval.declaration.record_cards import RecordCard
from retrieval.records.contract import Lookup, NoRecord, NotAsked, RecordOutcome, RecordsFound
from retrieval.records.genes.facts import SOURCE, gene_document
from retrieval.records.genes.table import also_named, genes_named

CARD = RecordCard(
    name=SOURCE,
    title="Gene table",
    use_when="Symbol, aliases, identifiers, place or type of a human gene.",
    example="aliases of ERBB2",
)


class GeneRecords:
    """Human genes by any of their names."""

    card = CARD
    is_shipped = True

    async def look_up(self, lookup: Lookup) -> RecordOutcome:
        """The genes of the name; all of them where an alias stands for several."""
        if SOURCE not in lookup.task.sources:
            return NotAsked("The gene table does not hold this.")
        return await asyncio.to_thread(_look_up, lookup.name)

    async def close(self) -> None:
        """Nothing is held open."""


def _look_up(name: str) -> RecordOutcome:
    genes = genes_named(name)
    if not genes:
        return NoRecord(f"The gene table holds no gene that is or was called {name}.")
    remark = ""
    if len(genes) > 1:
        symbols = ", ".join(gene.symbol for gene in genes)
        remark = f"{name} is ambiguous: it stands for {symbols}."
    elif genes[0].kind_of(name) == "symbol" and (others := also_named(name)):
        symbols = ", ".join(gene.symbol for gene in others)
        remark = f"{name} is also another name of {symbols}; the approved symbol is meant."
    return RecordsFound(tuple(map(gene_document, genes)), remark=remark)
