"""What each public source is asked about the genes of the panel."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.declaration.cards import SiloCard
from retrieval.ingestion.panel.genes import PanelGene
from retrieval.ingestion.sources.catalogue import SOURCES, SourceEntry, silo_filled_by
from retrieval.ingestion.sources.contract import HarvestRequest


def panel_requests(
    genes: Sequence[PanelGene], cards: Sequence[SiloCard], limit: int | None = None
) -> tuple[tuple[SourceEntry, HarvestRequest], ...]:
    """A request to every source that knows something of these genes or their drugs.

    ``limit`` is the most records of each source. The records go to the silos of ``cards`` that
    the sources fill."""
    symbols = tuple(gene.symbol for gene in genes)
    terms_by_source = {
        "hgnc": symbols,
        "civic": symbols,
        "clinpgx": tuple(gene.symbol for gene in genes if "pharmacogene" in gene.groups),
        "openfda": tuple(sorted({drug for gene in genes for drug in gene.drugs})),
        "clinicaltrials": tuple(f"breast cancer AND {symbol}" for symbol in symbols),
        "pubmed": tuple(f'{symbol}[tiab] AND "breast neoplasms"[mesh]' for symbol in symbols),
    }
    asked = ((SOURCES[name], terms) for name, terms in terms_by_source.items() if terms)
    return tuple(
        (source, HarvestRequest(silo=silo_filled_by(source, cards), terms=terms, limit=limit))
        for source, terms in asked
    )
