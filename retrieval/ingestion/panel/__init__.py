"""The gene panel for breast cancer, and what to ask public sources about it.

``panel.tsv`` has the counts on which the order rests and the drugs by gene; ``docs/panel.md``
explains. The order is the mean rank over the criteria, which is Borda's count (Borda 1781; for
lists of genes see Lin 2010, "Rank aggregation methods", WIREs Computational Statistics 2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from retrieval.ingestion.sources.contract import Request

FILE = Path(__file__).with_name("panel.tsv")
CRITERIA: Mapping[str, str] = {
    "parp": "statements on a PARP inhibitor (Molecular Oncology Almanac, 2026-05)",
    "target": "statements on therapy of breast cancer (Molecular Oncology Almanac, 2026-05)",
    "civic": "evidence items on breast cancer (CIViC, 2025-09)",
    "label": "oncology drugs in FDA's table of pharmacogenomic biomarkers (2022-08)",
    "dosing": "dosing recommendations on oncology drugs (ClinPGx, 2025-11)",
    "articles": "abstracts on breast cancer that name it (644 PubMed abstracts on oncology)",
}
GROUPS: Mapping[str, str] = {
    "homologous-recombination repair": "parp",
    "therapy target": "target",
    "pharmacogene": "dosing",
    "frequently altered": "civic",
}
"""A gene is in a group when the count of this criterion is above zero."""


@dataclass(frozen=True, slots=True)
class PanelGene:
    """A gene of the panel."""

    symbol: str
    hgnc_id: str
    counts: tuple[int, ...]
    """In the order of :data:`CRITERIA`."""
    drugs: tuple[str, ...]
    """Generic names in lower case."""

    @property
    def groups(self) -> tuple[str, ...]:
        """What it is on the panel for; may be several."""
        by_name = dict(zip(CRITERIA, self.counts, strict=True))
        return tuple(group for group, criterion in GROUPS.items() if by_name[criterion])


@cache
def panel() -> tuple[PanelGene, ...]:
    """The genes, best rank first."""
    rows = (line.split("\t") for line in FILE.read_text("utf-8").splitlines())
    genes = [row for row in rows if not row[0].startswith("#")][1:]
    return tuple(
        PanelGene(
            row[0], row[1], tuple(int(cell) for cell in row[2 : 2 + len(CRITERIA)]),
            tuple(name for name in row[-1].split("; ") if name),
        )
        for row in genes
    )  # fmt: skip


def aggregated(table: Mapping[str, Sequence[int]]) -> list[str]:
    """Genes by their mean rank over the criteria, equal counts sharing a rank; ties by symbol."""
    width = len(next(iter(table.values())))
    totals = dict.fromkeys(table, 0.0)
    for column in range(width):
        ordered = sorted(table, key=lambda gene: -table[gene][column])
        start = 0
        while start < len(ordered):
            stop = start
            value = table[ordered[start]][column]
            while stop < len(ordered) and table[ordered[stop]][column] == value:
                stop += 1
            for gene in ordered[start:stop]:
                totals[gene] += (start + stop - 1) / 2
            start = stop
    return sorted(totals, key=lambda gene: (totals[gene], gene))


def written(genes: Sequence[PanelGene]) -> str:
    """The file, with what each column counts."""
    lines = [f"# {name}: {said}" for name, said in CRITERIA.items()]
    lines.append("\t".join(("symbol", "hgnc_id", *CRITERIA, "drugs")))
    lines += [
        "\t".join((gene.symbol, gene.hgnc_id, *map(str, gene.counts), "; ".join(gene.drugs)))
        for gene in genes
    ]
    return "\n".join(lines) + "\n"


def plan(genes: Sequence[PanelGene], limit: int | None = None) -> tuple[tuple[str, Request], ...]:
    """What is asked of each source about the genes, by the name of the source."""
    symbols = tuple(gene.symbol for gene in genes)
    drugs = tuple(sorted({drug for gene in genes for drug in gene.drugs}))
    pharmacogenes = tuple(gene.symbol for gene in genes if "pharmacogene" in gene.groups)
    articles = tuple(f'{symbol}[tiab] AND "breast neoplasms"[mesh]' for symbol in symbols)
    trials = tuple(f"breast cancer AND {symbol}" for symbol in symbols)
    asked = (
        ("hgnc", "genes", symbols),
        ("civic", "variant_evidence", symbols),
        ("clinpgx", "pharmgkb", pharmacogenes),
        ("openfda", "drug_information", drugs),
        ("clinicaltrials", "clinical_trials", trials),
        ("pubmed", "pubmed", articles),
    )
    return tuple(
        (source, Request(silo=silo, terms=terms, limit=limit))
        for source, silo, terms in asked
        if terms
    )
